/** Things with a screen: kind by kind, each fills the builder `s`. */

import { n1 } from './builder.mjs';
import { PALS, scene } from './scenes.mjs';

export const screens = {};

screens.tv = (s, o) => {
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

screens.monitor = (s, o) => {
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

screens.phone = (s, o) => {
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

screens.tablet = (s, o) => {
  const f = o.f, W = 640, H = 452, x = 80, y = 170, pen = o.pen ?? s.r() > .4;
  s.shadow(400, 656, 300, 20, .36);
  s.add(s.rect(x, y, W, H, 34, s.lg([[0, f.edge], [.5, f.base], [1, f.lo]])), s.rect(x + 5, y + 5, W - 10, H - 10, 30, '#07080a'), scene(s, x + 22, y + 22, W - 44, H - 44, 14, o.scene, o.pal));
  const ic = ['#0e7a64', '#c22a3f', '#1f6fb0', '#d98a2b', '#ffffff', '#22313b'];
  for (let i = 0; i < 6; i++) s.add(s.rect(x + 142 + i * 60, y + H - 82, 44, 44, 12, s.lg([[0, '#fff', .55], [.15, ic[i]], [1, ic[i]]])));
  s.add(s.rect(x + 126, y + H - 92, 378, 64, 20, '#fff', 'fill-opacity=".2"'));
  s.add(`<circle cx="${x + W / 2}" cy="${y + 13}" r="4" fill="#1c2a3f"/>`, s.glare(x + 6, y + 6, W - 12, H - 12, 28, .2));
  if (pen) s.add(`<g transform="rotate(-64 640 520)"><rect x="380" y="508" width="420" height="24" rx="12" fill="${s.lg([[0, '#fff'], [.5, '#e9e9e6'], [1, '#a9aaa6']])}"/><path d="M380 508l-34 12l34 12z" fill="#d7d7d3"/><rect x="752" y="508" width="4" height="24" fill="#a5a6a2"/></g>`);
};

screens.laptop = (s, o) => {
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
