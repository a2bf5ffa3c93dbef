/** The library's kinds of products. Each fills the builder `s`. */

import { box, FINISH, n1, PALS, scene } from './builder.mjs';

export const kinds = {};

/* ---------------- things with a screen */
kinds.tv = (s, o) => {
  const f = o.f, big = o.size ?? s.pick([.86, .92, 1]), w = 740 * big, h = w * .565, x = 400 - w / 2, y = 660 - h - 46, st = o.stand || s.pick(['feet', 'pedestal', 'feet', 'slim']);
  s.shadow(400, 690, w * .46, 20, .36);
  s.add(`<ellipse cx="400" cy="694" rx="${n1(w * .42)}" ry="24" fill="${s.rg([[0, PALS[o.pal ?? 0].sky[1], .35], [1, PALS[o.pal ?? 0].sky[1], 0]])}"/>`);
  const mt = s.lg([[0, f.lo], [.5, f.edge], [1, f.lo]], 0, 0, 1, 0);
  if (st === 'feet') [-1, 1].forEach((q) => s.add(`<path d="M${n1(400 + q * w * .33 - 5)} ${n1(y + h - 4)}h10l${q * 6 + 24} 64h-14l-15 -40l-15 40h-14z" fill="${mt}"/>`));
  else if (st === 'slim') s.add(s.rect(400 - w * .2, y + h - 4, w * .4, 42, 4, s.lg([[0, f.lo], [1, f.base]])), s.rect(400 - w * .26, 684, w * .52, 10, 5, mt));
  else s.add(`<path d="M360 ${n1(y + h - 4)}h80l14 50h-108z" fill="${s.lg([[0, f.lo], [1, f.base]])}"/><path d="M250 690q4-22 60-24h180q56 2 60 24q0 6-8 6H258q-8 0-8-6z" fill="${s.lg([[0, f.hi], [.4, f.base], [1, f.lo]])}"/>`);
  s.add(s.rect(x, y, w, h, 10, s.lg([[0, f.hi], [.03, f.lo], [.97, f.lo], [1, f.base]])));
  s.add(s.rect(x + 5, y + 5, w - 10, h - 14, 6, '#050607'));
  s.add(scene(s, x + 8, y + 8, w - 16, h - 22, 3, o.scene, o.pal));
  if (o.ui ?? s.r() > .5) {
    const c = s.clip(s.rect(x + 8, y + 8, w - 16, h - 22, 3, '#000'));
    s.add(`<g ${c}>${s.rect(x + 8, y + h * .5, w - 16, h * .5, 0, s.lg([[0, '#000', 0], [1, '#000', .72]]))}</g>`);
    for (let i = 0; i < 5; i++) s.add(scene(s, x + 36 + i * (w - 60) / 5, y + h - 118 * big, (w - 60) / 5 - 14, 78 * big, 8, null, i + 1));
    s.add(s.rect(x + 33, y + h - 121 * big, (w - 60) / 5 - 8, 84 * big, 10, 'none', 'stroke="#fff" stroke-width="3"'));
  }
  s.add(s.glare(x + 6, y + 6, w - 12, h - 16, 5, .13));
  s.add(s.brand(o.brand, 400, n1(y + h - 1.5), 8, '#fff', .7, 'middle', 2.4));
};

kinds.monitor = (s, o) => {
  const f = o.f, wide = o.wide ?? s.r() > .55, w = wide ? 730 : 640, h = wide ? 318 : 372, x = 400 - w / 2, y = wide ? 190 : 140, b = y + h;
  s.shadow(400, 680, 190, 20, .36);
  s.add(`<path d="M366 ${b - 10}h68l10 ${660 - b}h-88z" fill="${s.lg([[0, f.lo], [.3, f.base], [.5, f.hi], [.7, f.base], [1, f.lo]], 0, 0, 1, 0)}"/>`);
  s.add(`<path d="M258 676q2-12 34-16l52-8h112l52 8q32 4 34 16q0 8-10 8H268q-10 0-10-8z" fill="${s.lg([[0, f.hi], [.5, f.base], [1, f.lo]])}"/>`);
  const cv = wide ? 16 : 0;
  s.add(`<path d="M${x} ${y + 8}q0-8 8-8Q400 ${y + cv * 1.6} ${x + w - 8} ${y}q8 0 8 8V${b - 8}q0 8-8 8Q400 ${b + cv * 1.6} ${x + 8} ${b}q-8 0-8-8z" fill="${s.lg([[0, f.hi], [.04, '#0c0d0e'], [.95, '#0c0d0e'], [1, f.base]])}"/>`);
  const c = s.clip(`<path d="M${x + 9} ${y + 10}Q400 ${y + 8 + cv * 1.6} ${x + w - 9} ${y + 10}V${b - 18}Q400 ${b - 18 + cv * 1.6} ${x + 9} ${b - 18}z"/>`);
  s.add(`<g ${c}>${scene(s, x + 8, y + 8, w - 16, h + 10, 0, o.scene, o.pal)}<path d="M${x} ${y}h${w * .5}L${x + w * .12} ${b + 20}H${x}z" fill="${s.lg([[0, '#fff', .16], [1, '#fff', 0]], 0, 0, 1, 1)}"/></g>`);
  s.add(s.brand(o.brand, 400, b - 4 + cv * .8, 9, '#fff', .7));
};

kinds.phone = (s, o) => {
  const f = o.f, W = 292, H = 606, R = 50, cam = o.cam || s.pick(['tri', 'bar', 'duo', 'ring']);
  s.shadow(400, 708, 250, 18, .36);
  const back = (x, y) => {
    s.add(s.rect(x, y, W, H, R, s.lg([[0, f.edge], [.5, f.lo], [1, f.edge]], 0, 0, 1, 0)), s.rect(x + 4, y + 4, W - 8, H - 8, R - 4, s.lg([[0, f.hi], [.35, f.base], [1, f.lo]], .1, 0, .9, 1)));
    s.add(`<g ${s.clip(s.rect(x + 4, y + 4, W - 8, H - 8, R - 4, '#000'))}><path d="M${x} ${y}h${W * .7}L${x + W * .05} ${y + H}H${x}z" fill="${s.lg([[0, '#fff', .38], [1, '#fff', 0]], 0, 0, .8, 1)}"/></g>`);
    const lens = (cx, cy, r) => s.add(`<circle cx="${cx}" cy="${cy}" r="${r}" fill="${s.lg([[0, f.edge], [1, f.lo]])}"/><circle cx="${cx}" cy="${cy}" r="${r * .84}" fill="#08090b"/><circle cx="${cx}" cy="${cy}" r="${r * .6}" fill="${s.rg([[0, '#3a5a86'], [.5, '#131c2c'], [1, '#030405']], .5, .5, .55, .35, .3)}"/><circle cx="${cx - r * .22}" cy="${cy - r * .25}" r="${r * .13}" fill="#fff" fill-opacity=".85"/>`);
    if (cam === 'tri') { s.add(s.rect(x + 20, y + 20, 138, 142, 36, s.lg([[0, '#fff', .35], [1, '#000', .18]], 0, 0, 1, 1))); lens(x + 60, y + 60, 30); lens(x + 60, y + 124, 30); lens(x + 122, y + 92, 30); s.add(`<circle cx="${x + 122}" cy="${y + 42}" r="9" fill="#fff6d8"/>`); }
    else if (cam === 'bar') { s.add(s.rect(x - 2, y + 74, W + 4, 76, 20, s.lg([[0, f.edge], [.2, '#1a1c1e'], [1, '#08090a']]))); lens(x + 70, y + 112, 27); lens(x + 134, y + 112, 27); s.add(`<circle cx="${x + 206}" cy="${y + 112}" r="10" fill="#fff6d8"/>`); }
    else if (cam === 'duo') { lens(x + 62, y + 68, 32); lens(x + 62, y + 146, 32); s.add(`<circle cx="${x + 114}" cy="${y + 68}" r="9" fill="#fff6d8"/>`); }
    else { s.add(`<circle cx="${x + W / 2}" cy="${y + 130}" r="96" fill="${s.lg([[0, '#2b2e31'], [1, '#0a0b0c']])}" stroke="${f.edge}" stroke-width="4"/>`); [[-40, -36], [40, -36], [-40, 40], [40, 40]].forEach(([a, b], i) => (i < 3 ? lens(x + W / 2 + a, y + 130 + b, 29) : s.add(`<circle cx="${x + W / 2 + a}" cy="${y + 130 + b}" r="11" fill="#fff6d8"/>`))); }
    s.add(s.brand(o.brand, x + W / 2, y + H - 60, 15, f.edge, .7));
  };
  const front = (x, y) => {
    s.add(s.rect(x, y, W, H, R, s.lg([[0, f.edge], [.06, f.lo], [.5, f.hi], [.94, f.lo], [1, f.edge]], 0, 0, 1, 0)), s.rect(x + 5, y + 5, W - 10, H - 10, R - 5, '#050607'));
    s.add(scene(s, x + 13, y + 13, W - 26, H - 26, R - 13, o.scene, o.pal));
    s.add(s.rect(x + W / 2 - 38, y + 26, 76, 22, 11, '#050607'), `<circle cx="${x + W / 2 + 22}" cy="${y + 37}" r="6" fill="#16233a"/>`);
    const hh = 8 + Math.floor(s.r() * 4), mm = String(10 + Math.floor(s.r() * 49));
    s.add(`<text x="${x + W / 2}" y="${y + 138}" font-family="Figtree,Helvetica,Arial,sans-serif" font-weight="600" font-size="74" text-anchor="middle" fill="#fff" fill-opacity=".96">${hh}:${mm}</text><text x="${x + W / 2}" y="${y + 78}" font-family="Figtree,Helvetica,Arial,sans-serif" font-weight="600" font-size="17" text-anchor="middle" fill="#fff" fill-opacity=".85">martes 24 nov</text>`);
    s.add(s.rect(x + 32, y + H - 74, 44, 44, 22, '#000', 'fill-opacity=".35"'), s.rect(x + W - 76, y + H - 74, 44, 44, 22, '#000', 'fill-opacity=".35"'), s.rect(x + W / 2 - 50, y + H - 26, 100, 5, 2.5, '#fff', 'fill-opacity=".85"'));
    s.add(s.glare(x + 6, y + 6, W - 12, H - 12, R - 6, .2, .7));
  };
  if (o.view === 'frente') return front(254, 90);
  if (o.view === 'reverso') return back(254, 90);
  back(158, 70);
  s.add(s.rect(330, 108, 130, 590, 60, s.lg([[0, '#000', 0], [.6, '#000', .28], [1, '#000', 0]], 0, 0, 1, 0)));
  front(352, 96);
};

kinds.tablet = (s, o) => {
  const f = o.f, W = 640, H = 452, x = 80, y = 170, pen = o.pen ?? s.r() > .4;
  s.shadow(400, 656, 300, 20, .36);
  s.add(s.rect(x, y, W, H, 34, s.lg([[0, f.edge], [.5, f.base], [1, f.lo]])), s.rect(x + 5, y + 5, W - 10, H - 10, 30, '#07080a'), scene(s, x + 22, y + 22, W - 44, H - 44, 14, o.scene, o.pal));
  const ic = ['#0e7a64', '#c22a3f', '#1f6fb0', '#d98a2b', '#ffffff', '#22313b'];
  for (let i = 0; i < 6; i++) s.add(s.rect(x + 142 + i * 60, y + H - 82, 44, 44, 12, s.lg([[0, '#fff', .55], [.15, ic[i]], [1, ic[i]]])));
  s.add(s.rect(x + 126, y + H - 92, 378, 64, 20, '#fff', 'fill-opacity=".2"'));
  s.add(`<circle cx="${x + W / 2}" cy="${y + 13}" r="4" fill="#1c2a3f"/>`, s.glare(x + 6, y + 6, W - 12, H - 12, 28, .2));
  if (pen) s.add(`<g transform="rotate(-64 640 520)"><rect x="380" y="508" width="420" height="24" rx="12" fill="${s.lg([[0, '#fff'], [.5, '#e9e9e6'], [1, '#a9aaa6']])}"/><path d="M380 508l-34 12l34 12z" fill="#d7d7d3"/><rect x="752" y="508" width="4" height="24" fill="#a5a6a2"/></g>`);
};

kinds.laptop = (s, o) => {
  const f = o.f, gaming = o.gaming ?? s.r() > .7, x = 130, y = 128, w = 540, h = 356, B = y + h;
  s.shadow(400, 680, 350, 22, .38);
  s.add(s.rect(x, y, w, h + 10, 18, s.lg([[0, f.edge], [.03, f.base], [1, f.lo]])), s.rect(x + 4, y + 4, w - 8, h, 15, '#07080a'), scene(s, x + 13, y + 16, w - 26, h - 40, 5, o.scene, o.pal));
  // desktop window
  if (o.ui ?? !gaming) {
    s.add(s.rect(x + 196, y + 54, 300, 186, 10, '#fbfbf9'), s.rect(x + 196, y + 54, 300, 24, 10, '#eceae4'), ...['#e2604f', '#e9b23c', '#3aa877'].map((c, i) => `<circle cx="${x + 211 + i * 14}" cy="${y + 66}" r="4.4" fill="${c}"/>`));
    s.add(s.rect(x + 208, y + 90, 62, 138, 6, '#e6f1ed'), scene(s, x + 280, y + 90, 204, 74, 6, 'dunas', (o.pal ?? 1) + 1));
    [0, 1, 2, 3, 4].forEach((i) => { const bh = 16 + s.r() * 34; s.add(s.rect(x + 284 + i * 40, y + 228 - bh, 26, bh, 3, i === 3 ? '#c22a3f' : '#0e7a64')); });
  }
  s.add(`<circle cx="400" cy="${y + 10}" r="2.6" fill="#22344f"/>`, s.glare(x + 5, y + 5, w - 10, h - 4, 14, .15));
  s.add(s.brand(o.brand, 400, y + h - 7, 9, '#fff', .6));
  // deck in perspective
  const q = (u, v) => { const t = v * (.72 + .28 * v), l = 130 - 74 * t, r = 670 + 74 * t; return [n1(l + (r - l) * u), n1(B + 8 + 156 * t)]; };
  const poly = (u0, v0, u1, v1) => [q(u0, v0), q(u1, v0), q(u1, v1), q(u0, v1)].map((p) => p.join(' ')).join('L');
  s.add(`<path d="M${poly(0, 0, 1, 1)}z" fill="${s.lg([[0, f.base], [.5, f.hi], [1, f.base]], 0, 0, 1, .2)}"/>`);
  s.add(`<path d="M${poly(.07, .06, .93, .58)}z" fill="#0d0f10" fill-opacity=".92"/>`);
  const keys = [];
  for (let r = 0; r < 5; r++) for (let c = 0; c < 14; c++) { if (r === 4 && c > 3 && c < 9) continue; const v0 = .08 + r * .1; keys.push(`M${poly(.08 + c * .06, v0, .08 + c * .06 + .051, v0 + .078)}z`); }
  keys.push(`M${poly(.08 + 4 * .06, .48, .08 + 9 * .06 - .01, .558)}z`);
  s.add(`<path d="${keys.join('')}" fill="${gaming ? s.lg([[0, '#ff4d5e'], [.35, '#ff9d3a'], [.65, '#23d3a5'], [1, '#3aa0ff']], 0, 0, 1, 0) : s.lg([[0, '#3d4246'], [1, '#26292c']])}" ${gaming ? 'fill-opacity=".75"' : ''}/>`);
  s.add(`<path d="M${poly(.35, .63, .65, .95)}z" fill="${s.lg([[0, f.lo, .35], [1, f.edge, .35]])}" stroke="${f.lo}" stroke-opacity=".4"/>`);
  const [ax, ay] = q(0, 1), [bx] = q(1, 1);
  s.add(`<path d="M${ax} ${ay}H${bx}v8q0 12-26 12H${ax + 26}q-26 0-26-12z" fill="${s.lg([[0, f.edge], [.25, f.base], [1, f.lo]])}"/><path d="M340 ${ay}h120q-4 9-16 9h-88q-12 0-16-9z" fill="${f.lo}" fill-opacity=".6"/>`);
};

/* ---------------- audio, optics and wearables */
kinds.headphones = (s, o) => {
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

kinds.earbuds = (s, o) => {
  const f = o.f, sq = o.caja ? o.caja === 'cuadrada' : s.r() > .5, stem = o.tallo ?? s.r() > .4, led = s.pick([o.accent, '#39d0a3', '#ffffff']);
  s.shadow(400, 700, 220, 18, .36);
  const lid = s.lg([[0, f.hi], [.5, f.base], [1, f.lo]], 0, 0, .6, 1), top = sq ? 'M206 452V318q0-52 52-52h284q52 0 52 52v134z' : 'M206 452C190 300 250 262 400 262s210 38 194 190z', inn = sq ? 'M228 452V328q0-38 38-38h268q38 0 38 38v124z' : 'M226 452C214 326 262 288 400 288s186 38 174 164z';
  s.add(`<path d="${top}" fill="${lid}"/><path d="${inn}" fill="${s.lg([[0, f.lo], [.5, f.lo], [1, f.base]])}"/><path d="${inn}" fill="${s.lg([[0, '#000', .42], [1, '#000', .1]])}"/>`);
  const bud = (x, y, q, sc = 1) => s.add(`<g transform="translate(${x} ${y}) scale(${q * sc} ${sc}) rotate(8)">${stem ? `<rect x="-14" y="0" width="38" height="176" rx="19" fill="${s.lg([[0, f.lo], [.3, f.hi], [.7, f.base], [1, f.lo]], 0, 0, 1, 0)}"/>` : `<rect x="-44" y="10" width="72" height="150" rx="34" fill="${s.lg([[0, f.lo], [.4, f.base], [1, f.lo]], 0, 0, 1, 0)}"/>`}<ellipse cx="-16" cy="0" rx="${stem ? 66 : 72}" ry="${stem ? 60 : 68}" fill="${s.rg([[0, f.edge], [.5, f.base], [1, f.lo]], .5, .5, .65, .3, .25)}"/><ellipse cx="-62" cy="10" rx="27" ry="37" fill="${s.lg([[0, f.edge], [1, f.lo]])}"/><ellipse cx="-70" cy="10" rx="15" ry="24" fill="${s.lg([[0, f.lo], [1, '#1b1e20']])}"/>${stem ? '<rect x="-2" y="-12" width="18" height="30" rx="9" fill="#0c0d0e" fill-opacity=".75"/>' : `<circle cx="-4" cy="-6" r="24" fill="none" stroke="${f.edge}" stroke-opacity=".8" stroke-width="4"/>`}<ellipse cx="-28" cy="-26" rx="20" ry="12" fill="#fff" fill-opacity=".55" transform="rotate(-28 -28 -26)"/></g>`);
  bud(330, 330, 1, .94); bud(470, 330, -1, .94);
  s.add(sq ? `<path d="M200 448h400q10 0 10 12v176q0 64-64 64H254q-64 0-64-64V460q0-12 10-12z" fill="${s.lg([[0, f.hi], [.25, f.base], [.8, f.base], [1, f.lo]])}"/>` : `<path d="M200 448h400q10 0 10 12v70q0 170-166 170h-88Q190 700 190 530v-70q0-12 10-12z" fill="${s.lg([[0, f.hi], [.25, f.base], [.8, f.base], [1, f.lo]])}"/>`, `<path d="M200 448h400q10 0 10 12v6H190v-6q0-12 10-12z" fill="${f.edge}" fill-opacity=".8"/>`);
  s.add(`<path d="M216 478q-8 150 ${sq ? '30 190q-24-70-8-190' : '100 196q-84-70-68-196'}z" fill="#fff" fill-opacity=".4"/><circle cx="400" cy="520" r="6" fill="${led}"/>`, s.brand(o.brand, 400, 600, 18, f.lo, .6));
};

kinds.soundbar = (s, o) => {
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

kinds.speaker = (s, o) => {
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

kinds.camera = (s, o) => {
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

kinds.smartwatch = (s, o) => {
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

/* ---------------- kitchen, laundry and floor */
kinds.fridge = (s, o) => {
  const f = o.f, v = o.variant || s.pick(['frances', 'top', 'duplex', 'bottom']), dk = '#15191b';
  const wide = v === 'frances' || v === 'duplex', w = wide ? s.pick([340, 360, 372]) : s.pick([272, 290, 304]), x = wide ? 178 : 214, bar = o.handle ? o.handle === 'barra' : s.r() > .35, smart = o.smart ?? s.r() > .7;
  s.shadow(x + w / 2 + 30, 722, w * .62, 18, .38);
  const b = box(s, { x, y: 58, w, h: 636, d: wide ? 92 : 88, k: .035, ks: .17, f, r: 14 });
  const gap = (a, b2, c, d) => `<path d="M${a} ${b2}L${c} ${d}" stroke="${dk}" stroke-opacity=".6" stroke-width="4"/><path d="M${a + (a === c ? 3 : 0)} ${b2 + (b2 === d ? 3 : 0)}L${c + (a === c ? 3 : 0)} ${d + (b2 === d ? 3 : 0)}" stroke="#fff" stroke-opacity=".55" stroke-width="2"/>`;
  const hv = (hx, y0, y1) => !bar ? s.rect(hx, y0 + 30, 11, y1 - y0 - 60, 5, '#0b0d0e', 'fill-opacity=".55"') + s.rect(hx + 9, y0 + 30, 2, y1 - y0 - 60, 1, '#fff', 'fill-opacity=".6"') : s.rect(hx, y0, 13, y1 - y0, 6, s.lg([[0, f.edge], [.4, '#fff'], [1, f.lo]], 0, 0, 1, 0)) + s.rect(hx + 13, y0 + 6, 7, y1 - y0 - 6, 4, '#000', 'fill-opacity=".16"');
  const hh = (x0, x1, y) => !bar ? s.rect(x0, y - 14, x1 - x0, 10, 5, '#0b0d0e', 'fill-opacity=".5"') : s.rect(x0, y, x1 - x0, 13, 6, s.lg([[0, '#fff'], [.5, f.edge], [1, f.lo]])) + s.rect(x0, y + 13, x1 - x0, 7, 4, '#000', 'fill-opacity=".16"');
  const disp = (dx, dy) => s.rect(dx, dy, 92, 132, 10, s.lg([[0, '#0b0d0e'], [1, '#2e3437']])) + s.rect(dx + 8, dy + 8, 76, 34, 6, s.lg([[0, '#12303a'], [1, '#0b1a20']])) + `<text x="${dx + 46}" y="${dy + 32}" font-family="Figtree,Helvetica,Arial,sans-serif" font-size="18" font-weight="600" text-anchor="middle" fill="${o.accent}">3°C</text>` + s.rect(dx + 34, dy + 56, 24, 16, 4, '#5a6266') + s.rect(dx + 16, dy + 112, 60, 10, 4, '#4a5256');
  const sheen = `<path d="M${w * .08} 0H${w * .3}L${w * .12} 636H0V120z" fill="${s.lg([[0, '#fff', .4], [1, '#fff', .02]])}"/>`;
  if (v === 'frances') b.front(sheen + gap(w / 2, 4, w / 2, 400) + gap(4, 402, w - 4, 402) + gap(4, 520, w - 4, 520) + hv(w / 2 - 26, 120, 340) + hv(w / 2 + 12, 120, 340) + hh(60, w - 60, 424) + hh(60, w - 60, 542) + (o.disp ?? s.r() > .3 ? disp(42, 150) : '') + (smart ? s.rect(w / 2 + 48, 120, w / 2 - 74, 190, 10, '#0a0d0e') + scene(s, w / 2 + 54, 126, w / 2 - 86, 178, 6, null, o.pal) : '') + s.brand(o.brand, w - 70, 44, 12, dk, .6));
  else if (v === 'duplex') b.front(sheen + gap(w * .46, 4, w * .46, 632) + hv(w * .46 - 26, 130, 560) + hv(w * .46 + 12, 130, 560) + disp(40, 190) + s.brand(o.brand, w * .74, 44, 12, dk, .6));
  else if (v === 'top') b.front(sheen + gap(4, 196, w - 4, 196) + hv(26, 70, 180) + hv(26, 216, 420) + (smart ? s.rect(w / 2 - 44, 226, 88, 30, 8, '#101416') + `<text x="${w / 2}" y="247" font-family="Figtree,Helvetica,Arial,sans-serif" font-size="15" font-weight="600" text-anchor="middle" fill="${o.accent}">-18  4°C</text>` : '') + s.brand(o.brand, w / 2, 44, 12, dk, .6));
  else b.front(sheen + gap(4, 410, w - 4, 410) + hv(w - 40, 130, 390) + hh(50, w - 50, 432) + s.brand(o.brand, w / 2, 44, 12, dk, .6) + s.rect(w / 2 - 40, 70, 80, 22, 6, '#101416') + `<text x="${w / 2}" y="86" font-family="Figtree,Helvetica,Arial,sans-serif" font-size="13" font-weight="600" text-anchor="middle" fill="${o.accent}">-18  4°C</text>`);
};

kinds.washer = (s, o) => {
  const tint = s.pick(['#0c3a4a', '#0c3a4a', '#3a2a12', '#141a1d']), drum = s.pick([120, 112, 126]), rim = s.pick(['#b6bcc0', '#3b4246', '#b6bcc0']), f = o.f, v = o.variant || s.pick(['frontal', 'frontal', 'superior']);
  s.shadow(420, 714, 270, 20, .38);
  const b = box(s, { x: 158, y: v === 'superior' ? 150 : 124, w: 420, h: v === 'superior' ? 530 : 556, d: 100, k: .035, ks: .22, f, r: 20 });
  const ctl = (y) => s.rect(22, y, 376, 74, 12, s.lg([[0, '#2d3235'], [1, '#0c0e0f']])) + `<circle cx="92" cy="${y + 37}" r="28" fill="${s.lg([[0, '#fff'], [.5, '#cfd3d5'], [1, '#878d91']])}"/><circle cx="92" cy="${y + 37}" r="20" fill="${s.lg([[0, '#aab0b3'], [1, '#f4f5f5']])}"/><path d="M92 ${y + 20}v12" stroke="${o.accent}" stroke-width="4" stroke-linecap="round"/>` + s.rect(150, y + 16, 104, 42, 6, '#06090a') + `<text x="202" y="${y + 47}" font-family="Figtree,Helvetica,Arial,sans-serif" font-size="28" font-weight="600" text-anchor="middle" fill="${o.accent}">0:${30 + Math.floor(s.r() * 28)}</text>` + [0, 1, 2, 3].map((i) => `<circle cx="${288 + i * 28}" cy="${y + 37}" r="7" fill="#4d555a"/>`).join('');
  if (v === 'frontal') {
    const C = (r, fill, e = '') => `<circle cx="210" cy="336" r="${r}" fill="${fill}" ${e}/>`;
    let holes = ''; for (let i = 0; i < 40; i++) { const a = i * 2.399, r = 12 + 13.2 * Math.sqrt(i) * 1.15; holes += `<circle cx="${n1(210 + r * Math.cos(a))}" cy="${n1(336 + r * Math.sin(a))}" r="4" fill="#0a0d0f" fill-opacity=".7"/>`; }
    b.front(ctl(22) + C(172, s.lg([[0, '#ffffff'], [.45, rim], [.6, '#7b8287'], [1, '#eceeef']], 0, 0, 1, 1)) + C(154, '#1a1d1f') + C(138, s.lg([[0, '#3d4448'], [1, '#0c0e0f']])) + C(drum, s.rg([[0, '#c9d2d6'], [.5, '#7d888e'], [1, '#22292d']], .5, .5, .55, .5, .62)) + holes + C(drum, s.rg([[0, '#7fd4e8', .05], [.7, tint, .3], [1, '#04151c', .72]])) + `<path d="M118 290a108 108 0 0 1 108-64q-70 20-84 110a110 110 0 0 1-24-46z" fill="#fff" fill-opacity=".5"/>` + s.rect(364, 312, 16, 52, 8, s.lg([[0, '#fff'], [1, '#80878b']], 0, 0, 1, 0)) + s.rect(30, 508, 110, 30, 6, '#000', 'fill-opacity=".08"') + s.brand(o.brand, 330, 530, 13, '#1a1d1f', .6));
  } else {
    b.front((drum > 115 ? '' : s.rect(60, 180, 300, 150, 16, s.lg([[0, '#fff', .3], [1, '#000', .06]]))) + (rim === '#3b4246' ? s.rect(24, 40, 372, 78, 14, '#15181a', 'fill-opacity=".85"') : '') + `<path d="M30 150h360v330q0 20-20 20H50q-20 0-20-20z" fill="#fff" fill-opacity=".14"/>` + s.brand(o.brand, 210, 90, 18, '#1a1d1f', .6) + s.rect(40, 480, 340, 4, 2, '#000', 'fill-opacity=".14"'));
    s.add(`<path d="M186 150L284 128L650 136L572 164z" fill="${s.lg([[0, '#39474f', .95], [1, '#0d1316', .95]], 0, 0, 1, 1)}"/><path d="M210 148L290 132L430 134L350 154z" fill="#fff" fill-opacity=".25"/><path d="M262 84h400q12 0 12 12v44H252V96q0-12 10-12z" fill="${s.lg([[0, '#3d4448'], [1, '#0f1213']])}"/><circle cx="320" cy="112" r="19" fill="${s.lg([[0, '#fff'], [1, '#888f93']])}"/><rect x="380" y="98" width="92" height="30" rx="5" fill="#050808"/><text x="426" y="121" font-family="Figtree,Helvetica,Arial,sans-serif" font-size="21" font-weight="600" text-anchor="middle" fill="${o.accent}">0:48</text>` + [0, 1, 2, 3, 4].map((i) => `<circle cx="${506 + i * 30}" cy="113" r="7" fill="#5d666b"/>`).join(''));
  }
};

kinds.microwave = (s, o) => {
  const f = o.f, keys = o.variant ? o.variant === 'teclado' : s.r() > .5, on = s.r() > .4, win = s.pick([14, 40]), hh = `${1 + Math.floor(s.r() * 12)}:${10 + Math.floor(s.r() * 49)}`;
  s.shadow(420, 624, 330, 22, .38);
  const b = box(s, { x: 78, y: 232, w: 560, h: 342, d: 96, k: .03, ks: .3, f, r: 18 });
  const knob = (y, r) => `<circle cx="498" cy="${y}" r="${r}" fill="${s.lg([[0, '#fff'], [.5, '#b9bfc2'], [1, '#6d7478']])}"/><circle cx="498" cy="${y}" r="${r * .74}" fill="${s.lg([[0, '#9ba1a5'], [1, '#f0f2f2']])}"/><path d="M498 ${y - r * .7}v${r * .4}" stroke="#22282b" stroke-width="4" stroke-linecap="round"/>`;
  b.front(s.rect(16, 16, 396, 310, 12, s.lg([[0, '#30363a'], [.4, '#101314'], [1, '#050606']], 0, 0, 1, 1)) + s.rect(48, 46, 332, 250, win, on ? s.rg([[0, '#ffcf7a', .9], [.45, '#a35f1c', .85], [1, '#1b120a', .95]], .5, .55, .65) : s.lg([[0, '#2b3338'], [1, '#0a0d0e']])) + s.rect(48, 46, 332, 250, win, s.mesh('#000', 7, 1.9), 'fill-opacity=".62"') + (on ? `<ellipse cx="214" cy="258" rx="120" ry="18" fill="#ffe0a8" fill-opacity=".35"/><path d="M150 226h128q-2 34-40 34h-48q-38 0-40-34z" fill="${s.lg([[0, '#fff', .85], [1, '#e0c9a0', .6]])}"/>` : `<ellipse cx="214" cy="268" rx="120" ry="14" fill="#fff" fill-opacity=".08"/>`) + s.glare(16, 16, 396, 310, 12, .22, .6) + s.rect(424, 30, 14, 282, 7, s.lg([[0, '#fff'], [.5, f.edge], [1, f.lo]], 0, 0, 1, 0)) + s.rect(452, 16, 92, 310, 12, s.lg([[0, '#24292c'], [1, '#0b0d0e']])) + (keys ? s.rect(462, 30, 72, 38, 6, '#020404') + `<text x="498" y="58" font-family="Figtree,Helvetica,Arial,sans-serif" font-size="25" font-weight="600" text-anchor="middle" fill="${o.accent}">${hh}</text>` + [0, 1, 2, 3].map((r) => [0, 1, 2].map((c) => s.rect(463 + c * 25, 84 + r * 28, 20, 20, 6, '#495157', 'fill-opacity=".9"')).join('')).join('') + knob(252, 34) : s.rect(466, 40, 64, 6, 3, '#fff', 'fill-opacity=".35"') + knob(110, 36) + knob(226, 36)) + s.brand(o.brand, 214, 318, 11, '#fff', .65));
};

kinds.airfryer = (s, o) => {
  const f = o.f, v = o.variant || s.pick(['digital', 'perilla', 'doble']), tmp = s.pick(['180°', '200°', '190°', '175°']), food = s.pick([['#ffdf8f', 36], ['#f2b56a', 44], ['#e88f5a', 28]]), win = s.r() > .3;
  s.shadow(400, 706, v === 'doble' ? 290 : 230, 22, .4);
  if (v === 'doble') {
    const b = box(s, { x: 130, y: 214, w: 450, h: 456, d: 92, k: .03, ks: .24, f, r: 44 });
    const bas = (x) => s.rect(x, 150, 194, 284, 26, s.lg([[0, f.hi], [.4, f.base], [1, f.lo]]), 'stroke="#000" stroke-opacity=".28" stroke-width="3"') + s.rect(x + 24, 178, 146, 96, 14, s.rg([[0, '#ffc46a'], [.5, '#8a4a14'], [1, '#180d06']], .5, .6, .7)) + [0, 1, 2, 3].map((i) => s.rect(x + 40 + i * 28, 222 + (i % 2) * 12, food[1], 14, 6, food[0])).join('') + s.rect(x + 62, 310, 70, 86, 20, s.lg([[0, '#4c5357'], [.3, '#1f2325'], [1, '#08090a']]));
    b.front(s.rect(24, 28, 402, 92, 22, s.lg([[0, '#1f2427'], [1, '#060707']])) + `<text x="120" y="90" font-family="Figtree,Helvetica,Arial,sans-serif" font-size="42" font-weight="600" text-anchor="middle" fill="${o.accent}">${tmp}</text><text x="330" y="90" font-family="Figtree,Helvetica,Arial,sans-serif" font-size="42" font-weight="600" text-anchor="middle" fill="${o.accent}">16:00</text>` + bas(24) + bas(232));
    return;
  }
  s.add(`<path d="M230 190Q236 110 400 110t170 80l30 420q4 84-200 84T200 610z" fill="${s.lg([[0, f.lo], [.22, f.hi], [.5, f.base], [.82, f.lo], [1, f.base]], 0, 0, 1, 0)}"/>`);
  s.add(`<ellipse cx="400" cy="160" rx="150" ry="40" fill="${s.lg([[0, '#3a4044'], [1, '#101213']])}"/><ellipse cx="400" cy="156" rx="150" ry="38" fill="none" stroke="${f.edge}" stroke-opacity=".6" stroke-width="3"/>`);
  if (v === 'digital') s.add(`<path d="M270 218q130 34 260 0l8 96q-138 34-276 0z" fill="${s.lg([[0, '#1f2427'], [1, '#060707']])}"/><text x="400" y="296" font-family="Figtree,Helvetica,Arial,sans-serif" font-size="46" font-weight="600" text-anchor="middle" fill="${o.accent}">${tmp}</text>` + [0, 1].map((i) => `<circle cx="${302 + i * 196}" cy="${276}" r="12" fill="none" stroke="#fff" stroke-opacity=".7" stroke-width="3"/>`).join(''));
  else s.add([[400, 56]].map(([x, r]) => `<circle cx="${x}" cy="270" r="${r + 8}" fill="#000" fill-opacity=".28"/><circle cx="${x}" cy="268" r="${r}" fill="${s.lg([[0, '#5a6064'], [.5, '#1f2325'], [1, '#08090a']])}"/><circle cx="${x}" cy="268" r="${r - 14}" fill="${s.lg([[0, '#2b3033'], [1, '#5a6064']])}"/><path d="M${x} 222v24" stroke="${o.accent}" stroke-width="6" stroke-linecap="round"/>`).join(''));
  s.add(`<path d="M244 356q156 42 312 0l18 240q0 44-174 44T226 596z" fill="${s.lg([[0, f.lo], [.2, f.base], [.35, f.hi], [.6, f.base], [1, f.lo]], 0, 0, 1, 0)}" stroke="#000" stroke-opacity=".25" stroke-width="3"/>`);
  if (win) s.add(`<path d="M292 394q108 24 216 0l8 96q-116 26-232 0z" fill="${s.rg([[0, '#ffc46a'], [.5, '#8a4a14'], [1, '#180d06']], .5, .6, .7)}"/>` + [0, 1, 2, 3, 4, 5].map((i) => `<rect x="${312 + i * 30}" y="${440 + (i % 2) * 10}" width="${food[1]}" height="15" rx="6" fill="${food[0]}" transform="rotate(${i * 23 - 40} ${330 + i * 30} ${448})"/>`).join('') + `<path d="M300 398q40 10 80 11l-40 92q-30-2-46-6z" fill="#fff" fill-opacity=".22"/>`);
  s.add(s.rect(348, win ? 524 : 420, 104, win ? 74 : 150, 22, s.lg([[0, '#4c5357'], [.3, '#1f2325'], [1, '#08090a']])), s.rect(360, win ? 532 : 428, 80, 12, 6, '#fff', 'fill-opacity=".25"'), s.brand(o.brand, 400, 628, 13, f.edge, .8));
};

kinds.robot = (s, o) => {
  const f = o.f, dock = o.base ?? s.r() > .5, tower = o.torre ?? s.r() > .35, band = s.pick([null, o.accent, '#d9b46a']), y = dock ? 60 : 0;
  s.shadow(400, 560 + y, 330, 40, .42);
  if (dock) { const b = box(s, { x: 236, y: 130, w: 270, h: 380, d: 84, k: .02, ks: .2, f, r: 26 }); b.front(s.rect(20, 24, 230, 150, 18, s.lg([[0, '#2d3235'], [1, '#0b0d0e']])) + `<circle cx="135" cy="100" r="10" fill="${o.accent}"/>` + s.brand(o.brand, 135, 220, 18, f.lo, .7)); }
  s.add(`<g transform="translate(0 ${y})"><path d="M90 400v70q0 130 310 130t310-130v-70z" fill="${s.lg([[0, '#1a1d1f'], [.3, '#4c5256'], [.6, '#1e2123'], [1, '#08090a']], 0, 0, 1, 0)}"/><ellipse cx="400" cy="400" rx="310" ry="142" fill="${s.lg([[0, f.hi], [.5, f.base], [1, f.lo]], .1, 0, .9, 1)}"/><ellipse cx="400" cy="398" rx="292" ry="130" fill="none" stroke="${band || f.edge}" stroke-opacity="${band ? 1 : .7}" stroke-width="${band ? 6 : 3}"/><path d="M150 360q110-92 260-92q-150 40-200 150q-50-20-60-58z" fill="#fff" fill-opacity=".3"/>`);
  if (tower) s.add(`<path d="M318 360v-26q0-32 82-32t82 32v26q0 34-82 34t-82-34z" fill="${s.lg([[0, '#34393d'], [.4, '#767d82'], [1, '#111314']], 0, 0, 1, 0)}"/><ellipse cx="400" cy="332" rx="80" ry="28" fill="${s.lg([[0, '#4a5054'], [1, '#1b1e20']])}"/>`);
  else s.add(`<ellipse cx="400" cy="372" rx="120" ry="50" fill="${s.lg([[0, '#2d3235'], [1, '#0e1011']])}"/><ellipse cx="400" cy="370" rx="112" ry="45" fill="none" stroke="#fff" stroke-opacity=".2" stroke-width="3"/>`);
  s.add(`<circle cx="400" cy="466" r="13" fill="#fff" fill-opacity=".9"/><circle cx="400" cy="466" r="7" fill="${o.accent}"/>`, s.brand(o.brand, 400, 508, 15, f.lo, .7), '</g>');
};

kinds.stove = (s, o) => {
  const f = o.f, glass = o.variant ? o.variant === 'vidrio' : s.r() > .55, kn = s.pick([4, 5, 6]), on = s.r() > .4, dbl = s.r() > .65;
  s.shadow(420, 716, 270, 20, .38);
  s.add(`<path d="M180 150L280 96H668L590 170z" fill="${glass ? s.lg([[0, '#2c3338'], [1, '#0b0d0e']]) : '#15181a'}"/>`);
  const b = box(s, { x: 158, y: 158, w: 430, h: 526, d: 92, k: .03, ks: .26, f, r: 12 });
  [[280, 140], [420, 142], [350, 118], [520, 128], [570, 152]].slice(0, glass ? 4 : 5).forEach(([x, y]) => s.add(glass ? `<ellipse cx="${x}" cy="${y - 6}" rx="44" ry="11" fill="none" stroke="#ff6b4a" stroke-opacity=".75" stroke-width="3"/>` : `<ellipse cx="${x}" cy="${y}" rx="46" ry="12" fill="#08090a"/><ellipse cx="${x}" cy="${y - 2}" rx="24" ry="6" fill="#3d4347"/><path d="M${x - 52} ${y - 8}h104M${x} ${y - 18}v22" stroke="#2b3033" stroke-width="6" stroke-linecap="round"/>`));
  const door = (y, h) => s.rect(40, y, 350, h, 14, s.lg([[0, '#2d3235'], [1, '#060707']])) + s.rect(62, y + 20, 306, h - 40, 8, on ? s.rg([[0, '#e58b34', .85], [.6, '#4a260d', .9], [1, '#120a05']], .5, .85, .8) : s.lg([[0, '#20262a'], [1, '#08090a']])) + s.glare(40, y, 350, h, 14, .25, .6), bar = (y) => s.rect(34, y, 362, 18, 9, s.lg([[0, '#fff'], [.5, f.edge], [1, f.lo]]));
  b.front(s.rect(0, 12, 430, 72, 8, s.lg([[0, '#fff', .5], [1, '#000', .1]])) + (kn === 5 ? s.rect(165, 26, 100, 44, 6, '#06090a') + `<text x="215" y="58" font-family="Figtree,Helvetica,Arial,sans-serif" font-size="27" font-weight="600" text-anchor="middle" fill="${o.accent}">12:${10 + Math.floor(s.r() * 49)}</text>` : '') + Array.from({ length: kn === 5 ? 4 : kn }, (_, i) => { const x = kn === 5 ? [44, 106, 324, 386][i] : kn === 4 ? 60 + i * 103 : 52 + i * 65; return `<circle cx="${x}" cy="48" r="23" fill="${s.lg([[0, '#4d5458'], [1, '#0b0c0d']])}"/><path d="M${x} 32v14" stroke="#fff" stroke-width="4" stroke-linecap="round"/>`; }).join('') + bar(108) + (dbl ? door(144, 126) + bar(290) + door(326, 168) : door(146, 230) + s.rect(34, 402, 362, 92, 10, '#000', 'fill-opacity=".07"') + s.rect(150, 424, 130, 14, 7, s.lg([[0, '#fff'], [1, f.lo]]))) + s.brand(o.brand, 215, 514, 13, '#15181a', .6));
};

kinds.blender = (s, o) => {
  const f = o.f, P = s.pick([['#ffb4a0', '#d8344a'], ['#ffe08a', '#e79a1c'], ['#c9f0a8', '#4c9a3a'], ['#f5c6e0', '#b5447e'], ['#e7d3bd', '#8a5a34'], ['#fff1d6', '#e9c98a']]), lvl = s.pick([226, 262, 310]), cyl = o.variant ? o.variant === 'cilindrico' : s.r() > .5, pan = s.pick(['perilla', 'botones', 'pantalla']), a = cyl ? 288 : 262, b = 800 - a, c = 296, t = (y) => a + (c - a) * (y - 146) / 372;
  s.shadow(400, 716, 180, 18, .38);
  s.add(`<path d="M300 520h200l44 160q4 26-24 26H280q-28 0-24-26z" fill="${s.lg([[0, f.lo], [.25, f.hi], [.6, f.base], [1, f.lo]], 0, 0, 1, 0)}"/>`);
  s.add(pan === 'perilla' ? `<circle cx="400" cy="628" r="44" fill="${s.lg([[0, '#fff'], [.5, '#b9bfc2'], [1, '#6d7478']])}"/><circle cx="400" cy="628" r="33" fill="${s.lg([[0, '#8f969a'], [1, '#f0f2f2']])}"/><path d="M400 604v18" stroke="${o.accent}" stroke-width="6" stroke-linecap="round"/>` : pan === 'botones' ? [0, 1, 2, 3].map((i) => s.rect(316 + i * 44, 616, 36, 28, 8, s.lg([[0, '#fff'], [1, '#9aa1a5']]))).join('') : s.rect(322, 600, 156, 56, 12, '#0a0d0e') + `<text x="400" y="641" font-family="Figtree,Helvetica,Arial,sans-serif" font-size="34" font-weight="600" text-anchor="middle" fill="${o.accent}">0:${20 + Math.floor(s.r() * 39)}</text>`);
  s.add(`<path d="M${a} 146H${b}L504 518H296z" fill="${s.lg([[0, '#fff', .75], [.2, '#e9f2f2', .5], [.8, '#d3e0e0', .55], [1, '#fff', .8]], 0, 0, 1, 0)}" stroke="#b6c4c4" stroke-width="3"/><path d="M${n1(t(lvl) + 6)} ${lvl}q60-24 ${n1((794 - 2 * t(lvl)) / 2 - 3)} 0t${n1((794 - 2 * t(lvl)) / 2 - 3)} 0L500 514H300z" fill="${s.lg([[0, P[0]], [1, P[1]]])}" fill-opacity=".92"/><path d="M${a + 24} 166h40l-6 330h-14z" fill="#fff" fill-opacity=".6"/><path d="M${b - 2} 190q86 6 78 110t-104 128l4-44q56-20 60-86t-42-66z" fill="${s.lg([[0, '#eef3f3', .95], [1, '#b9c6c6', .9]])}"/>`, s.rect(a - 16, 116, 832 - 2 * a, 40, 14, s.lg([[0, '#4a5054'], [1, '#131517']])), s.rect(346, 84, 108, 38, 12, s.lg([[0, '#5a6064'], [1, '#1b1e20']])), s.rect(286, 506, 228, 24, 8, s.lg([[0, '#3a3f43'], [1, '#0e1011']])), s.brand(o.brand, 400, 566, 14, f.edge, .9));
};

/* ---------------- games, desk, network and a gift */
const PAD = 'M-110-70C-60-84 60-84 110-70 150-62 172 10 182 80 190 140 150 160 120 118 104 94 92 70 70 66H-70C-92 70-104 94-120 118-150 160-190 140-182 80-172 10-150-62-110-70z';
function gamepad(s, f, acc, x, y, sc, rot = 0, grip = null, mono = false) {
  const st = (cx, cy) => `<circle cx="${cx}" cy="${cy}" r="31" fill="#0b0c0d" fill-opacity=".85"/><circle cx="${cx}" cy="${cy - 3}" r="25" fill="${s.rg([[0, '#1b1e20'], [.7, '#34393c'], [1, '#121416']], .5, .5, .5, .5, .6)}"/>`;
  const bt = (cx, cy, c0) => { const c = mono ? '#3b4145' : c0; return `<circle cx="${cx}" cy="${cy}" r="12" fill="#17191b"/><circle cx="${cx}" cy="${cy - 1}" r="10" fill="${c}"/><circle cx="${cx - 3}" cy="${cy - 4}" r="3" fill="#fff" fill-opacity=".6"/>`; };
  s.add(`<g transform="translate(${x} ${y}) rotate(${rot}) scale(${sc})"><path d="M-104-74q-20-18-56-2l-8 22zM104-74q20-18 56-2l8 22z" fill="#1a1d1f"/><path d="${PAD}" fill="${s.lg([[0, f.edge], [.2, f.hi], [.55, f.base], [1, f.lo]])}"/>${grip ? `<g ${s.clip(`<path d="${PAD}"/>`)}><path d="M-200 60Q-150 20-128-90H-240V180H-60Q-150 140-128 62zM200 60Q150 20 128-90H240V180H60Q150 140 128 62z" fill="${s.lg([[0, grip.hi], [.5, grip.base], [1, grip.lo]])}"/></g>` : ''}<path d="${PAD}" fill="none" stroke="${f.edge}" stroke-opacity=".7" stroke-width="2"/><path d="M-50-76Q0-82 50-76L40-8H-40z" fill="${s.lg([[0, '#fff', .5], [1, '#000', .12]])}"/><path d="M-46-72Q0-78 46-72" fill="none" stroke="${acc}" stroke-width="5" stroke-linecap="round"/>${st(-58, 34)}${st(58, 34)}<path d="M-118-44h18v18h18v18h-18v18h-18v-18h-18v-18h18z" fill="#17191b"/>${bt(108, -44, '#2fbf8f')}${bt(108, 8, '#2f86d6')}${bt(82, -18, '#e0a12b')}${bt(134, -18, '#d8394a')}<circle cx="0" cy="36" r="9" fill="#fff" fill-opacity=".85"/></g>`);
}

kinds.console = (s, o) => {
  const lit = s.pick([o.accent, '#39d0a3', '#5ad1ff', '#ffb43a']), slot = s.r() > .5, f = o.f, v = o.variant || s.pick(['torre', 'bloque']);
  s.shadow(400, 694, 320, 22, .36);
  if (v === 'torre') {
    const inn = s.lg([[0, '#2a2e31'], [.5, '#050607'], [1, '#1b1e20']], 0, 0, 1, 0);
    s.add(s.rect(232, 636, 250, 34, 16, s.lg([[0, '#2b2f32'], [1, '#0a0b0c']])), `<path d="M292 112h130q12 0 12 14v500q0 20-20 20H300q-20 0-20-20V126q0-14 12-14z" fill="${inn}"/>`);
    s.add(`<path d="M250 92q40 20 56 56v480q0 24-24 24h-26q-20 0-20-24V110q0-26 14-18z" fill="${s.lg([[0, f.lo], [.3, f.hi], [1, f.base]], 0, 0, 1, 0)}"/><path d="M464 92q-40 20-56 56v480q0 24 24 24h26q20 0 20-24V110q0-26-14-18z" fill="${s.lg([[0, f.base], [.5, f.hi], [1, f.lo]], 0, 0, 1, 0)}"/><path d="M311 152v470M403 152v470" stroke="${lit}" stroke-width="4" stroke-opacity=".9"/>`, slot ? s.rect(352, 180, 8, 150, 4, '#3a4044') : s.rect(330, 200, 54, 6, 3, '#3a4044'), s.brand(o.brand, 357, 610, 11, '#fff', .8));
  } else {
    const b = box(s, { x: 200, y: 128, w: 270, h: 510, d: 92, k: .04, ks: .18, f, r: 18 });
    b.front(s.rect(24, 24, 222, 150, 12, s.mesh('#000', 12, 3, f.lo), 'fill-opacity=".55"') + (slot ? s.rect(24, 430, 150, 8, 4, '#000', 'fill-opacity=".65"') : '') + `<circle cx="226" cy="434" r="14" fill="#fff" fill-opacity=".9"/><circle cx="226" cy="434" r="8" fill="${lit}"/>` + s.brand(o.brand, 135, 480, 15, f.edge, .85));
  }
  s.add(`<ellipse cx="545" cy="690" rx="190" ry="22" fill="${s.rg([[0, '#06100d', .5], [1, '#06100d', 0]])}"/>`);
  gamepad(s, f, lit, 548, 566, 1.02, -6, null, s.r() > .5);
};

kinds.controller = (s, o) => { s.shadow(400, 650, 280, 22, .34); gamepad(s, o.f, o.accent, 400, 410, 1.72, s.pick([-7, 0, 6]), o.grip ? FINISH[o.grip] : s.pick([null, null, FINISH.negro, FINISH.jade, FINISH.coral, FINISH.medianoche]), s.r() > .5); };

kinds.printer = (s, o) => {
  const f = o.f, adf = o.variant ? o.variant === 'adf' : s.r() > .5, tanks = s.r() > .4;
  s.shadow(410, 670, 320, 24, .38);
  if (adf) s.add(`<path d="M176 196h420q16 0 22 12l36 62H120l34-62q6-12 22-12z" fill="${s.lg([[0, f.edge], [1, f.base]])}"/><path d="M216 178h330l18 30H196z" fill="${s.lg([[0, '#3a4044'], [1, '#15181a']])}"/>`);
  else s.add(`<path d="M250 120h300l34 170H216z" fill="${s.lg([[0, '#fff'], [1, '#dedbd4']])}"/>`);
  const b = box(s, { x: 110, y: 270, w: 520, h: 330, d: 90, k: .03, ks: .26, f, r: 26 });
  b.front(s.rect(0, 0, 520, 84, 26, s.lg([[0, '#3a4044'], [1, '#15181a']])) + s.rect(300, 18, 110, 50, 8, s.lg([[0, '#1c6f86'], [1, '#0b2f3b']])) + scene(s, 304, 22, 102, 42, 5, 'volcan', o.pal) + `<circle cx="456" cy="43" r="19" fill="${s.lg([[0, '#fff'], [1, '#aeb4b8']])}"/><circle cx="456" cy="43" r="8" fill="${o.accent}"/>` + s.brand(o.brand, 44, 50, 17, '#fff', .9, 'start') + s.rect(52, 146, 416, 96, 14, '#0a0c0d') + [0, 1, 2, 3].map((i) => s.rect(410 + i * 14, tanks ? 258 : 268, 9, tanks ? 50 : 24, 3, ['#1aa3c9', '#d6336c', '#e8b020', '#15181a'][i])).join(''));
  s.add(`<g transform="matrix(1 .03 -.12 1 60 6)"><rect x="196" y="490" width="340" height="170" rx="4" fill="#fff"/>${scene(s, 214, 520, 304, 122, 2, o.scene || s.pick(['volcan', 'mar', 'dunas', 'plumas', 'esferas']), o.pal)}<rect x="196" y="490" width="340" height="30" fill="${s.lg([[0, '#000', .4], [1, '#000', 0]])}"/></g>`);
};

kinds.router = (s, o) => {
  const f = o.f, v = o.variant || s.pick(['antenas', 'mesh']);
  if (v === 'mesh') {
    s.shadow(400, 690, 290, 20, .36);
    (o.nodos === 3 || (!o.nodos && s.r() > .5) ? [[400, 250, .9], [190, 340, .8], [610, 340, .8]] : [[250, 300, 1], [530, 350, .86]]).forEach(([cx, y, k]) => s.add(`<path d="M${cx - 100 * k} ${y + 40}q0-46 ${100 * k}-46t${100 * k} 46v${(680 - y - 60)}q0 26-${100 * k} 26t-${100 * k}-26z" fill="${s.lg([[0, f.lo], [.25, f.hi], [.6, f.base], [1, f.lo]], 0, 0, 1, 0)}"/><ellipse cx="${cx}" cy="${y + 38}" rx="${96 * k}" ry="${38 * k}" fill="${s.lg([[0, f.edge], [1, f.base]])}"/><ellipse cx="${cx}" cy="${y + 38}" rx="${40 * k}" ry="${15 * k}" fill="none" stroke="${o.accent}" stroke-width="4"/>` + s.brand(o.brand, cx, 610, 14, f.lo, .7)));
  } else {
    s.shadow(400, 672, 330, 22, .36);
    ({ 2: [[176, -9], [624, 9]], 4: [[176, -9], [322, -3], [478, 3], [624, 9]], 6: [[150, -12], [250, -7], [350, -2], [450, 2], [550, 7], [650, 12]] })[o.antenas || s.pick([2, 4, 4, 6])].forEach(([x, a]) => s.add(`<g transform="rotate(${a} ${x} 520)"><rect x="${x - 15}" y="170" width="30" height="350" rx="13" fill="${s.lg([[0, '#0d0f10'], [.35, '#5a6166'], [.6, '#2a2e31'], [1, '#08090a']], 0, 0, 1, 0)}"/></g>`));
    s.add(`<path d="M150 500h500q18 0 30 14l66 92q10 14 10 30q0 22-24 22H68q-24 0-24-22q0-16 10-30l66-92q12-14 30-14z" fill="${s.lg([[0, f.hi], [.5, f.base], [1, f.lo]])}"/><path d="M54 606h692q10 14 10 30q0 22-24 22H68q-24 0-24-22q0-16 10-30z" fill="${s.lg([[0, '#2d3235'], [1, '#0b0c0d']])}"/>`);
    s.add(`<path d="M180 524h180l-40 66H128z" fill="#fff" fill-opacity=".18"/>`, ...[0, 1, 2, 3, 4, 5].map((i) => `<circle cx="${310 + i * 36}" cy="632" r="5" fill="${i < 5 ? o.accent : '#ffb43a'}"/>`), s.brand(o.brand, 400, 566, 22, f.lo, .55, 'middle', 4));
  }
};

kinds.drone = (s, o) => {
  const f = o.f, tip = o.tip || s.pick(['#1b1f22', '#1b1f22', '#d8293f', '#e07a2a', '#0f8f70']), eye = s.pick([30, 34, 38]), lens = s.pick(['#5a8fd0', '#8a5ad0', '#d08a5a', '#3fb894']);
  s.shadow(400, 690, 260, 18, .26);
  const arm = (x, y, bx, by) => s.add(`<path d="M${bx} ${by}L${x} ${y}" stroke="${s.lg([[0, f.hi], [1, f.lo]])}" stroke-width="30" stroke-linecap="round"/><ellipse cx="${x}" cy="${y - 34}" rx="128" ry="17" fill="${s.rg([[0, '#33404a', .5], [.8, '#33404a', .2], [1, '#33404a', 0]])}"/><rect x="${x - 20}" y="${y - 36}" width="40" height="52" rx="12" fill="${s.lg([[0, '#5a6166'], [1, '#101213']])}"/><path d="M${x - 116} ${y - 36}q116-12 232 0q-116 8-232 0z" fill="${tip}"/>`);
  arm(176, 300, 340, 400); arm(624, 300, 460, 400); arm(120, 420, 340, 440); arm(680, 420, 460, 440);
  s.add(`<path d="M290 400q0-70 110-70t110 70l16 80q6 60-126 60t-126-60z" fill="${s.lg([[0, f.edge], [.4, f.base], [1, f.lo]])}"/><path d="M320 376q20-30 80-30q-44 22-56 96q-30-20-24-66z" fill="#fff" fill-opacity=".4"/><rect x="340" y="500" width="120" height="96" rx="30" fill="${s.lg([[0, '#44494d'], [1, '#0c0d0e']])}"/><circle cx="400" cy="552" r="${eye}" fill="#050607"/><circle cx="400" cy="552" r="25" fill="${s.rg([[0, lens], [.5, '#122236'], [1, '#020305']], .5, .5, .55, .36, .32)}"/><circle cx="391" cy="543" r="5" fill="#fff"/><circle cx="338" cy="470" r="7" fill="${o.accent}"/><circle cx="462" cy="470" r="7" fill="${o.accent}"/>`, s.brand(o.brand, 400, 440, 16, f.lo, .6));
};

kinds.giftcard = (s, o) => {
  const pal = o.pal ?? Math.floor(s.r() * 7);
  s.shadow(410, 640, 300, 22, .34);
  s.add(`<g transform="rotate(-7 400 400)">`, s.rect(96, 196, 608, 384, 36, '#0b2b26'), scene(s, 96, 196, 608, 384, 36, o.scene || s.pick(['plumas', 'dunas', 'mar', 'huipil', 'volcan']), pal), s.rect(97, 197, 606, 382, 35, 'none', 'stroke="#fff" stroke-opacity=".4" stroke-width="2"'));
  s.add(`<text x="140" y="280" font-family="'Bricolage Grotesque',Figtree,Helvetica,Arial,sans-serif" font-weight="700" font-size="54" fill="#fff">Ceiba</text><text x="140" y="478" font-family="Figtree,Helvetica,Arial,sans-serif" font-weight="600" font-size="25" fill="#fff" fill-opacity=".92">Tarjeta de regalo</text><text x="138" y="540" font-family="Figtree,Helvetica,Arial,sans-serif" font-weight="700" font-size="58" fill="#fff">${o.amount || s.pick(['Q100', 'Q250', 'Q500', 'Q1,000'])}</text>`);
  s.add(s.rect(560, 196, 40, 384, 0, s.lg([[0, '#e0485c'], [.5, '#c01f38'], [1, '#8e1127']], 0, 0, 1, 0)), `<path d="M580 240C520 150 440 180 470 226c18 28 70 26 110 14c40 12 92 14 110-14c30-46-50-76-110 14z" fill="${s.lg([[0, '#f0697a'], [1, '#a4142c']])}"/><path d="M566 224h28v34h-28z" fill="#8e1127"/></g>`);
};
