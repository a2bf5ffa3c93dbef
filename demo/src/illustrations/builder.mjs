/** Numbers of a seed, materials, and the builder every kind draws with. */

/* ---------------------------------------------------------------- seed */
export function hash(str) {
  let h = 2166136261 >>> 0;
  for (const c of String(str)) { h ^= c.codePointAt(0); h = Math.imul(h, 16777619); }
  return h >>> 0;
}
export function rng(seed) {
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

/** Three-quarter box: front face, right side and top, vertical edges kept vertical. */
export function box(s, { x, y, w, h, d = 80, k = .05, ks = .3, f, r = 14, top = true }) {
  const sideG = s.lg([[0, f.lo], [.35, f.base], [1, f.lo]], 0, 0, 1, 0), jx = x + w, jy = y + w * k;
  s.add(`<g transform="matrix(1 ${-ks} 0 1 ${jx} ${n1(jy)})">${s.rect(-r, 0, d + r, h, r, sideG)}${s.rect(-r, 0, d + r, h, r, s.lg([[0, '#000', .05], [1, '#000', .32]]))}</g>`);
  if (top) s.add(`<path d="M${x + r * .5} ${n1(y + 2)}L${n1(jx - r * .3)} ${n1(jy + 2)}L${n1(jx + d - 4)} ${n1(jy - d * ks + 4)}Q${n1(jx + d * .94)} ${n1(jy - d * ks - 2)} ${n1(jx + d * .8)} ${n1(jy - d * ks - 3)}L${n1(x + d * .9)} ${n1(y - d * ks + 2)}z" fill="${s.lg([[0, f.edge], [1, f.base]], 0, 0, 1, 1)}"/>`);
  const front = (inner) => s.add(`<g transform="matrix(1 ${k} 0 1 ${x} ${y})">${inner}</g>`);
  front(s.rect(0, 0, w, h, r, s.panel(f)) + s.rect(1.5, 1.5, w - 3, h - 3, r - 1, 'none', `stroke="${f.edge}" stroke-opacity=".75" stroke-width="2"`));
  return { front, jx, jy, bottom: jy + h };
}
