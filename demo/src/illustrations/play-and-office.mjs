/** Games, the desk, the network and a gift: kind by kind, each fills the builder `s`. */

import { box, FINISH } from './builder.mjs';
import { scene } from './scenes.mjs';

export const playAndOffice = {};

const PAD = 'M-110-70C-60-84 60-84 110-70 150-62 172 10 182 80 190 140 150 160 120 118 104 94 92 70 70 66H-70C-92 70-104 94-120 118-150 160-190 140-182 80-172 10-150-62-110-70z';
function gamepad(s, f, acc, x, y, sc, rot = 0, grip = null, mono = false) {
  const st = (cx, cy) => `<circle cx="${cx}" cy="${cy}" r="31" fill="#0b0c0d" fill-opacity=".85"/><circle cx="${cx}" cy="${cy - 3}" r="25" fill="${s.rg([[0, '#1b1e20'], [.7, '#34393c'], [1, '#121416']], .5, .5, .5, .5, .6)}"/>`;
  const bt = (cx, cy, c0) => { const c = mono ? '#3b4145' : c0; return `<circle cx="${cx}" cy="${cy}" r="12" fill="#17191b"/><circle cx="${cx}" cy="${cy - 1}" r="10" fill="${c}"/><circle cx="${cx - 3}" cy="${cy - 4}" r="3" fill="#fff" fill-opacity=".6"/>`; };
  s.add(`<g transform="translate(${x} ${y}) rotate(${rot}) scale(${sc})"><path d="M-104-74q-20-18-56-2l-8 22zM104-74q20-18 56-2l8 22z" fill="#1a1d1f"/><path d="${PAD}" fill="${s.lg([[0, f.edge], [.2, f.hi], [.55, f.base], [1, f.lo]])}"/>${grip ? `<g ${s.clip(`<path d="${PAD}"/>`)}><path d="M-200 60Q-150 20-128-90H-240V180H-60Q-150 140-128 62zM200 60Q150 20 128-90H240V180H60Q150 140 128 62z" fill="${s.lg([[0, grip.hi], [.5, grip.base], [1, grip.lo]])}"/></g>` : ''}<path d="${PAD}" fill="none" stroke="${f.edge}" stroke-opacity=".7" stroke-width="2"/><path d="M-50-76Q0-82 50-76L40-8H-40z" fill="${s.lg([[0, '#fff', .5], [1, '#000', .12]])}"/><path d="M-46-72Q0-78 46-72" fill="none" stroke="${acc}" stroke-width="5" stroke-linecap="round"/>${st(-58, 34)}${st(58, 34)}<path d="M-118-44h18v18h18v18h-18v18h-18v-18h-18v-18h18z" fill="#17191b"/>${bt(108, -44, '#2fbf8f')}${bt(108, 8, '#2f86d6')}${bt(82, -18, '#e0a12b')}${bt(134, -18, '#d8394a')}<circle cx="0" cy="36" r="9" fill="#fff" fill-opacity=".85"/></g>`);
}

playAndOffice.console = (s, o) => {
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

playAndOffice.controller = (s, o) => { s.shadow(400, 650, 280, 22, .34); gamepad(s, o.f, o.accent, 400, 410, 1.72, s.pick([-7, 0, 6]), o.grip ? FINISH[o.grip] : s.pick([null, null, FINISH.negro, FINISH.jade, FINISH.coral, FINISH.medianoche]), s.r() > .5); };

playAndOffice.printer = (s, o) => {
  const f = o.f, adf = o.variant ? o.variant === 'adf' : s.r() > .5, tanks = s.r() > .4;
  s.shadow(410, 670, 320, 24, .38);
  if (adf) s.add(`<path d="M176 196h420q16 0 22 12l36 62H120l34-62q6-12 22-12z" fill="${s.lg([[0, f.edge], [1, f.base]])}"/><path d="M216 178h330l18 30H196z" fill="${s.lg([[0, '#3a4044'], [1, '#15181a']])}"/>`);
  else s.add(`<path d="M250 120h300l34 170H216z" fill="${s.lg([[0, '#fff'], [1, '#dedbd4']])}"/>`);
  const b = box(s, { x: 110, y: 270, w: 520, h: 330, d: 90, k: .03, ks: .26, f, r: 26 });
  b.front(s.rect(0, 0, 520, 84, 26, s.lg([[0, '#3a4044'], [1, '#15181a']])) + s.rect(300, 18, 110, 50, 8, s.lg([[0, '#1c6f86'], [1, '#0b2f3b']])) + scene(s, 304, 22, 102, 42, 5, 'volcan', o.pal) + `<circle cx="456" cy="43" r="19" fill="${s.lg([[0, '#fff'], [1, '#aeb4b8']])}"/><circle cx="456" cy="43" r="8" fill="${o.accent}"/>` + s.brand(o.brand, 44, 50, 17, '#fff', .9, 'start') + s.rect(52, 146, 416, 96, 14, '#0a0c0d') + [0, 1, 2, 3].map((i) => s.rect(410 + i * 14, tanks ? 258 : 268, 9, tanks ? 50 : 24, 3, ['#1aa3c9', '#d6336c', '#e8b020', '#15181a'][i])).join(''));
  s.add(`<g transform="matrix(1 .03 -.12 1 60 6)"><rect x="196" y="490" width="340" height="170" rx="4" fill="#fff"/>${scene(s, 214, 520, 304, 122, 2, o.scene || s.pick(['volcan', 'mar', 'dunas', 'plumas', 'esferas']), o.pal)}<rect x="196" y="490" width="340" height="30" fill="${s.lg([[0, '#000', .4], [1, '#000', 0]])}"/></g>`);
};

playAndOffice.router = (s, o) => {
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

playAndOffice.drone = (s, o) => {
  const f = o.f, tip = o.tip || s.pick(['#1b1f22', '#1b1f22', '#d8293f', '#e07a2a', '#0f8f70']), eye = s.pick([30, 34, 38]), lens = s.pick(['#5a8fd0', '#8a5ad0', '#d08a5a', '#3fb894']);
  s.shadow(400, 690, 260, 18, .26);
  const arm = (x, y, bx, by) => s.add(`<path d="M${bx} ${by}L${x} ${y}" stroke="${s.lg([[0, f.hi], [1, f.lo]])}" stroke-width="30" stroke-linecap="round"/><ellipse cx="${x}" cy="${y - 34}" rx="128" ry="17" fill="${s.rg([[0, '#33404a', .5], [.8, '#33404a', .2], [1, '#33404a', 0]])}"/><rect x="${x - 20}" y="${y - 36}" width="40" height="52" rx="12" fill="${s.lg([[0, '#5a6166'], [1, '#101213']])}"/><path d="M${x - 116} ${y - 36}q116-12 232 0q-116 8-232 0z" fill="${tip}"/>`);
  arm(176, 300, 340, 400); arm(624, 300, 460, 400); arm(120, 420, 340, 440); arm(680, 420, 460, 440);
  s.add(`<path d="M290 400q0-70 110-70t110 70l16 80q6 60-126 60t-126-60z" fill="${s.lg([[0, f.edge], [.4, f.base], [1, f.lo]])}"/><path d="M320 376q20-30 80-30q-44 22-56 96q-30-20-24-66z" fill="#fff" fill-opacity=".4"/><rect x="340" y="500" width="120" height="96" rx="30" fill="${s.lg([[0, '#44494d'], [1, '#0c0d0e']])}"/><circle cx="400" cy="552" r="${eye}" fill="#050607"/><circle cx="400" cy="552" r="25" fill="${s.rg([[0, lens], [.5, '#122236'], [1, '#020305']], .5, .5, .55, .36, .32)}"/><circle cx="391" cy="543" r="5" fill="#fff"/><circle cx="338" cy="470" r="7" fill="${o.accent}"/><circle cx="462" cy="470" r="7" fill="${o.accent}"/>`, s.brand(o.brand, 400, 440, 16, f.lo, .6));
};

playAndOffice.giftcard = (s, o) => {
  const pal = o.pal ?? Math.floor(s.r() * 7);
  s.shadow(410, 640, 300, 22, .34);
  s.add(`<g transform="rotate(-7 400 400)">`, s.rect(96, 196, 608, 384, 36, '#0b2b26'), scene(s, 96, 196, 608, 384, 36, o.scene || s.pick(['plumas', 'dunas', 'mar', 'huipil', 'volcan']), pal), s.rect(97, 197, 606, 382, 35, 'none', 'stroke="#fff" stroke-opacity=".4" stroke-width="2"'));
  s.add(`<text x="140" y="280" font-family="'Bricolage Grotesque',Figtree,Helvetica,Arial,sans-serif" font-weight="700" font-size="54" fill="#fff">Ceiba</text><text x="140" y="478" font-family="Figtree,Helvetica,Arial,sans-serif" font-weight="600" font-size="25" fill="#fff" fill-opacity=".92">Tarjeta de regalo</text><text x="138" y="540" font-family="Figtree,Helvetica,Arial,sans-serif" font-weight="700" font-size="58" fill="#fff">${o.amount || s.pick(['Q100', 'Q250', 'Q500', 'Q1,000'])}</text>`);
  s.add(s.rect(560, 196, 40, 384, 0, s.lg([[0, '#e0485c'], [.5, '#c01f38'], [1, '#8e1127']], 0, 0, 1, 0)), `<path d="M580 240C520 150 440 180 470 226c18 28 70 26 110 14c40 12 92 14 110-14c30-46-50-76-110 14z" fill="${s.lg([[0, '#f0697a'], [1, '#a4142c']])}"/><path d="M566 224h28v34h-28z" fill="#8e1127"/></g>`);
};
