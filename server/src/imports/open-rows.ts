import { cleanCell } from '@ceiba/domain/imports/clean-cell';
import { plainHeading, systemOf } from '@ceiba/domain/imports/foreign-headings';
import { type ForeignReader, foreignReader, type ShopNames, skipTexts } from '@ceiba/domain/imports/foreign-rows';
import { type CellFormat, isDateOnly, lastMinute } from '@ceiba/domain/imports/read-cell';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Tx } from '../platform/db/database.ts';
import type { Column, Kind } from './import-kind.ts';
import { listShopNames, type ReadRow } from './import-rows.store.ts';
import { maxInNotice, type Notice, namesText, rowsText } from './notices.ts';
import {
  type FileFault,
  type FileFormat,
  type FileRow,
  type OpenedFile,
  openFile,
  UnreadableFile,
} from './read-file.ts';
import {
  type HeadingFault,
  type HeadingOptions,
  type ReadHeadings,
  readHeadings,
  type ShownHeading,
} from './read-headings.ts';
import { type RowContext, readRow } from './read-row.ts';
import type { FileCell } from './read-sheet.ts';

/** The reason why a file cannot be read. */
export type FileRefusal = FileFault | { code: 'IMPORT_COLUMNS'; faults: readonly HeadingFault[] };

export interface OpenRows {
  /** Columns that the file has. */
  columns: readonly string[];
  rows: AsyncIterable<ReadRow> | Iterable<ReadRow>;
  /** The meaning of each heading. */
  headings?: readonly ShownHeading[];
  /** The system that exported the file. */
  system?: string | undefined;
  /** Notices of the file. Complete once its rows have been read. */
  notices?: () => readonly Notice[];
}

interface OpenRequest {
  kind: Kind;
  path: string;
  format: CellFormat & FileFormat;
  wishes: HeadingOptions;
  now: Date;
  /** Maximum number of rows of the file. */
  most: number;
}

/** Maximum number of rows above the headings: a title, a date, blank lines. */
const maxTitleRows = 5;

/** Returns the cells of a row that are headings of the kind, or of a known other system. */
const knownHeadings = (kind: Kind, { map }: HeadingOptions, cells: readonly string[]): number =>
  systemOf(cells) !== undefined
    ? cells.length
    : cells
        .map((cell) => plainHeading(cleanCell(cell)))
        .filter((name) => name in map || kind.columns.some((column) => column.name === name)).length;

interface HeadedFile {
  headings: readonly string[];
  rows: AsyncIterable<FileRow>;
  notices: readonly Notice[];
}

/** Returns the file from its headings on, without a title above them. */
async function skipTitle(
  kind: Kind,
  wishes: HeadingOptions,
  { headings, rows, notices }: OpenedFile,
): Promise<HeadedFile> {
  const filled = headings.filter((heading) => heading.trim() !== '').length;
  if (filled > 2 || knownHeadings(kind, wishes, headings) > 0) return { headings, rows, notices };
  const iterator = rows[Symbol.asyncIterator]();
  const seen: FileRow[] = [];
  for (;;) {
    const next = await iterator.next();
    if (next.done === true) break;
    const { row, cells } = next.value;
    const texts = cells.map(String);
    const isHeading =
      knownHeadings(kind, wishes, texts) > Math.min(1, texts.filter((text) => text.trim() !== '').length - 1);
    if (isHeading) {
      const title: Notice = {
        code: 'TITLE_ROW',
        text: `Los encabezados están en la fila ${row}: lo que está arriba («${(headings.find((one) => one.trim() !== '') ?? '').slice(0, 80)}») no se lee.`,
        rows: [row],
      };
      return { headings: texts, rows: rest(iterator), notices: [...notices, title] };
    }
    seen.push(next.value);
    if (row > maxTitleRows) break;
  }
  return { headings, rows: rest(iterator, seen), notices };
}

async function* rest(iterator: AsyncIterator<FileRow>, seen: readonly FileRow[] = []): AsyncGenerator<FileRow> {
  yield* seen;
  for (;;) {
    const next = await iterator.next();
    if (next.done === true) return;
    yield next.value;
  }
}

/** Yields rows with their cells in the order of the kind's columns. */
interface PlacedRows {
  columns: readonly (Column | undefined)[];
  names: readonly string[];
  rows: AsyncIterable<FileRow>;
  reader?: ForeignReader;
}

/** Yields rows of another system's export as rows of the kind. */
const placeForeign = (
  kind: Kind,
  { columns, also }: ReadHeadings,
  reader: ForeignReader,
  rows: AsyncIterable<FileRow>,
): PlacedRows => {
  const isDistinct = kind.name === 'brands' || kind.name === 'categories';
  const filled = kind.columns.filter((column) =>
    isDistinct ? column.isRequired === true : columns.includes(column) || also.includes(column.name),
  );
  const placed = async function* (): AsyncGenerator<FileRow> {
    let next = 2;
    for await (const { row, cells } of rows) {
      for (const good of reader.read(cells)) {
        // A row may give several brands and categories. Most rows give nothing.
        yield { row: isDistinct ? next : row, cells: filled.map(({ name }): FileCell => good[name] ?? '') };
        next += 1;
      }
    }
  };
  return { columns: filled, names: filled.map(({ name }) => name), rows: placed(), reader };
};

/** Fills empty cells of each row with the values for all rows. */
const withValues = (
  kind: Kind,
  { values }: HeadingOptions,
  { columns, names, rows, ...others }: PlacedRows,
): PlacedRows => {
  const given = kind.columns.flatMap((column) => {
    const text = values[column.name];
    return text === undefined ? [] : [{ column, text, at: columns.indexOf(column) }];
  });
  if (given.length === 0) return { columns, names, rows, ...others };
  const added = given.filter(({ at }) => at < 0);
  const filled = async function* (): AsyncGenerator<FileRow> {
    for await (const { row, cells } of rows) {
      const own = [...cells];
      while (own.length < columns.length) own.push('');
      for (const { text, at } of given) if (at >= 0 && String(own[at] ?? '').trim() === '') own[at] = text;
      // A surplus cell is placed after all columns, where it is refused.
      yield {
        row,
        cells: [...own.slice(0, columns.length), ...added.map(({ text }) => text), ...own.slice(columns.length)],
      };
    }
  };
  return {
    ...others,
    columns: [...columns, ...added.map(({ column }) => column)],
    names: [...names, ...added.map(({ column }) => column.name)],
    rows: filled(),
  };
};

/** Counts cells of an end that contain a day without a time. */
const dayCounter = (kind: Kind) => {
  const counts = new Map<string, number[]>();
  const untilColumns = kind.columns.filter(({ isUntil = false }) => isUntil).map(({ name }) => name);
  return {
    see: ({ row_no, cells, given }: ReadRow): void => {
      for (const name of untilColumns) {
        const cell = cells[name];
        if (typeof given[name] !== 'string' || cell === undefined || !isDateOnly(String(cell))) continue;
        counts.set(name, [...(counts.get(name) ?? []).slice(0, 1_000), row_no]);
      }
    },
    notices: (): Notice[] =>
      [...counts].map(([name, rows]) => ({
        code: 'DAY_ENDS',
        text: `«${name}» dice un día sin hora (filas ${rowsText(rows)}): termina al final de ese día, a las ${lastMinute} de Guatemala.`,
        rows: rows.slice(0, maxInNotice),
      })),
  };
};

/** Counts such cells in one row. */
export const dayNotices = (kind: Kind, row: ReadRow): Notice[] => {
  const days = dayCounter(kind);
  days.see(row);
  return days.notices();
};

const foreignNotices = ({ skipped, matched }: ForeignReader): Notice[] => [
  ...[...skipped].map(([reason, n]): Notice => ({ code: 'ROWS_LEFT_OUT', text: skipTexts[reason](n), rows: [] })),
  ...(matched.size === 0
    ? []
    : [
        {
          code: 'MATCHED' as const,
          text: `Se tomaron por las de la tienda: ${[...matched]
            .slice(0, maxInNotice)
            .map(([from, to]) => `${namesText([from])} → ${to}`)
            .join(', ')}.`,
          rows: [],
        },
      ]),
];

/**
 * Opens a file of at most `most` rows. Its headings are the headings of the kind, or of a system whose exports the shop
 * can read.
 */
export async function openRows(
  tx: Tx,
  { kind, path, format, wishes, now, most }: OpenRequest,
): Promise<Result<OpenRows, FileRefusal>> {
  const opened = await openFile(path, format, most);
  if (!opened.ok) return opened;
  const file = await skipTitle(kind, wishes, opened.value).catch((error: unknown) => {
    if (error instanceof UnreadableFile) return error;
    throw error;
  });
  if (file instanceof UnreadableFile) return refuse({ code: 'IMPORT_UNREADABLE', text: file.message });
  const read = readHeadings(kind, file.headings, wishes);
  if (!read.ok) return refuse({ code: 'IMPORT_COLUMNS', faults: read.error.faults });
  const { system, columns: mapped, shown } = read.value;
  const placed = withValues(
    kind,
    wishes,
    system === undefined
      ? { columns: mapped, names: file.headings, rows: file.rows }
      : placeForeign(
          kind,
          read.value,
          await openReader(tx, { kind, headings: file.headings, columns: mapped, system, format }),
          file.rows,
        ),
  );
  const days = dayCounter(kind);
  const context: RowContext = { headings: placed.columns, names: placed.names, format, now };
  const rows = async function* (): AsyncGenerator<ReadRow> {
    for await (const row of placed.rows) {
      const readOne = readRow(kind, context, row);
      days.see(readOne);
      yield readOne;
    }
  };
  return ok({
    columns: placed.columns.flatMap((column) => (column === undefined ? [] : [column.name])),
    rows: rows(),
    headings: shown,
    system,
    notices: () => [
      ...file.notices,
      ...read.value.notices,
      ...(placed.reader === undefined ? [] : foreignNotices(placed.reader)),
      ...days.notices(),
    ],
  });
}

/** Reads the shop's names only for products, because other systems name brands and categories in their own way. */
const openReader = async (
  tx: Tx,
  {
    kind,
    ...file
  }: {
    kind: Kind;
    headings: readonly string[];
    columns: ReadHeadings['columns'];
    system: NonNullable<ReadHeadings['system']>;
    format: CellFormat;
  },
): Promise<ForeignReader> => {
  const names: ShopNames = kind.name === 'products' ? await listShopNames(tx) : { paths: [], brands: [] };
  return foreignReader({ ...file, kind: kind.name, columns: file.columns.map((column) => column?.name) }, names);
};
