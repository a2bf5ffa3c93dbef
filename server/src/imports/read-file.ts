import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  largestFile,
  largestRow,
  maxHeadingsOfCsv,
  tooLargeText,
  tooManyHeadingsText,
  tooManyRowsText,
} from '@ceiba/domain/imports/file-limits';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { CsvError, parse } from 'csv-parse';
import type { Notice } from './notices.ts';
import { type FileCell, readSheetAside } from './read-sheet.ts';

/** Separators between cells, with their names in commands and calls. */
export const separators = { comma: ',', semicolon: ';', tab: '\t' } as const;

/** The declared format of a file. */
export interface FileFormat {
  /** Comma by default. */
  separator?: ',' | ';' | '\t' | undefined;
  /** UTF-8 by default. */
  encoding?: 'utf-8' | 'windows-1252' | undefined;
}

/** A file that cannot be read at all. `text` is Spanish, for the person who uploaded it. */
export interface FileFault {
  code: 'IMPORT_UNREADABLE';
  text: string;
}

/** Cells of a row in order. The headings are row 1. */
export interface FileRow {
  row: number;
  cells: readonly FileCell[];
}

export interface OpenedFile {
  headings: readonly string[];
  /** Rows that are not empty. Throws `UnreadableFile`. */
  rows: AsyncIterable<FileRow>;
  /** Notices of the file. */
  notices: readonly Notice[];
}

/** Thrown if a part of a file is not as declared. */
export class UnreadableFile extends Error {}

const unreadable = (text: string): { ok: false; error: FileFault } => refuse({ code: 'IMPORT_UNREADABLE', text });

/** SHA-256 of a file's bytes. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}

async function openSheet(path: string): Promise<Result<OpenedFile, FileFault>> {
  const sheet = await readSheetAside(path);
  if ('fault' in sheet) return unreadable(sheet.fault);
  const [headings = [], ...rows] = sheet.rows;
  return ok({
    headings: headings.map(String),
    notices: sheet.notices,
    rows: Readable.from(
      rows.flatMap((cells, at) => (cells.some((cell) => cell !== '') ? [{ row: at + 2, cells }] : [])),
    ),
  });
}

/** Decodes a stream of bytes. Throws UnreadableFile if they have another encoding. */
async function* decoded(path: string, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const wrong = new UnreadableFile('El archivo no está en UTF-8: guárdalo así, o declara encoding windows-1252.');
  const read = (bytes?: Uint8Array): string => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
    } catch {
      throw wrong;
    }
  };
  for await (const chunk of createReadStream(path)) {
    const text = read(chunk);
    // Every second byte of a spreadsheet's "Unicode text" is zero.
    if (text.includes('\0')) throw new UnreadableFile('El archivo no es de texto: guárdalo como CSV en UTF-8.');
    yield text;
  }
  yield read();
}

/**
 * Passes the text on. Throws UnreadableFile if a line has more separators than a row may have letters. The parser does
 * not limit empty cells, and a row of millions of cells would stop this process.
 */
async function* withoutEndlessLines(texts: AsyncIterable<string>, separator: string): AsyncGenerator<string> {
  let cells = 0;
  for await (const text of texts) {
    for (const [mark] of text.matchAll(/[\r\n,;\t]/g)) {
      if (mark === separator) cells += 1;
      else if (mark === '\r' || mark === '\n') cells = 0;
      if (cells > largestRow) throw new UnreadableFile(tooManyHeadingsText(maxHeadingsOfCsv));
    }
    yield text;
  }
}

const csvFault = (error: unknown, separator: string): Error =>
  error instanceof CsvError
    ? new UnreadableFile(
        `El archivo no es un CSV que se pueda leer (línea ${error.lines ?? '?'}): unas comillas no cierran, sobran celdas, o no es «${separator}» lo que las separa (separator).`,
      )
    : error instanceof Error
      ? error
      : new Error(String(error));

async function openCsv(
  path: string,
  { separator = ',', encoding = 'utf-8' }: FileFormat,
  most: number,
): Promise<Result<OpenedFile, FileFault>> {
  const { size } = await stat(path);
  if (size > largestFile) return unreadable(tooLargeText(largestFile));
  // Rows may lack cells at their end, as in spreadsheets. A row with a cell too many is refused below.
  const parser = parse({
    delimiter: separator,
    bom: true,
    relax_column_count: true,
    skip_empty_lines: false,
    max_record_size: largestRow,
  });
  const source = Readable.from(withoutEndlessLines(decoded(path, encoding), separator));
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  const records: AsyncIterator<string[]> = parser[Symbol.asyncIterator]();
  try {
    const first = await records.next();
    if (first.done === true) return unreadable('El archivo está vacío.');
    if (first.value.length > maxHeadingsOfCsv) {
      parser.destroy();
      return unreadable(tooManyHeadingsText(maxHeadingsOfCsv));
    }
    return ok({ headings: first.value, rows: rowsAfter(records, separator, most), notices: [] });
  } catch (error) {
    const fault = csvFault(error, separator);
    if (fault instanceof UnreadableFile) return unreadable(fault.message);
    throw fault;
  }
}

async function* rowsAfter(records: AsyncIterator<string[]>, separator: string, most: number): AsyncGenerator<FileRow> {
  for (let row = 2; ; row += 1) {
    const next = await records.next().catch((error: unknown) => {
      throw csvFault(error, separator);
    });
    if (next.done === true) return;
    if (row - 1 > most) throw new UnreadableFile(tooManyRowsText(most));
    if (next.value.some((cell) => cell.trim() !== '')) yield { row, cells: next.value };
  }
}

/** Opens a CSV or XLSX file as a stream of at most `most` rows. An XLSX file may have 20,000. */
export const openFile = (path: string, format: FileFormat, most: number): Promise<Result<OpenedFile, FileFault>> =>
  path.toLowerCase().endsWith('.xlsx') ? openSheet(path) : openCsv(path, format, most);
