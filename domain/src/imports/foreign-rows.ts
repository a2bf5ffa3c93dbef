import {
  attributeCell,
  categoryTrails,
  colonPairs,
  magentoPairs,
  odooType,
  pathOfTrail,
  publishedWord,
  tagList,
} from './foreign-cells.ts';
import { type ForeignSystem, plainHeading, rankOf, skuTargets, targetsOf } from './foreign-headings.ts';
import { barcode } from './heading-targets.ts';
import { type CellFormat, readAmount } from './read-cell.ts';

/** Converts rows of another system's export into rows of this shop's kinds. */

type Cell = string | number;
/** Cells by target, such as `products.titulo`. */
type Good = Record<string, Cell>;

/** Why a row of the export yields no row of the kind. */
export type SkipReason = 'pictures' | 'model' | 'group' | 'view' | 'continuation' | 'noBarcode';

/** Texts of the notices about `n` rows of the export that yield no row. */
export const skipTexts: Readonly<Record<SkipReason, (n: number) => string>> = {
  pictures: (n) =>
    `Filas que solo traen otra foto de su producto: ${n}. Las fotos se suben como «pictures», en un ZIP con SKU.jpg y SKU-2.jpg.`,
  model: (n) => `Filas de modelos con variantes: ${n}. No entran; sus variantes, que son las que se venden, sí.`,
  group: (n) => `Filas de grupos, paquetes o enlaces a otra tienda, que aquí no existen: ${n}. No entran.`,
  view: (n) => `Filas que repiten un producto para otra vista de la tienda o en otro idioma: ${n}. No entran.`,
  continuation: (n) => `Filas sin código que solo completan a la anterior: ${n}. No entran.`,
  noBarcode: (n) => `Filas sin código de barras: ${n}. No entran.`,
};

/** The shop's names, to which another system's names are matched. */
export interface ShopNames {
  /** Paths of categories. */
  paths: readonly string[];
  /** Names of brands. */
  brands: readonly string[];
}

interface Row {
  good: Good;
  /** Returns the row's first text under these headings that is not empty. Otherwise an empty text. */
  raw: (...headings: string[]) => string;
}

/** The special rule of a system: changes the row, or returns why the row is skipped. */
type Habit = (row: Row) => SkipReason | undefined;

const textIn = (good: Good, target: string): string => String(good[target] ?? '').trim();
const product = (column: string): string => `products.${column}`;
const inherited = ['titulo', 'descripcion', 'marca', 'categoria', 'etiquetas', 'publicado'].map(product);
const shared = [...inherited, 'brands.marca', 'categories.ruta'];

const fillFrom = (good: Good, parent: Good | undefined): void => {
  for (const target of shared)
    if (textIn(good, target) === '' && parent?.[target] !== undefined) good[target] = parent[target];
};

/** Adds a variant's options to its attributes and to its title. */
const nameVariant = (good: Good, pairs: readonly (readonly [string, string])[]): void => {
  if (pairs.length === 0) return;
  good[product('atributos')] = attributeCell(pairs);
  const title = textIn(good, product('titulo'));
  const values = pairs.map(([, value]) => value);
  if (title !== '' && !values.every((value) => title.toLowerCase().includes(value.toLowerCase())))
    good[product('titulo')] = `${title}, ${values.join(' / ')}`;
};

/** Shopify: each variant and each picture of a product has a row. Only the first row has the values for the whole product. */
const shopifyHabit = (format: CellFormat): Habit => {
  let handle = '';
  let first: Good = {};
  let names: string[] = [];
  let status = '';
  return ({ good, raw }) => {
    const own = raw('Handle', 'URL handle');
    if (own !== handle || textIn(good, product('titulo')) !== '') {
      handle = own;
      first = { ...good };
      names = [1, 2, 3].map((n) => raw(`Option${n} Name`));
      status = raw('Status');
    }
    fillFrom(good, first);
    const sku = raw('Variant SKU', 'SKU').replace(/^'(?=\d)/, '');
    const price = raw('Variant Price', 'Price');
    if (sku === '' && price === '') return 'pictures';
    for (const target of skuTargets) good[target] = sku;
    // The apostrophe keeps the zeros of a code in a spreadsheet.
    good[barcode] = textIn(good, barcode).replace(/^'(?=\d)/, '');
    const pairs = names.flatMap((name, at) => {
      const value = raw(`Option${at + 1} Value`);
      return name === '' || value === '' || (name === 'Title' && value === 'Default Title')
        ? []
        : [[name, value] as const];
    });
    delete good[product('atributos')];
    nameVariant(good, pairs);
    if (pairs.length === 0) delete good[product('modelo')];
    else good[product('modelo')] = handle;
    const published = raw('Published', 'Published on online store') || textIn(first, product('publicado'));
    good[product('publicado')] = status !== '' && publishedWord(status) === 'no' ? 'no' : published;
    const isGiftCard = publishedWord(raw('Gift Card')) === 'sí';
    good[product('tipo')] = isGiftCard ? 'tarjeta de regalo' : '';
    // The price before a reduction has a separate column.
    const before = raw('Variant Compare At Price', 'Compare-at price');
    const [now, was] = [readAmount(price, format), readAmount(before, format)];
    const isReduced = now.ok && was.ok && was.value > now.value;
    good['prices.precio'] = isReduced ? before : price;
    good['prices.oferta'] = isReduced ? price : '';
    return undefined;
  };
};

/** Maximum number of parent products that wait for their variations. */
const maxParents = 5_000;
/** Maximum number of attributes of a product. */
const maxAttributes = 20;

/** WooCommerce: a variable product is a parent; its variations name the parent by sku or by `id:12`. */
const wooHabit = (): Habit => {
  const parents = new Map<string, Good>();
  return ({ good, raw }) => {
    const type = raw('Type', 'Tipo').toLowerCase();
    good[product('descripcion')] = textIn(good, product('descripcion')).replaceAll('\\n', '\n');
    const pairs = [...Array(maxAttributes).keys()].flatMap((at) => {
      const name = raw(`Attribute ${at + 1} name`, `Nombre del atributo ${at + 1}`);
      const value = raw(
        `Attribute ${at + 1} value(s)`,
        `Valor(es) del atributo ${at + 1}`,
        `Valores del atributo ${at + 1}`,
      );
      return name === '' || value === '' ? [] : [[name, value] as const];
    });
    delete good[product('atributos')];
    const parent = raw('Parent', 'Superior');
    delete good[product('modelo')];
    if (/\bvariable\b/.test(type)) {
      if (parents.size >= maxParents) parents.delete(parents.keys().next().value ?? '');
      for (const key of [textIn(good, product('sku')), `id:${raw('ID')}`])
        if (key !== '') parents.set(key, { ...good });
      return 'model';
    }
    if (/grouped|external|agrupado|externo/.test(type)) return 'group';
    if (/variation|variacion|variación/.test(type)) {
      fillFrom(good, parents.get(parent));
      nameVariant(good, pairs);
      good[product('modelo')] = textIn(parents.get(parent) ?? {}, product('sku')) || parent.replace(/^id:/, '');
    } else good[product('atributos')] = attributeCell(pairs);
    return undefined;
  };
};

/**
 * Magento: the rows of other store views repeat a product. A configurable product is a parent. A special price ends
 * after its last day.
 */
const magentoHabit =
  (): Habit =>
  ({ good, raw }) => {
    if (raw('store_view_code') !== '') return 'view';
    const type = raw('product_type').toLowerCase();
    if (type === 'configurable') return 'model';
    if (type === 'grouped' || type === 'bundle') return 'group';
    const pairs = magentoPairs(raw('additional_attributes'));
    const isBrand = (name: string): boolean => /^(?:manufacturer|brand|marca|fabricante)$/i.test(name);
    const own = raw('manufacturer', 'brand') || (pairs.find(([name]) => isBrand(name))?.[1] ?? '');
    good[product('marca')] = own;
    good['brands.marca'] = own;
    good[product('atributos')] = attributeCell(pairs.filter(([name]) => !isBrand(name)));
    good['prices.oferta_hasta'] = raw('special_price_to_date').replace(/[ T]00:00(?::00)?$/, '');
    return undefined;
  };

const prestashopHabit =
  (): Habit =>
  ({ good, raw }) => {
    good[product('atributos')] = attributeCell(
      colonPairs(raw('Feature(Name:Value:Position)', 'Feature (Name:Value:Position:Customized)')),
    );
    return undefined;
  };

/** Odoo: the list of a product continues in rows without its code and name. */
const odooHabit =
  (): Habit =>
  ({ good, raw }) => {
    if (textIn(good, product('sku')) === '' && textIn(good, product('titulo')) === '') return 'continuation';
    const kind = textIn(good, product('tipo'));
    if (kind !== '') good[product('tipo')] = odooType(kind);
    nameVariant(good, colonPairs(raw('Variant Values', 'Attribute Values', 'Valores de los atributos')));
    return undefined;
  };

const habitOf = (system: ForeignSystem, format: CellFormat): Habit => {
  if (system === 'Shopify') return shopifyHabit(format);
  if (system === 'WooCommerce') return wooHabit();
  if (system === 'Magento') return magentoHabit();
  return system === 'PrestaShop' ? prestashopHabit() : odooHabit();
};

/** Matches another system's names to the shop's names, and collects the names that changed. */
const matcher = (system: ForeignSystem, { paths, brands }: ShopNames) => {
  const known = new Set(paths);
  const byLeaf = Map.groupBy(paths, (path) => path.replace(/^.*\//, ''));
  const brandOf = new Map(brands.map((brand) => [brand.toLowerCase(), brand]));
  /** From the name in the other system to the shop's name. */
  const matched = new Map<string, string>();
  const note = (from: string, to: string): string => {
    if (from !== to && matched.size < 100) matched.set(from, to);
    return to;
  };
  return {
    matched,
    category(text: string): string {
      const [deepest] = categoryTrails(text, system).toSorted((a, b) => b.length - a.length);
      if (deepest === undefined) return text;
      const path = pathOfTrail(deepest);
      const alike = byLeaf.get(path.replace(/^.*\//, '')) ?? [];
      return note(text, known.has(path) || alike.length !== 1 ? path : (alike[0] ?? path));
    },
    brand: (text: string): string => note(text, brandOf.get(text.toLowerCase()) ?? text),
  };
};

export interface ForeignReader {
  /** Returns the rows of the kind from one row of the file, by column: at most one, or several for brands and categories. */
  read(cells: readonly Cell[]): Readonly<Record<string, Cell>>[];
  /** The number of skipped rows, by reason. */
  skipped: ReadonlyMap<SkipReason, number>;
  /** Names that were replaced by the shop's names. */
  matched: ReadonlyMap<string, string>;
}

/** Converts rows of another system's export to rows of a kind. */
export function foreignReader(
  {
    system,
    kind,
    headings,
    columns,
    format,
  }: {
    system: ForeignSystem;
    kind: string;
    headings: readonly string[];
    /** The column that each heading fills. It may differ from the system's default. */
    columns: readonly (string | undefined)[];
    format: CellFormat;
  },
  names: ShopNames,
): ForeignReader {
  const places = new Map<string, number>();
  headings.forEach((heading, at) => {
    const plain = plainHeading(heading);
    if (!places.has(plain)) places.set(plain, at);
  });
  const targets = headings.map((heading, at) => {
    const own = targetsOf(system, heading) ?? [];
    const column = columns[at];
    return column === undefined || own.includes(`${kind}.${column}`) ? own : [`${kind}.${column}`];
  });
  // The system's special rule does not change a column that a person mapped.
  const byHand = new Set(
    targets.flatMap((own, at) =>
      own.length === 1 && targetsOf(system, headings[at] ?? '')?.includes(own[0] ?? '') !== true ? own : [],
    ),
  );
  const habit = habitOf(system, format);
  const { matched, category, brand } = matcher(system, names);
  const skipped = new Map<SkipReason, number>();
  const seen = new Set<string>();
  const order = [...headings.keys()].toSorted(
    (a, b) => rankOf(system, headings[a] ?? '') - rankOf(system, headings[b] ?? ''),
  );
  const rowOf = (cells: readonly Cell[]): Row => {
    const good: Good = {};
    order.forEach((at) => {
      const cell = cells[at] ?? '';
      for (const target of targets[at] ?? [])
        if (textIn(good, target) === '' && String(cell).trim() !== '') good[target] = cell;
    });
    const raw = (...wanted: string[]): string => {
      for (const heading of wanted) {
        const at = places.get(plainHeading(heading));
        const text = at === undefined ? '' : String(cells[at] ?? '').trim();
        if (text !== '') return text;
      }
      return '';
    };
    return { good, raw };
  };
  const isFirst = (key: string): boolean => {
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  };
  const read = (cells: readonly Cell[]): Record<string, Cell>[] => {
    const row = rowOf(cells);
    const { good } = row;
    const mapped = [...byHand].flatMap((target) =>
      textIn(good, target) === '' ? [] : [[target, good[target]] as const],
    );
    const skippedAs = habit(row);
    for (const [target, cell] of mapped) if (cell !== undefined) good[target] = cell;
    if (kind === 'brands') {
      const title = textIn(good, 'brands.marca');
      return title !== '' && isFirst(title) ? [{ marca: title }] : [];
    }
    if (kind === 'categories') {
      return categoryTrails(textIn(good, 'categories.ruta'), system).flatMap((trail) =>
        trail.flatMap((titulo, at) => {
          const ruta = pathOfTrail(trail.slice(0, at + 1));
          return isFirst(ruta) ? [{ ruta, titulo }] : [];
        }),
      );
    }
    const hasNoCode = kind === 'barcodes' && textIn(good, barcode) === '';
    const reason = skippedAs ?? (hasNoCode ? 'noBarcode' : undefined);
    if (reason !== undefined) {
      skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
      return [];
    }
    const convert = (target: string, by: (text: string) => string): void => {
      if (textIn(good, target) !== '') good[target] = by(textIn(good, target));
    };
    convert(product('publicado'), publishedWord);
    convert(product('etiquetas'), tagList);
    if (kind === 'products') {
      convert(product('categoria'), category);
      convert(product('marca'), brand);
    }
    const own = Object.entries(good).filter(([target]) => target.startsWith(`${kind}.`));
    return [Object.fromEntries(own.map(([target, cell]) => [target.slice(kind.length + 1), cell]))];
  };
  return { read, skipped, matched };
}
