/**
 * Ceiba: procedural product illustrations.
 *
 *   renderProduct({ kind: 'tv', seed: 'sku-or-any-string', brand: 'Lumara', ...overrides }) -> SVG string (800 x 800, transparent)
 *
 * Rules of the system
 *  - no raster, no external font, no <filter>: only gradients, clips and patterns, so 40 cards paint cheaply;
 *  - light always comes from the upper left; every object has a contact shadow and an ambient shadow;
 *  - same seed -> same picture, on server and client (no Math.random, no Date).
 */

import { box, FINISH, hash, PALS, S } from './builder.mjs';
import { kinds } from './kinds.mjs';

/** Fictional demo brands: finishes allowed per brand and one accent light. */
const BRANDS = {
  Lumara:  { finishes: ['negro', 'grafito', 'plata'], accent: '#2ee6b8' },
  Kairo:   { finishes: ['medianoche', 'jade', 'lila', 'arena', 'grafito', 'cielo'], accent: '#5ad1ff' },
  Vektor:  { finishes: ['grafito', 'plata', 'negro', 'medianoche'], accent: '#ff4d5e' },
  Onda:    { finishes: ['negro', 'perla', 'bosque', 'coral', 'cielo'], accent: '#ff8a5c' },
  Pixela:  { finishes: ['negro', 'grafito', 'plata'], accent: '#ffb43a' },
  Norvik:  { finishes: ['plata', 'grafito', 'perla'], accent: '#4cc3ff' },
  Brisa:   { finishes: ['perla', 'arena', 'jade', 'carmesi', 'plata'], accent: '#39d0a3' },
  Nube:    { finishes: ['perla', 'negro', 'bosque'], accent: '#39d0a3' },
};

/* ---------------------------------------------------------------- products */
const K = { ...kinds };

export const KINDS = Object.keys(K);

/** Adds a kind that is drawn elsewhere in the same style. `draw(s, o)` fills the builder `s`. `o.f` is the finish. */
export function addKind(kind, label, draw) { K[kind] = draw; LABEL[kind] = label; }
const LABEL = { tv: 'Televisor', monitor: 'Monitor', phone: 'Teléfono', tablet: 'Tableta', laptop: 'Laptop', headphones: 'Audífonos', earbuds: 'Audífonos inalámbricos', soundbar: 'Barra de sonido', speaker: 'Bocina', camera: 'Cámara', smartwatch: 'Reloj inteligente', console: 'Consola', controller: 'Control', fridge: 'Refrigeradora', washer: 'Lavadora', microwave: 'Microondas', airfryer: 'Freidora de aire', printer: 'Impresora', router: 'Router', robot: 'Aspiradora robot', stove: 'Estufa', blender: 'Licuadora', drone: 'Dron', giftcard: 'Tarjeta de regalo' };

export function renderProduct({ kind, seed, brand = '', finish, accent, ...rest }) {
  if (!K[kind]) throw new Error('unknown kind ' + kind);
  const s = new S(`${kind}:${seed}`), b = BRANDS[brand] || { finishes: Object.keys(FINISH), accent: '#39d0a3' };
  const fin = finish || s.pick(b.finishes), pal = rest.pal ?? Math.floor(s.r() * PALS.length);
  const o = { brand, accent: accent || b.accent, ...rest, pal, f: FINISH[fin] }, label = `${LABEL[kind]} ${brand}`.trim(), { view } = rest;
  if (view === 'caja') return packBox(s, kind, o, label);
  if (view === 'ambiente') {
    const P = PALS[pal];
    s.add(s.rect(0, 0, 800, 800, 0, s.lg([[0, '#fbf4e8'], [.72, '#f1e2cb'], [.721, '#e6d2b4'], [1, '#f3e6d2']])), `<path d="M190 690V370a210 210 0 0 1 420 0V690z" fill="${s.lg([[0, P.hill[0]], [1, P.hill[2]]])}"/><circle cx="640" cy="170" r="62" fill="${P.sun}"/>`, '<g transform="translate(84 84) scale(.79)">');
    K[kind](s, o); s.add('</g>');
    return s.out(label);
  }
  K[kind](s, o);
  const svg = s.out(label);
  return view === 'detalle' ? svg.replace('viewBox="0 0 800 800"', `viewBox="${o.crop || '130 50 400 400'}"`) : svg;
}

/** Draws a retail box with the product printed on the front, a second picture for every gallery. */
function packBox(s, kind, o, label) {
  s.shadow(420, 706, 250, 20, .38);
  const P = PALS[o.pal], b = box(s, { x: 190, y: 130, w: 330, h: 546, d: 96, k: .035, ks: .22, f: FINISH.perla, r: 6 });
  const t = new S('pack' + kind + o.brand + o.pal); K[kind](t, o);
  s.d.push(...t.d);
  b.front(s.rect(0, 0, 330, 546, 6, s.lg([[0, '#ffffff'], [1, '#f2ece1']])) + s.rect(0, 0, 330, 86, 6, s.lg([[0, P.hill[1]], [1, P.hill[2]]], 0, 0, 1, 0)) + s.brand(o.brand, 165, 54, 26, '#fff', 1, 'middle', 5) + `<g transform="translate(21 128) scale(.36)">${t.b.join('')}</g>` + s.rect(30, 468, 130, 8, 4, '#17211d', 'fill-opacity=".7"') + s.rect(30, 488, 90, 6, 3, '#17211d', 'fill-opacity=".35"') + s.rect(30, 504, 108, 6, 3, '#17211d', 'fill-opacity=".35"') + `<circle cx="284" cy="490" r="20" fill="${o.accent}"/>`);
  return s.out(label + ', empaque');
}
export { S, box, scene } from './builder.mjs';

/** Returns a finish by its name. White plastic for an unknown name. */
export const finishOf = (name) => FINISH[name] ?? FINISH.perla;

/** Returns a hash of the drawing without its generated ids. Equal hashes mean equal pictures. */
export const fingerprint = (svg) => hash(svg.replace(/(id="|url\(#)c[a-z0-9]+/g, '$1'));
