/** What is heard, looked through and worn: kind by kind, each fills the builder `s`. */

import { box, FINISH, n1 } from './builder.mjs';
import { PALS } from './scenes.mjs';

export const soundAndPictures = {};

soundAndPictures.headphones = (s, o) => {
  const f = o.f, dk = FINISH.negro, cup = o.cup || s.pick(['oval', 'redonda']), bf = o.bandFinish ? FINISH[o.bandFinish] : s.pick([f, f, FINISH.negro, FINISH.plata]), ry = cup === 'oval' ? 138 : 112, ring = o.ring || s.pick([f.edge, o.accent, '#d9b46a']), disc = o.disc ?? s.r() > .5;
  s.shadow(400, 712, 240, 18, .34);
  s.add(`<g transform="rotate(-5 400 400)">`);
  s.add(`<path d="M604 470C632 118 190 96 196 470" fill="none" stroke="${s.lg([[0, bf.base], [.4, bf.hi], [1, bf.lo]], 0, 0, 1, .4)}" stroke-width="50" stroke-linecap="round"/>`);
  s.add(`<path d="M604 470C632 118 190 96 196 470" fill="none" stroke="${bf.edge}" stroke-opacity=".55" stroke-width="4" transform="translate(-3 -20)"/>`);
  s.add(`<path d="M556 330C530 168 282 158 246 330" fill="none" stroke="${s.lg([[0, '#3b3f42'], [1, '#0f1112']])}" stroke-width="34" stroke-linecap="round"/>`);
  s.add(`<ellipse cx="610" cy="540" rx="84" ry="${ry - 6}" fill="${s.lg([[0, f.base], [1, f.lo]], 0, 0, 1, 1)}"/><ellipse cx="584" cy="540" rx="76" ry="${ry - 12}" fill="${s.rg([[0, '#17191b'], [.6, '#2c3033'], [.9, '#4a5054'], [1, '#1b1d1f']], .5, .5, .5, .42, .4)}"/><ellipse cx="580" cy="540" rx="42" ry="${ry - 56}" fill="${s.mesh('#3a3f43', 10, 1.8, '#08090a')}"/><ellipse cx="580" cy="540" rx="42" ry="${ry - 56}" fill="${s.lg([[0, '#000', .55], [1, '#000', 0]], 0, 0, 1, 0)}"/>`);
  s.add(`<ellipse cx="252" cy="544" rx="92" ry="${ry - 4}" fill="${s.lg([[0, '#35393c'], [1, '#0c0d0e']])}"/>`);
  s.add(`<path d="M172 ${558 - ry}q24-46 60-8l20 60h-86z" fill="${s.lg([[0, dk.hi], [1, dk.lo]])}"/>`);
  s.add(`<ellipse cx="206" cy="548" rx="104" ry="${ry}" fill="${s.lg([[0, f.edge], [.4, f.base], [1, f.lo]], 0, 0, 1, 1)}"/><ellipse cx="203" cy="548" rx="92" ry="${ry - 14}" fill="${s.rg([[0, f.hi], [.6, f.base], [1, f.lo]], .5, .5, .75, .3, .22)}"/>`);
  s.add(disc ? `<ellipse cx="202" cy="550" rx="62" ry="${ry - 52}" fill="${s.lg([[0, '#3b4043'], [.5, '#15181a'], [1, '#4a5054']], 0, 0, 1, 1)}" stroke="${ring}" stroke-width="5"/>` : `<ellipse cx="201" cy="550" rx="52" ry="${ry - 66}" fill="none" stroke="${ring}" stroke-opacity=".6" stroke-width="4"/>`, `<ellipse cx="164" cy="${548 - ry * .48}" rx="28" ry="38" transform="rotate(24 166 482)" fill="${s.rg([[0, '#fff', .6], [1, '#fff', 0]])}"/>`);
  s.add(s.brand(o.brand, 202, 556, 17, disc ? '#fff' : f.edge, .95), `<circle cx="252" cy="${548 + ry * .72}" r="5" fill="${o.accent}"/></g>`);
};

soundAndPictures.earbuds = (s, o) => {
  const f = o.f, sq = o.caja ? o.caja === 'cuadrada' : s.r() > .5, stem = o.tallo ?? s.r() > .4, led = s.pick([o.accent, '#39d0a3', '#ffffff']);
  s.shadow(400, 700, 220, 18, .36);
  const lid = s.lg([[0, f.hi], [.5, f.base], [1, f.lo]], 0, 0, .6, 1), top = sq ? 'M206 452V318q0-52 52-52h284q52 0 52 52v134z' : 'M206 452C190 300 250 262 400 262s210 38 194 190z', inn = sq ? 'M228 452V328q0-38 38-38h268q38 0 38 38v124z' : 'M226 452C214 326 262 288 400 288s186 38 174 164z';
  s.add(`<path d="${top}" fill="${lid}"/><path d="${inn}" fill="${s.lg([[0, f.lo], [.5, f.lo], [1, f.base]])}"/><path d="${inn}" fill="${s.lg([[0, '#000', .42], [1, '#000', .1]])}"/>`);
  const bud = (x, y, q, sc = 1) => s.add(`<g transform="translate(${x} ${y}) scale(${q * sc} ${sc}) rotate(8)">${stem ? `<rect x="-14" y="0" width="38" height="176" rx="19" fill="${s.lg([[0, f.lo], [.3, f.hi], [.7, f.base], [1, f.lo]], 0, 0, 1, 0)}"/>` : `<rect x="-44" y="10" width="72" height="150" rx="34" fill="${s.lg([[0, f.lo], [.4, f.base], [1, f.lo]], 0, 0, 1, 0)}"/>`}<ellipse cx="-16" cy="0" rx="${stem ? 66 : 72}" ry="${stem ? 60 : 68}" fill="${s.rg([[0, f.edge], [.5, f.base], [1, f.lo]], .5, .5, .65, .3, .25)}"/><ellipse cx="-62" cy="10" rx="27" ry="37" fill="${s.lg([[0, f.edge], [1, f.lo]])}"/><ellipse cx="-70" cy="10" rx="15" ry="24" fill="${s.lg([[0, f.lo], [1, '#1b1e20']])}"/>${stem ? '<rect x="-2" y="-12" width="18" height="30" rx="9" fill="#0c0d0e" fill-opacity=".75"/>' : `<circle cx="-4" cy="-6" r="24" fill="none" stroke="${f.edge}" stroke-opacity=".8" stroke-width="4"/>`}<ellipse cx="-28" cy="-26" rx="20" ry="12" fill="#fff" fill-opacity=".55" transform="rotate(-28 -28 -26)"/></g>`);
  bud(330, 330, 1, .94); bud(470, 330, -1, .94);
  s.add(sq ? `<path d="M200 448h400q10 0 10 12v176q0 64-64 64H254q-64 0-64-64V460q0-12 10-12z" fill="${s.lg([[0, f.hi], [.25, f.base], [.8, f.base], [1, f.lo]])}"/>` : `<path d="M200 448h400q10 0 10 12v70q0 170-166 170h-88Q190 700 190 530v-70q0-12 10-12z" fill="${s.lg([[0, f.hi], [.25, f.base], [.8, f.base], [1, f.lo]])}"/>`, `<path d="M200 448h400q10 0 10 12v6H190v-6q0-12 10-12z" fill="${f.edge}" fill-opacity=".8"/>`);
  s.add(`<path d="M216 478q-8 150 ${sq ? '30 190q-24-70-8-190' : '100 196q-84-70-68-196'}z" fill="#fff" fill-opacity=".4"/><circle cx="400" cy="520" r="6" fill="${led}"/>`, s.brand(o.brand, 400, 600, 18, f.lo, .6));
};

soundAndPictures.soundbar = (s, o) => {
  const f = o.f, lay = o.variant || s.pick(['sub', 'sub', 'sola', 'satelites']), lit = s.pick([2, 3, 4]), dsp = s.pick(['leds', 'texto']);
  s.shadow(400, 640, 360, 20, .34);
  if (lay === 'sub') {
    const bx = box(s, { x: 486, y: 262, w: 176, h: 350, d: 92, k: .03, ks: .16, f, r: 16 });
    bx.front(s.rect(12, 16, 152, 318, 10, s.mesh('#000', 7, 1.5, f.lo), 'fill-opacity=".55"') + s.brand(o.brand, 88, 318, 10, f.edge, .8));
  } else if (lay === 'satelites') [[120, 330], [560, 330]].forEach(([x, y]) => { const b2 = box(s, { x, y, w: 108, h: 220, d: 56, k: .03, ks: .2, f, r: 14 }); b2.front(s.rect(9, 12, 90, 196, 9, s.mesh('#000', 7, 1.5, f.lo), 'fill-opacity=".55"') + `<circle cx="54" cy="96" r="30" fill="${s.rg([[0, f.base], [.7, f.lo], [1, '#000']])}"/>`); });
  const g = s.lg([[0, f.edge], [.12, f.base], [.5, f.lo], [1, f.lo]]);
  s.add(`<path d="M52 540h620q16 0 22 10l14 26q6 12 6 24q0 34-30 34H50q-26 0-26-30q0-16 4-26l8-24q4-14 16-14z" fill="${g}"/><path d="M30 574h680l4 22q0 38-30 38H50q-26 0-26-30z" fill="${s.mesh('#000', 7, 1.5, f.base)}" fill-opacity=".6"/><path d="M52 540h620q14 0 20 8H40q4-8 12-8z" fill="#fff" fill-opacity=".25"/>`);
  s.add(dsp === 'leds' ? Array.from({ length: lit }, (_, i) => `<circle cx="${620 + i * 16}" cy="606" r="3.4" fill="${o.accent}" fill-opacity="${1 - i * .2}"/>`).join('') : `<text x="650" y="614" font-family="Figtree,Helvetica,Arial,sans-serif" font-size="20" font-weight="600" text-anchor="middle" fill="${o.accent}">${s.pick(['HDMI', 'BT', 'VOL 24', 'eARC'])}</text>`, s.brand(o.brand, 368, 612, 13, f === FINISH.perla || f === FINISH.plata ? '#22282b' : '#fff', .75));
};

soundAndPictures.speaker = (s, o) => {
  const glow = o.glow || s.pick([o.accent, '#39d0a3', '#5ad1ff', '#d8293f', '#f0b429']), rr = s.pick([88, 96, 104]), f = o.f, v = o.variant || s.pick(['cilindro', 'torre', 'domo']);
  if (v === 'torre') {
    s.shadow(420, 716, 200, 20, .36);
    const b = box(s, { x: 242, y: 96, w: 280, h: 590, d: 96, k: .04, ks: .2, f: FINISH.negro, r: 26 });
    const cone = (cy, r) => `<circle cx="140" cy="${cy}" r="${r}" fill="${s.lg([[0, glow], [.5, '#fff'], [1, glow]], 0, 0, 1, 1)}"/><circle cx="140" cy="${cy}" r="${r - 7}" fill="#0a0b0c"/><circle cx="140" cy="${cy}" r="${r - 14}" fill="${s.rg([[0, '#0b0c0d'], [.45, '#24282a'], [.8, '#3a3f43'], [1, '#15171a']], .5, .5, .5, .45, .42)}"/><circle cx="140" cy="${cy}" r="${r * .34}" fill="${s.rg([[0, '#8b9297'], [1, '#15171a']], .5, .5, .6, .35, .3)}"/>`;
    b.front(s.rect(18, 22, 244, 546, 20, s.mesh('#000', 8, 1.8, '#1b1e20')) + cone(178, rr) + cone(412, 112) + s.brand(o.brand, 140, 556, 14, '#fff', .85));
  } else if (v === 'domo') {
    s.shadow(400, 690, 200, 20, .36);
    s.add(`<path d="M216 420C216 250 300 180 400 180s184 70 184 240v150q0 110-184 110T216 570z" fill="${s.lg([[0, f.lo], [.3, f.hi], [.6, f.base], [1, f.lo]], 0, 0, 1, 0)}"/><path d="M216 420C216 250 300 180 400 180s184 70 184 240v150q0 110-184 110T216 570z" fill="${s.mesh('#000', 8, 1.5)}" fill-opacity=".22"/><ellipse cx="400" cy="208" rx="92" ry="26" fill="${s.lg([[0, '#2b2f32'], [1, '#0d0e0f']])}"/><ellipse cx="400" cy="208" rx="92" ry="26" fill="none" stroke="${glow}" stroke-width="5"/>`, s.brand(o.brand, 400, 560, 20, f.edge, .85));
  } else {
    s.shadow(400, 650, 320, 22, .36);
    s.add(`<rect x="92" y="310" width="616" height="320" rx="120" fill="${s.lg([[0, f.hi], [.3, f.base], [.75, f.lo], [1, f.base]])}"/><rect x="92" y="310" width="616" height="320" rx="120" fill="${s.mesh('#000', 8, 1.7)}" fill-opacity=".28"/>`);
    s.add(`<path d="M170 316q230-120 460 0" fill="none" stroke="${s.lg([[0, '#4a4f53'], [1, '#111314']])}" stroke-width="26" stroke-linecap="round"/>`);
    [[150, 470], [650, 470]].forEach(([cx, cy]) => s.add(`<ellipse cx="${cx}" cy="${cy}" rx="62" ry="138" fill="${s.lg([[0, '#3b4043'], [1, '#0b0c0d']])}"/><ellipse cx="${cx}" cy="${cy}" rx="46" ry="110" fill="${s.rg([[0, glow], [.35, f.lo], [1, '#0a0b0c']], .5, .5, .55, .4, .36)}"/>`));
    s.add(s.rect(318, 432, 164, 62, 14, s.lg([[0, '#fff', .22], [1, '#fff', .06]])), s.brand(o.brand, 400, 472, 24, '#fff', .95, 'middle', 3), s.rect(300, 330, 200, 18, 9, '#000', 'fill-opacity=".35"'));
  }
};

soundAndPictures.camera = (s, o) => {
  const f = o.f, blk = FINISH.negro, reflex = o.variant ? o.variant === 'reflex' : s.r() > .4, leather = o.leather || s.pick(['#232628', '#232628', '#5a3a24', '#1f4a40', '#6a1c26']), z = o.lens ?? s.pick([.84, .92, 1]), ring = s.pick([o.accent, '#d8293f', '#39d0a3', '#c9ced1']), glass = s.pick([['#6a4a9a', '#1f4f86', '#1fc7a0'], ['#b0563a', '#7a2f4a', '#e0a12b'], ['#2a8f7a', '#0f5b6b', '#5ad1ff']]);
  s.shadow(400, 660, 320, 22, .38);
  if (reflex) s.add(`<path d="M292 246l28-66q8-16 26-16h164q18 0 26 16l28 66z" fill="${s.lg([[0, f.hi], [.4, f.base], [1, f.lo]])}"/>`, s.rect(372, 150, 110, 18, 6, '#1a1c1e'));
  else s.add(s.rect(330, 218, 96, 26, 6, '#1a1c1e'));
  s.add(`<rect x="196" y="206" width="84" height="40" rx="10" fill="${s.lg([[0, f.edge], [.5, f.base], [1, f.lo]], 0, 0, 1, 0)}"/><rect x="598" y="214" width="72" height="34" rx="8" fill="${s.lg([[0, '#2b2e30'], [.5, '#7c8287'], [1, '#17191a']], 0, 0, 1, 0)}"/>`);
  s.add(`<path d="M126 236h548q30 0 30 32v328q0 44-44 44H140q-44 0-44-44V268q0-32 30-32z" fill="${s.lg([[0, f.edge], [.05, f.base], [.2, f.base], [1, f.lo]])}"/>`);
  s.add(`<path d="M96 322h608v230H96z" fill="${s.mesh('#000', 6, 1.3, leather)}"/><path d="M96 322h608v230H96z" fill="${s.lg([[0, '#000', .1], [1, '#000', .5]])}"/>`);
  if (reflex) s.add(`<path d="M96 300h120q26 0 26 30v252q0 58-58 58h-44q-44 0-44-44z" fill="${s.lg([[0, blk.hi], [.35, blk.base], [1, blk.lo]], 0, 0, 1, .2)}"/><path d="M96 300h120q26 0 26 30v252q0 58-58 58h-44q-44 0-44-44z" fill="${s.mesh('#000', 7, 1.5)}" fill-opacity=".4"/>`);
  else s.add(s.rect(560, 258, 96, 44, 8, s.lg([[0, '#3a5a86'], [.5, '#0c1a2c'], [1, '#2c4a70']], 0, 0, 1, 1), 'stroke="#000" stroke-opacity=".5" stroke-width="4"'));
  const cx = reflex ? 450 : 420, c = (r, fill, e = '') => s.add(`<circle cx="${cx}" cy="444" r="${n1(r * z)}" fill="${fill}" ${e}/>`);
  c(206, s.lg([[0, '#000', .35], [1, '#000', .1]]));
  c(194, s.lg([[0, '#8a9095'], [.3, '#2b2f31'], [.7, '#15171a'], [1, '#5a6064']], 0, 0, 1, 1));
  c(182, '#141618'); c(176, 'none', 'stroke="#3b4043" stroke-width="12" stroke-dasharray="5 5"');
  c(160, s.lg([[0, '#33383b'], [1, '#0b0c0d']])); c(158, 'none', `stroke="${ring}" stroke-width="3"`);
  c(138, s.rg([[0, '#05070a'], [.7, '#0c1016'], [1, '#2b3136']])); c(112, s.rg([[0, glass[0], .95], [.25, glass[1]], [.55, '#0c2b3f'], [.8, '#06131c'], [1, '#020405']], .5, .5, .55, .4, .36));
  c(60, s.rg([[0, glass[2], .9], [.5, '#0b4a5c', .8], [1, '#02060a', .9]], .5, .5, .6, .6, .65));
  s.add(`<ellipse cx="${cx - 40 * z}" cy="${444 - 52 * z}" rx="${44 * z}" ry="${26 * z}" transform="rotate(-36 ${cx - 40 * z} ${444 - 52 * z})" fill="${s.rg([[0, '#fff', .95], [1, '#fff', 0]])}"/>`);
  s.add(s.brand(o.brand, reflex ? 428 : 200, reflex ? 226 : 296, 20, f === FINISH.plata ? '#1a1d1f' : '#fff', .95, 'middle', 3), `<circle cx="${reflex ? 640 : 500}" cy="${reflex ? 290 : 280}" r="12" fill="#2c0d10"/><circle cx="${reflex ? 640 : 500}" cy="${reflex ? 290 : 280}" r="6" fill="#ff5a5a"/>`);
};

soundAndPictures.smartwatch = (s, o) => {
  const f = o.f, round = o.round ?? s.r() > .5, band = FINISH[o.band || s.pick(['negro', 'jade', 'coral', 'arena', 'medianoche', 'perla'])];
  s.shadow(400, 728, 150, 16, .34);
  const bg = s.lg([[0, band.lo], [.25, band.hi], [.6, band.base], [1, band.lo]], 0, 0, 1, 0);
  s.add(`<path d="M296 280C300 160 320 90 330 60h140c10 30 30 100 34 220z" fill="${bg}"/><path d="M296 520c4 120 24 180 34 204h140c10-24 30-84 34-204z" fill="${bg}"/>`);
  s.add(`<path d="M296 520c4 120 24 180 34 204h140c10-24 30-84 34-204z" fill="${s.lg([[0, '#000', .45], [.4, '#000', 0], [1, '#000', .3]])}"/><path d="M296 280C300 160 320 90 330 60h140c10 30 30 100 34 220z" fill="${s.lg([[0, '#000', .3], [.6, '#000', 0], [1, '#000', .45]])}"/>`);
  [0, 1, 2].forEach((i) => s.add(s.rect(390, 606 + i * 34, 20, 10, 5, '#000', 'fill-opacity=".4"')));
  s.add(`<rect x="${round ? 588 : 580}" y="372" width="20" height="58" rx="9" fill="${s.lg([[0, f.hi], [1, f.lo]])}"/>`);
  const t = `${9 + Math.floor(s.r() * 3)}:${12 + Math.floor(s.r() * 46)}`;
  const P = PALS[(o.pal ?? Math.floor(s.r() * 7)) % 7];
  const ring = (r, c, a, sw = 17) => { const l = 2 * Math.PI * r; return `<circle cx="400" cy="400" r="${r}" fill="none" stroke="${c}" stroke-opacity=".22" stroke-width="${sw}"/><circle cx="400" cy="400" r="${r}" fill="none" stroke="${c}" stroke-width="${sw}" stroke-linecap="round" stroke-dasharray="${n1(l * a)} ${n1(l)}" transform="rotate(-90 400 400)"/>`; };
  if (round) {
    s.add(`<circle cx="400" cy="400" r="194" fill="${s.lg([[0, f.edge], [.5, f.base], [1, f.lo]], 0, 0, 1, 1)}"/><circle cx="400" cy="400" r="178" fill="${s.lg([[0, '#2a2e31'], [1, '#000']])}"/><circle cx="400" cy="400" r="166" fill="${s.rg([[0, P.hill[2]], [1, '#050708']])}"/>`);
    for (let i = 0; i < 60; i++) { const a = i * 6 * Math.PI / 180, r0 = i % 5 ? 156 : 148; if (i % 5 === 0 || o.ticks) s.add(`<path d="M${n1(400 + r0 * Math.sin(a))} ${n1(400 - r0 * Math.cos(a))}L${n1(400 + 162 * Math.sin(a))} ${n1(400 - 162 * Math.cos(a))}" stroke="#fff" stroke-opacity=".7" stroke-width="3"/>`); }
    s.add(ring(128, P.pop, s.range(.5, .9), 14), ring(108, P.sky[1], s.range(.3, .8), 14));
  } else {
    s.add(s.rect(216, 196, 368, 408, 96, s.lg([[0, f.edge], [.5, f.base], [1, f.lo]], 0, 0, 1, 1)), s.rect(228, 208, 344, 384, 86, '#050607'), s.rect(240, 220, 320, 360, 76, s.rg([[0, P.hill[2]], [1, '#060809']], .5, .4, .8)));
    s.add(ring(122, P.pop, s.range(.5, .9)), ring(100, P.sky[1], s.range(.4, .8)));
  }
  s.add(`<text x="400" y="424" font-family="Figtree,Helvetica,Arial,sans-serif" font-weight="700" font-size="66" text-anchor="middle" fill="#fff">${t}</text><text x="400" y="356" font-family="Figtree,Helvetica,Arial,sans-serif" font-weight="600" font-size="20" text-anchor="middle" fill="${P.pop}">MAR 24</text><text x="400" y="458" font-family="Figtree,Helvetica,Arial,sans-serif" font-weight="600" font-size="19" text-anchor="middle" fill="#fff" fill-opacity=".75">8,412 pasos</text>`);
  s.add(round ? `<path d="M280 300a166 166 0 0 1 150-64C350 260 300 330 284 430a166 166 0 0 1-4-130z" fill="#fff" fill-opacity=".12"/>` : s.glare(228, 208, 344, 384, 86, .2, .62));
};
