import { cleanCell } from '@ceiba/domain/imports/clean-cell';
import { type ForeignSystem, plainHeading, systemOf, targetsOf } from '@ceiba/domain/imports/foreign-headings';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Column, Kind } from './import-kind.ts';
import { findKind } from './kinds.ts';
import { type Notice, namesText } from './notices.ts';
import { errorHeading, shortened } from './read-row.ts';

export interface HeadingFault {
  column: string;
  code: 'UNKNOWN_COLUMN' | 'DUPLICATE_COLUMN' | 'MISSING_COLUMN';
  text: string;
}

/** Instructions about a file's headings, given with the file. */
export interface HeadingOptions {
  /** Heading → column. The names are in the form of `plainHeading`. */
  map: Readonly<Record<string, string>>;
  /** Headings that are not read. `all`: all unknown headings. */
  ignore: readonly string[] | 'all';
  /** Column → text for each row whose cell is empty. */
  values: Readonly<Record<string, string>>;
}

export const noHeadingOptions: HeadingOptions = { map: {}, ignore: [], values: {} };

/**
 * Parses typed instructions about headings, such as `Vendor=marca`, one per word or line. Undefined if an instruction
 * has another form.
 */
export function readHeadingOptions({
  map = [],
  ignore = [],
  values = [],
}: {
  map?: readonly string[] | undefined;
  ignore?: readonly string[] | undefined;
  values?: readonly string[] | undefined;
}): HeadingOptions | undefined {
  const pairs = (words: readonly string[], at: 'indexOf' | 'lastIndexOf'): [string, string][] | undefined => {
    const read = words.map((word): [string, string] => {
      const mark = word[at]('=');
      return [word.slice(0, Math.max(mark, 0)).trim(), word.slice(mark + 1).trim()];
    });
    return read.some(([name, value]) => name === '' || value === '') ? undefined : read;
  };
  // Headings and values may contain "=".
  const [mapped, given] = [pairs(map, 'lastIndexOf'), pairs(values, 'indexOf')];
  if (mapped === undefined || given === undefined) return undefined;
  return {
    map: Object.fromEntries(mapped.map(([heading, column]) => [nameOf(heading), nameOf(column)])),
    ignore: ignore.some((word) => ['all', 'todas'].includes(nameOf(word))) ? 'all' : ignore.map(nameOf),
    values: Object.fromEntries(given.map(([column, value]) => [nameOf(column), value])),
  };
}

const nameOf = (heading: string): string => plainHeading(cleanCell(heading));

/** The meaning of a heading. Null if its cells are not read. */
export interface ShownHeading {
  heading: string;
  column: string | null;
}

export interface ReadHeadings {
  /** The system that exported the file. Undefined if the file has this shop's headings. */
  system: ForeignSystem | undefined;
  /** The column that each heading fills, or undefined. In an export of another system, several headings may fill one column. */
  columns: readonly (Column | undefined)[];
  /** All columns that headings of another system may fill. One heading may fill several columns, such as price and offer. */
  also: readonly string[];
  shown: readonly ShownHeading[];
  notices: readonly Notice[];
}

/** Returns the probable separator of a file if all its headings were read as one. */
const separatorOf = (heading: string): 'semicolon' | 'tab' | undefined =>
  heading.includes(';') ? 'semicolon' : heading.includes('\t') ? 'tab' : undefined;

/** Maximum number of characters of unknown headings in one error. */
const maxListedLetters = 300;

/** By kind: the subject of its headings, and how that kind is imported. */
const otherKinds: Readonly<Record<string, readonly [about: string, advice: string]>> = {
  prices: ['De los precios', 'Importa este mismo archivo como «prices».'],
  stock: ['De las existencias', 'Importa este mismo archivo como «stock» y di la tienda (value tienda=CÓDIGO).'],
  pictures: ['De las fotos', 'Súbelas como «pictures», en un ZIP con SKU.jpg y SKU-2.jpg.'],
  products: ['De los productos', 'Importa este mismo archivo como «products».'],
  brands: ['De las marcas', 'Importa este mismo archivo como «brands».'],
  categories: ['De las categorías', 'Importa este mismo archivo como «categories».'],
  barcodes: ['De los códigos de barras', 'Importa este mismo archivo como «barcodes».'],
  costs: ['De los costos', 'Importa este mismo archivo como «costs».'],
};

const elsewhereText = (other: string, names: readonly string[]): string => {
  const [about = 'De otro tipo de archivo', advice = ''] = otherKinds[other] ?? [];
  return `${about}: ${namesText(names)}. ${advice}`.trim();
};

/** Kinds whose columns people often put into a file of another kind, in the order in which errors name them. */
const mixedKinds = ['prices', 'stock', 'products', 'pictures'] as const;

/** Returns another kind that has a column of this name. */
const kindWith = (kind: Kind, name: string): string | undefined =>
  mixedKinds.find(
    (other) =>
      other !== kind.name &&
      findKind(other)?.columns.some((column) => column.name === name && !(findKind(other)?.key ?? []).includes(name)),
  );

interface Reading {
  kind: Kind;
  headings: readonly string[];
  wishes: HeadingOptions;
}

const namedColumn = (kind: Kind, name: string): Column | undefined =>
  kind.columns.find((column) => column.name === name && column.isDerived !== true);

/** Returns one error for all unknown headings, so that the person who corrects the file reads it once. */
const unknownFault = ({ kind, headings }: Reading, unknown: readonly string[]): HeadingFault => {
  const known = [
    ...kind.columns.filter(({ isDerived = false }) => !isDerived).map(({ name }) => name),
    ...(kind.partForm === undefined ? [] : [kind.partForm]),
  ];
  const names: string[] = [];
  for (const heading of unknown) {
    if (names.length > 0 && names.join().length + Math.min(heading.length, 200) > maxListedLetters) break;
    names.push(shortened(heading));
  }
  const more = unknown.length - names.length;
  const list = `${names.map((name) => `«${name}»`).join(', ')}${more > 0 ? ` y ${more} más` : ''}`;
  const separator = headings.length > 1 ? undefined : separatorOf(unknown[0] ?? '');
  const elsewhere = Map.groupBy(
    names.flatMap((name) => {
      const other = kindWith(kind, nameOf(name));
      return other === undefined ? [] : [{ name, other }];
    }),
    ({ other }) => other,
  );
  const hints = [
    ...(separator === undefined ? [] : [`Parece que otro signo separa las columnas: declara separator ${separator}.`]),
    ...[...elsewhere].map(([other, found]) =>
      elsewhereText(
        other,
        found.map(({ name }) => name),
      ),
    ),
    ...(separator === undefined ? ['Si sobran, impórtalo sin ellas: ignore, con su nombre o con «all».'] : []),
  ];
  return {
    column: names[0] ?? '',
    code: 'UNKNOWN_COLUMN',
    text: `${unknown.length === 1 ? 'No hay una columna' : 'No hay columnas'} ${list}. Las columnas son: ${known.join(', ')}. ${hints.join(' ')}`,
  };
};

const twiceFaults = (headings: readonly string[], columns: readonly (Column | undefined)[]): HeadingFault[] =>
  columns.flatMap((column, at) =>
    column !== undefined && columns.findIndex((one) => one?.name === column.name) < at
      ? [
          {
            column: shortened(headings[at] ?? ''),
            code: 'DUPLICATE_COLUMN' as const,
            text: `La columna «${shortened(headings[at] ?? '')}» está dos veces.`,
          },
        ]
      : [],
  );

/** A column and the columns of its parts would both set the same value. */
const partFaults = (columns: readonly (Column | undefined)[]): HeadingFault[] =>
  columns
    .flatMap((column) => {
      const whole = column?.partOf?.name;
      return column === undefined || whole === undefined || !columns.some((one) => one?.name === whole)
        ? []
        : [
            {
              column: column.name,
              code: 'DUPLICATE_COLUMN' as const,
              text: `«${column.name}» ya es parte de «${whole}»: deja una de las dos.`,
            },
          ];
    })
    .slice(0, 1);

const missingFaults = ({ kind, wishes }: Reading, columns: readonly (Column | undefined)[]): HeadingFault[] =>
  kind.key.flatMap((name) => {
    const isThere = columns.some((column) => column?.name === name) || wishes.values[name] !== undefined;
    if (isThere || namedColumn(kind, name)?.isRequired !== true) return [];
    const text = `Falta la columna «${name}». Si es lo mismo en todas las filas, dilo aparte (value ${name}=…).`;
    return [{ column: name, code: 'MISSING_COLUMN' as const, text }];
  });

/** Returns faults for columns in the instructions that the kind does not have. */
const wishFaults = ({ kind, wishes }: Reading): HeadingFault[] =>
  [...new Set([...Object.values(wishes.map), ...Object.keys(wishes.values)])].flatMap((name) =>
    namedColumn(kind, name) === undefined
      ? [
          {
            column: shortened(name),
            code: 'UNKNOWN_COLUMN' as const,
            text: `No hay una columna «${shortened(name)}» a la que llevar algo.`,
          },
        ]
      : [],
  );

/** Finds the column that a heading fills. The instructions come first, then the other system's table, then this shop's headings. */
const fill = ({ kind, wishes }: Reading, system: ForeignSystem | undefined, heading: string) => {
  const name = nameOf(heading);
  const mapped = wishes.map[name];
  if (mapped !== undefined) return { column: namedColumn(kind, mapped), targets: undefined };
  const targets = system === undefined ? undefined : targetsOf(system, cleanCell(heading));
  const own = targets?.find((target) => target.startsWith(`${kind.name}.`));
  const column =
    namedColumn(kind, own === undefined ? name : own.slice(kind.name.length + 1)) ??
    // Uses the original text, because `plainHeading` replaces the hyphens of a code.
    (targets === undefined ? kind.partOf?.(cleanCell(heading).trim()) : undefined);
  return { column: targets !== undefined && own === undefined ? undefined : column, targets };
};

/** Reads the column of every heading of a file, or returns all faults of the headings. */
export function readHeadings(
  kind: Kind,
  headings: readonly string[],
  wishes: HeadingOptions = noHeadingOptions,
): Result<ReadHeadings, { code: 'IMPORT_COLUMNS'; faults: HeadingFault[] }> {
  const reading: Reading = { kind, headings, wishes };
  const system = systemOf(headings.map(cleanCell));
  const unknown: string[] = [];
  const ignored: string[] = [];
  const noPlace: string[] = [];
  const elsewhere = new Map<string, string[]>();
  const isIgnored = (name: string): boolean => wishes.ignore !== 'all' && wishes.ignore.includes(name);
  const columns = headings.map((heading) => {
    const name = nameOf(heading);
    if (name === nameOf(errorHeading) || name === '') return undefined;
    if (isIgnored(name)) {
      ignored.push(heading);
      return undefined;
    }
    const { column, targets } = fill(reading, system, heading);
    if (column !== undefined) return column;
    if (targets === undefined) (wishes.ignore === 'all' ? ignored : unknown).push(heading);
    else if (targets.length === 0) noPlace.push(heading);
    else {
      const other = targets[0]?.split('.')[0] ?? '';
      elsewhere.set(other, [...(elsewhere.get(other) ?? []), heading]);
    }
    return undefined;
  });
  const faults = [
    ...(unknown.length > 0 ? [unknownFault(reading, unknown)] : []),
    ...(system === undefined ? twiceFaults(headings, columns) : []),
    ...partFaults(columns),
    ...missingFaults(reading, columns),
    ...wishFaults(reading),
  ];
  if (faults.length > 0) return refuse({ code: 'IMPORT_COLUMNS', faults });
  const notices: Notice[] = [];
  const addNotice = (code: Notice['code'], text: string): void => void notices.push({ code, text, rows: [] });
  if (system !== undefined)
    addNotice(
      'SYSTEM',
      `Es un archivo de ${system}: sus encabezados se leyeron como las columnas de aquí.${kind.name === 'products' ? ' Si faltan marcas o categorías, importa antes este mismo archivo como «brands» y «categories».' : ''}`,
    );
  for (const [other, names] of elsewhere) addNotice('OTHER_KIND', elsewhereText(other, names));
  if (noPlace.length > 0) addNotice('NO_PLACE', `No tienen lugar aquí y no se leen: ${namesText(noPlace)}.`);
  const untaxed = noPlace.filter((heading) => /tax excl|imp\. excl/i.test(heading));
  if (untaxed.length > 0)
    addNotice('NO_PLACE', `${namesText(untaxed)}: los precios de la tienda llevan IVA, y esos no lo llevan.`);
  if (ignored.length > 0) addNotice('IGNORED', `No se leen, como pediste: ${namesText(ignored)}.`);
  const shown = headings.flatMap((heading, at) =>
    heading.trim() === '' ? [] : [{ heading: shortened(heading), column: columns[at]?.name ?? null }],
  );
  const also = headings.flatMap((heading) =>
    (system === undefined ? [] : (targetsOf(system, cleanCell(heading)) ?? [])).flatMap((target) =>
      target.startsWith(`${kind.name}.`) ? [target.slice(kind.name.length + 1)] : [],
    ),
  );
  return ok({ system, columns, also, shown, notices });
}
