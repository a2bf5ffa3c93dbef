import { sellerSlug } from '../sellers/seller-slug.ts';
import { type ForeignSystem, plainHeading } from './foreign-headings.ts';
import { plainOfHtml } from './html-text.ts';

/** Converts cells of other systems: categories, attributes, yes and no. Texts with no known meaning stay as they are. */

/** Names of the root that other systems put above all categories. */
const roots = new Set(
  'default_category root_catalog root all todos todo todas home inicio saleable vendible a_la_venta raiz'.split(' '),
);

/** Systems that write several categories of a product into one cell, with commas between them. */
const listing: ReadonlySet<ForeignSystem> = new Set(['WooCommerce', 'Magento', 'PrestaShop']);

/** Returns the category paths in a cell: `Default Category/TV/LED,Default Category/Ofertas` is `[[TV, LED], [Ofertas]]`. */
export function categoryTrails(text: string, system: ForeignSystem): string[][] {
  const cells = listing.has(system) ? text.replaceAll('\\,', '\uE001').split(/,(?!\s)|,\s+/) : [text];
  return cells.flatMap((cell) => {
    const whole = plainOfHtml(cell.replaceAll('\uE001', ',')).trim();
    const names = (
      />/.test(whole) ? whole.split('>') : system === 'Shopify' || system === 'WooCommerce' ? [whole] : whole.split('/')
    )
      .map((name) => name.trim())
      .filter((name) => name !== '');
    while (names.length > 0 && roots.has(plainHeading(names[0] ?? ''))) names.shift();
    return names.length === 0 ? [] : [names.slice(0, 5)];
  });
}

/** Returns a category's path from its titles: `[TV y Video, LED]` becomes `tv-y-video/led`. */
export const pathOfTrail = (trail: readonly string[]): string => trail.map(sellerSlug).join('/');

const yes = new Set(
  '1 1.0 true yes si sí verdadero active activo activado visible published publicado enabled'.split(' '),
);
const no = new Set(
  '0 0.0 -1 2 false no falso draft borrador archived archivado unlisted inactive inactivo desactivado hidden disabled private'.split(
    ' ',
  ),
);

/** Translates another system's word about publication into `sí` or `no`. Unknown words stay unchanged. */
export function publishedWord(text: string): string {
  const word = text.trim().toLowerCase();
  if (yes.has(word)) return 'sí';
  return no.has(word) ? 'no' : text;
}

/** Changes the separator of tags from a comma to `|`. */
export const tagList = (text: string): string =>
  text
    .split(/[,|]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
    .join('|');

/** An attribute as a pair of name and value. */
type Pair = readonly [name: string, value: string];

const plainWord = (text: string): string =>
  plainOfHtml(text)
    .replace(/[|;\s]+/g, ' ')
    .trim();

/** Writes pairs as `ram|Memoria RAM|8`, the form of the column `atributos`. */
export const attributeCell = (pairs: readonly Pair[]): string => {
  const seen = new Set<string>();
  return pairs
    .flatMap(([name, value]) => {
      const [label, word] = [plainWord(name), plainWord(value)];
      const code = sellerSlug(label.replaceAll('_', ' ')).slice(0, 60);
      if (code === '' || word === '' || seen.has(code)) return [];
      seen.add(code);
      return [`${code}|${label}|${word}`];
    })
    .join(';');
};

/** Parses Magento's `color=Negro,tamano_pantalla=55`. Values may contain commas. */
export const magentoPairs = (text: string): Pair[] =>
  text.split(/,(?=[A-Za-z0-9_]+=)/).flatMap((part) => {
    const at = part.indexOf('=');
    const label = part.slice(0, at).trim().replaceAll('_', ' ');
    return at < 1 ? [] : [[label.charAt(0).toUpperCase() + label.slice(1), part.slice(at + 1)] as const];
  });

/** Splits at commas. A part without a colon belongs to the part before it. */
const joinedParts = (text: string): string[] => {
  const parts: string[] = [];
  for (const part of text.split(',')) {
    if (part.includes(':') || parts.length === 0) parts.push(part);
    else parts[parts.length - 1] += `,${part}`;
  }
  return parts;
};

/** Parses PrestaShop's `Color:Negro:1,Pantalla:55":2` and Odoo's `Color: Negro, Talla: M`. */
export const colonPairs = (text: string): Pair[] =>
  joinedParts(text).flatMap((part) => {
    const [name = '', value = ''] = part.split(':').map((word) => word.trim());
    return name === '' || value === '' ? [] : [[name, value] as const];
  });

const odooTypes: Readonly<Record<string, string>> = {
  goods: 'producto',
  bienes: 'producto',
  product: 'producto',
  producto: 'producto',
  'storable product': 'producto',
  'producto almacenable': 'producto',
  consumable: 'producto',
  consumible: 'producto',
  consu: 'producto',
  service: 'servicio',
  servicio: 'servicio',
};

/** Converts Odoo's word for the kind of a product. */
export const odooType = (text: string): string => odooTypes[text.trim().toLowerCase()] ?? text;
