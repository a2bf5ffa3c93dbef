/** Seeded numbers, materials, and the builder that every drawing function uses. */

/* ---------------------------------------------------------------- seed */
export function hash(str) {
  let h = 2166136261 >>> 0;
  for (const c of String(str)) { h ^= c.codePointAt(0); h = Math.imul(h, 16777619); }
  return h >>> 0;
}
function rng(seed) {
  let a = Math.imul(hash(seed) ^ 0x9e3779b9, 2654435761);
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/* ---------------------------------------------------------------- material library */
export const FINISH = {
  grafito:    { hi: '#7b8287', base: '#43494d', lo: '#1a1d1f', edge: '#a9b0b4' },
  negro:      { hi: '#55595c', base: '#232628', lo: '#0a0b0c', edge: '#7d8286' },
  plata:      { hi: '#fcfdfd', base: '#d5d9db', lo: '#90979c', edge: '#ffffff' },
  perla:      { hi: '#ffffff', base: '#f1efeb', lo: '#bcb8b0', edge: '#ffffff' },
  arena:      { hi: '#fdf5e6', base: '#e4d3b5', lo: '#a48d67', edge: '#fffaf0' },
  jade:       { hi: '#a5e6d0', base: '#3aa88c', lo: '#0c5244', edge: '#d4f7ea' },
  bosque:     { hi: '#6c9d8d', base: '#245a4e', lo: '#0a2722', edge: '#a3cbbd' },
  cielo:      { hi: '#dcecf8', base: '#93bcd9', lo: '#41708f', edge: '#f2f9ff' },
  medianoche: { hi: '#6378a0', base: '#283858', lo: '#0c1424', edge: '#93a6c9' },
  coral:      { hi: '#ffd0c3', base: '#ef8b77', lo: '#a3453a', edge: '#ffe7e0' },
  carmesi:    { hi: '#f4808c', base: '#b81d35', lo: '#5d0817', edge: '#ffc0c6' },
  lila:       { hi: '#ece6f5', base: '#c3b6dc', lo: '#786a98', edge: '#faf7ff' },
};

export const n1 = (v) => Math.round(v * 10) / 10;

/* ---------------------------------------------------------------- tiny SVG builder */
export class S {
  constructor(seed) { this.r = rng(seed); this.p = 'c' + hash(seed).toString(36).slice(0, 5); this.n = 0; this.d = []; this.b = []; }
  id() { return this.p + (this.n++).toString(36); }
  stops(st) { return st.map(([o, c, a]) => `<stop offset="${o}" stop-color="${c}"${a != null ? ` stop-opacity="${a}"` : ''}/>`).join(''); }
  lg(st, x1 = 0, y1 = 0, x2 = 0, y2 = 1) { const i = this.id(); this.d.push(`<linearGradient id="${i}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${this.stops(st)}</linearGradient>`); return `url(#${i})`; }
  rg(st, cx = .5, cy = .5, r = .5, fx = cx, fy = cy) { const i = this.id(); this.d.push(`<radialGradient id="${i}" cx="${cx}" cy="${cy}" r="${r}" fx="${fx}" fy="${fy}">${this.stops(st)}</radialGradient>`); return `url(#${i})`; }
  clip(shape) { const i = this.id(); this.d.push(`<clipPath id="${i}">${shape}</clipPath>`); return `clip-path="url(#${i})"`; }
  mesh(c, s = 8, r = 1.6, bg = 'none') { const i = this.id(); this.d.push(`<pattern id="${i}" width="${s}" height="${s}" patternUnits="userSpaceOnUse"><rect width="${s}" height="${s}" fill="${bg}"/><circle cx="${s / 4}" cy="${s / 4}" r="${r}" fill="${c}"/><circle cx="${s * .75}" cy="${s * .75}" r="${r}" fill="${c}"/></pattern>`); return `url(#${i})`; }
  add(...x) { this.b.push(...x); return this; }
  pick(a) { return a[Math.floor(this.r() * a.length)]; }
  range(a, b) { return a + (b - a) * this.r(); }
  metal(f, dir = 'v') { // brushed / anodised body
    const st = [[0, f.hi], [.18, f.base], [.55, f.base], [.85, f.lo], [1, f.base]];
    return dir === 'v' ? this.lg(st) : this.lg([[0, f.lo], [.08, f.base], [.35, f.hi], [.6, f.base], [1, f.lo]], 0, 0, 1, 0);
  }
  panel(f) { return this.lg([[0, f.hi], [.45, f.base], [1, f.lo]], 0, 0, .9, 1); }
  shadow(cx, cy, rx, ry = rx * .09, o = .34) {
    const a = this.rg([[0, '#10201b', o], [.55, '#10201b', o * .42], [1, '#10201b', 0]]);
    const c = this.rg([[0, '#06100d', o * 1.3], [.7, '#06100d', o * .5], [1, '#06100d', 0]]);
    return this.add(`<ellipse cx="${cx}" cy="${n1(cy + ry * .35)}" rx="${n1(rx * 1.12)}" ry="${n1(ry * 1.9)}" fill="${a}"/><ellipse cx="${cx}" cy="${cy}" rx="${n1(rx * .94)}" ry="${n1(ry * .7)}" fill="${c}"/>`);
  }
  rect(x, y, w, h, rx, fill, extra = '') { return `<rect x="${n1(x)}" y="${n1(y)}" width="${n1(w)}" height="${n1(h)}" rx="${rx}" fill="${fill}" ${extra}/>`; }
  glare(x, y, w, h, rx, o = .16, k = .55) {
    const g = this.lg([[0, '#fff', o], [.5, '#fff', o * .35], [1, '#fff', 0]], 0, 0, 1, 1);
    const c = this.clip(this.rect(x, y, w, h, rx, '#000'));
    return `<g ${c}><path d="M${n1(x)} ${n1(y)}h${n1(w * k)}L${n1(x + w * (k - .42))} ${n1(y + h)}H${n1(x)}z" fill="${g}"/></g>`;
  }
  brand(t, x, y, size = 14, c = '#fff', o = .8, a = 'middle', sp = 2) { return t ? `<text x="${x}" y="${y}" font-family="Figtree,Helvetica,Arial,sans-serif" font-weight="600" font-size="${size}" letter-spacing="${sp}" text-anchor="${a}" fill="${c}" fill-opacity="${o}">${t.toUpperCase()}</text>` : ''; }
  out(label) {
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800" role="img" aria-label="${label}"><defs>${this.d.join('')}</defs>${this.b.join('')}</svg>`;
  }
}

/** Draws a box in three-quarter view: front face, right side and top. Vertical edges stay vertical. */
export function box(s, { x, y, w, h, d = 80, k = .05, ks = .3, f, r = 14, top = true }) {
  const sideG = s.lg([[0, f.lo], [.35, f.base], [1, f.lo]], 0, 0, 1, 0), jx = x + w, jy = y + w * k;
  s.add(`<g transform="matrix(1 ${-ks} 0 1 ${jx} ${n1(jy)})">${s.rect(-r, 0, d + r, h, r, sideG)}${s.rect(-r, 0, d + r, h, r, s.lg([[0, '#000', .05], [1, '#000', .32]]))}</g>`);
  if (top) s.add(`<path d="M${x + r * .5} ${n1(y + 2)}L${n1(jx - r * .3)} ${n1(jy + 2)}L${n1(jx + d - 4)} ${n1(jy - d * ks + 4)}Q${n1(jx + d * .94)} ${n1(jy - d * ks - 2)} ${n1(jx + d * .8)} ${n1(jy - d * ks - 3)}L${n1(x + d * .9)} ${n1(y - d * ks + 2)}z" fill="${s.lg([[0, f.edge], [1, f.base]], 0, 0, 1, 1)}"/>`);
  const front = (inner) => s.add(`<g transform="matrix(1 ${k} 0 1 ${x} ${y})">${inner}</g>`);
  front(s.rect(0, 0, w, h, r, s.panel(f)) + s.rect(1.5, 1.5, w - 3, h - 3, r - 1, 'none', `stroke="${f.edge}" stroke-opacity=".75" stroke-width="2"`));
  return { front, jx, jy, bottom: jy + h };
}

/* ---------------------------------------------------------------- palettes of screens */
export const PALS = [
  { sky: ['#12304f', '#d97a5b', '#ffd9a3'], sun: '#fff3d6', hill: ['#7a6178', '#4b4a68', '#263450', '#0f1b2d'], pop: '#ffb37a' },
  { sky: ['#04302f', '#1c9a86', '#d5f5dc'], sun: '#f9ffe9', hill: ['#4aa58a', '#227663', '#0f5046', '#052e2a'], pop: '#7df0c8' },
  { sky: ['#2b0714', '#b3213a', '#ffb9a0'], sun: '#ffe9da', hill: ['#a2435a', '#6f2742', '#43162c', '#210a17'], pop: '#ff8f8f' },
  { sky: ['#061a3a', '#1f6fb0', '#bfe9ff'], sun: '#ffffff', hill: ['#5b9cc4', '#2f6d98', '#18476c', '#0a2741'], pop: '#7fd4ff' },
  { sky: ['#0d1230', '#2a5f8f', '#72e0c8'], sun: '#eafff8', hill: ['#3d8f95', '#22627a', '#153f5b', '#0a2038'], pop: '#8affdc' },
  { sky: ['#3a1c08', '#d98a2b', '#ffe6ae'], sun: '#fff8e2', hill: ['#b7743a', '#84502a', '#53301b', '#2a170c'], pop: '#ffcf70' },
  { sky: ['#0b2b26', '#0f7f6b', '#f2c46d'], sun: '#fff3d0', hill: ['#2d8b74', '#16604f', '#0b4036', '#052620'], pop: '#ff6b6b' },
];

/* ---------------------------------------------------------------- screen content */
const SCENES = ['volcan', 'plumas', 'dunas', 'esferas', 'ciudad', 'huipil', 'mar'];
export function scene(s, x, y, w, h, rx, kind, pi) {
  const P = PALS[(pi ?? Math.floor(s.r() * PALS.length)) % PALS.length];
  kind = kind || s.pick(SCENES);
  const o = [], c = s.clip(s.rect(x, y, w, h, rx, '#000'));
  const X = (u) => n1(x + u * w), Y = (v) => n1(y + v * h), m = Math.min(w, h);
  const bg = s.lg([[0, P.sky[0]], [.55, P.sky[1]], [1, P.sky[2]]]);
  if (kind === 'volcan') {
    const hz = s.range(.62, .7), sx = s.range(.3, .72);
    o.push(s.rect(x, y, w, h * hz + 2, 0, bg));
    o.push(`<circle cx="${X(sx)}" cy="${Y(hz - .17)}" r="${n1(m * .5)}" fill="${s.rg([[0, P.sun, .85], [.22, P.sun, .35], [1, P.sun, 0]])}"/><circle cx="${X(sx)}" cy="${Y(hz - .17)}" r="${n1(m * .085)}" fill="${P.sun}"/>`);
    [0, 1, 2].forEach((i) => {
      const a = s.range(.08, .92), pk = hz - s.range(.2, .42) + i * .09, sp = s.range(.3, .55);
      o.push(`<path d="M${X(a - sp)} ${Y(hz)}C${X(a - sp * .45)} ${Y(hz - .03)} ${X(a - .09)} ${Y(pk + .06)} ${X(a - .025)} ${Y(pk)}L${X(a + .03)} ${Y(pk + .006)}C${X(a + .1)} ${Y(pk + .08)} ${X(a + sp * .5)} ${Y(hz - .03)} ${X(a + sp)} ${Y(hz)}z" fill="${s.lg([[0, P.hill[i]], [1, P.hill[Math.max(0, i - 1)]]])}"/>`);
    });
    o.push(s.rect(x, y + h * hz, w, h * (1 - hz) + 1, 0, s.lg([[0, P.sky[2]], [.25, P.sky[1]], [1, P.sky[0]]])));
    for (let i = 0; i < 7; i++) { const ww = s.range(.05, .2); o.push(s.rect(x + w * (sx - ww / 2 + s.range(-.03, .03)), y + h * (hz + .02 + i * .04), w * ww, m * .006, m * .003, P.sun, `fill-opacity="${n1(.7 - i * .08)}"`)); }
    o.push(`<path d="M${X(0)} ${Y(1)}V${Y(.9)}C${X(.2)} ${Y(.84)} ${X(.3)} ${Y(.93)} ${X(.5)} ${Y(.95)}S${X(.85)} ${Y(.87)} ${X(1)} ${Y(.92)}V${Y(1)}z" fill="${P.hill[3]}"/>`);
  } else if (kind === 'plumas') {
    o.push(s.rect(x, y, w, h, 0, s.lg([[0, P.hill[3]], [.6, P.hill[2]], [1, P.sky[0]]], 0, 0, 1, 1)));
    const cols = [P.sky[1], P.pop, P.hill[0], P.sky[2], P.hill[1], P.sky[1], P.pop];
    for (let i = 0; i < 7; i++) {
      const a = -.2 + i * .13 + s.range(-.03, .03), b = .15 + i * .12;
      o.push(`<path d="M${X(-.1)} ${Y(a + .62)}C${X(.25)} ${Y(a + .02)} ${X(.5)} ${Y(b + .75)} ${X(1.1)} ${Y(b - .25)}L${X(1.1)} ${Y(b + .02)}C${X(.55)} ${Y(b + 1)} ${X(.3)} ${Y(a + .28)} ${X(-.1)} ${Y(a + .86)}z" fill="${s.lg([[0, cols[i], .05], [.45, cols[i], .95], [1, cols[i], .18]], 0, 0, 1, .3)}"/>`);
    }
  } else if (kind === 'dunas') {
    o.push(s.rect(x, y, w, h, 0, bg), `<circle cx="${X(s.range(.2, .8))}" cy="${Y(.28)}" r="${n1(m * .12)}" fill="${s.lg([[0, P.sun], [1, P.sky[2]]])}"/>`);
    for (let i = 0; i < 5; i++) {
      const b = .42 + i * .12, q = s.range(-.12, .12);
      o.push(`<path d="M${X(0)} ${Y(1)}V${Y(b + q)}C${X(.25)} ${Y(b - .16)} ${X(.42)} ${Y(b + .18 + q)} ${X(.62)} ${Y(b)}S${X(.9)} ${Y(b - .08)} ${X(1)} ${Y(b - q)}V${Y(1)}z" fill="${s.lg([[0, [P.sky[2], ...P.hill][i]], [1, P.hill[Math.min(3, i)]]], .2, 0, .8, 1)}"/>`);
    }
  } else if (kind === 'esferas') {
    o.push(s.rect(x, y, w, h, 0, s.lg([[0, P.sky[1]], [1, P.sky[0]]], 0, 0, 1, 1)));
    for (let i = 0; i < 6; i++) {
      const r = m * s.range(.12, .34), cx = X(s.range(.05, .95)), cy = Y(s.range(.1, .95)), c2 = s.pick([P.pop, P.sky[2], P.hill[0], P.sky[1]]);
      o.push(`<circle cx="${cx}" cy="${cy}" r="${n1(r)}" fill="${s.rg([[0, '#fff', .95], [.18, c2], [.75, P.hill[2]], [1, P.hill[3]]], .5, .5, .62, .3, .26)}"/>`);
    }
  } else if (kind === 'ciudad') {
    o.push(s.rect(x, y, w, h, 0, s.lg([[0, P.hill[3]], [.6, P.hill[1]], [1, P.pop]])));
    o.push(`<circle cx="${X(.74)}" cy="${Y(.3)}" r="${n1(m * .13)}" fill="${s.rg([[0, P.sun], [.9, P.sky[2]], [1, P.sky[2], .6]])}"/>`);
    let u = -.03;
    while (u < 1) {
      const bw = s.range(.06, .13), bh = s.range(.2, .55);
      o.push(s.rect(X(u), Y(1 - bh), w * bw, h * bh + 1, m * .008, s.lg([[0, P.hill[2]], [1, P.hill[3]]])));
      for (let i = 0; i < 4; i++) o.push(s.rect(X(u + bw * (.18 + .32 * Math.floor(s.r() * 2.4))), Y(1 - bh + .04 + s.r() * (bh - .1)), w * bw * .16, m * .018, 1, s.pick([P.sun, P.pop, P.sky[2]]), 'fill-opacity=".9"'));
      u += bw + .006;
    }
  } else if (kind === 'huipil') {
    o.push(s.rect(x, y, w, h, 0, s.lg([[0, P.hill[2]], [1, P.hill[3]]])));
    const k = m / 6, cols = [P.pop, P.sky[1], P.sky[2], '#d8293f', P.sun];
    for (let r = 0; r * k < h + k; r++) {
      const col = cols[(r * 2 + Math.floor(s.r() * 2)) % 5], y0 = y + r * k, t = r % 3, parts = [];
      for (let q = 0; q * k < w + k; q++) {
        const cx = x + q * k + (t === 1 ? k / 2 : 0), cy = y0 + k / 2, a = t === 2 ? k * .26 : k * .46;
        parts.push(t === 2 ? `M${n1(cx - k * .4)} ${n1(cy + a)}l${n1(k * .4)} ${n1(-2 * a)}l${n1(k * .4)} ${n1(2 * a)}z` : `M${n1(cx)} ${n1(cy - a)}L${n1(cx + a)} ${n1(cy)}L${n1(cx)} ${n1(cy + a)}L${n1(cx - a)} ${n1(cy)}z`);
      }
      o.push(`<path d="${parts.join('')}" fill="${col}" fill-opacity=".92"/>`);
    }
    o.push(s.rect(x, y, w, h, 0, s.lg([[0, '#000', 0], [1, '#000', .35]])));
  } else { // mar
    o.push(s.rect(x, y, w, h, 0, s.lg([[0, P.sky[2]], [.4, P.sky[1]], [1, P.sky[0]]])));
    o.push(`<ellipse cx="${X(.5)}" cy="${Y(.1)}" rx="${n1(w * .7)}" ry="${n1(h * .5)}" fill="${s.rg([[0, '#fff', .75], [1, '#fff', 0]])}"/>`);
    for (let i = 0; i < 4; i++) {
      const b = .35 + i * .16;
      o.push(`<path d="M${X(-.1)} ${Y(b + .2)}C${X(.15)} ${Y(b - .12)} ${X(.35)} ${Y(b - .1)} ${X(.52)} ${Y(b + .08)}S${X(.9)} ${Y(b + .14)} ${X(1.1)} ${Y(b - .1)}V${Y(1.1)}H${X(-.1)}z" fill="${s.lg([[0, i % 2 ? P.pop : P.sky[1], .85], [.25, P.hill[i], .9], [1, P.hill[3], .9]])}"/>`);
    }
  }
  return `<g ${c}>${o.join('')}</g>`;
}
