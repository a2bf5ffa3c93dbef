import { mostHeadings, sheetLimits, tooManyHeadingsText } from '@ceiba/domain/imports/file-limits';
import yauzl from 'yauzl';

/** Bytes of a ZIP that are of no entry of its directory, and for each entry its headings. */
const mostUnlisted = 65_536;
const entryHeadings = 1_024;

/** No spreadsheet has rows beyond; those without a cell are read and left out. */
const lastSheetRow = 1_048_576;

export const noSheetText = 'El archivo no es una hoja de cálculo (.xlsx) que se pueda leer.';
const tooLargeSheetText = 'La hoja ocupa más de 100 MB sin comprimir: guárdala como CSV.';
const tooManySheetRowsText = `Una hoja tiene a lo más ${sheetLimits.rows} filas: guárdala como CSV.`;

const tooManyCellsText = `Una hoja tiene a lo más ${sheetLimits.cells} celdas: guárdala como CSV.`;

/** A spreadsheet that is not to be read; its message is for whoever has it. */
class BadSheet extends Error {}

/** The beginning of a cell, a row or a shared text, whatever prefix its name has: names are ASCII, and spaces are those of the reader. */
const beginning = /^(?:[\w.-]*:)?(c|row|si)(?=[ \t\n\v\f\r/>])/;
/** So little of an element that it may become one. */
const mayBegin = /^[\w.-]*$/;
const longestElement = 65_536;
/** Attributes as programs write them. What is written otherwise could say a place that is not seen here. */
const plainAttributes = /^(?:[ \t\r\n]+[\w.:-]+=(?:"[^"<>&]*"|'[^'<>&]*'))*[ \t\r\n]*(\/?)$/;
const place = /[ \t\r\n](?:[\w.-]*:)*r=["']([^"']*)["']/g;

const columnOf = (letters: string): number =>
  [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);

/** Where an element says that it stands; undefined: it does not say so. */
const placeOf = (attributes: string): string | undefined => {
  const [first, ...more] = attributes.matchAll(place);
  if (more.length > 0) throw new BadSheet(noSheetText);
  return first?.[1];
};

const judgeCell = (address: string | undefined, isEmpty: boolean): void => {
  const [, letters = '', row = ''] = /^([A-Z]{1,3})(\d{1,7})$/.exec(address ?? '') ?? [];
  if (row === '') throw new BadSheet(noSheetText);
  if (isEmpty) return;
  if (Number(row) > sheetLimits.rows + 1) throw new BadSheet(tooManySheetRowsText);
  if (columnOf(letters) > mostHeadings) throw new BadSheet(tooManyHeadingsText);
};

const judgeRow = (row: string): void => {
  if (!/^\d{1,7}$/.test(row)) throw new BadSheet(noSheetText);
  if (Number(row) > lastSheetRow) throw new BadSheet(tooManySheetRowsText);
};

/** Judges the text of an entry as it comes; the reader fills all places before the last cell, and one cell may be far away. */
const elementJudge = () => {
  let rest = '';
  let rows = 0;
  let cells = 0;
  let texts = 0;
  const judge = (name: string, attributes: string): void => {
    const plain = plainAttributes.exec(attributes);
    if (plain === null) throw new BadSheet(noSheetText);
    if (name === 'c') judgeCell(placeOf(attributes), plain[1] === '/');
    if (name === 'row') judgeRow(placeOf(attributes) ?? '1');
    if (name === 'row') rows += 1;
    if (name === 'si') texts += 1;
    if (name === 'c' && plain[1] === '') cells += 1;
    if (rows > lastSheetRow) throw new BadSheet(tooManySheetRowsText);
    if (cells > sheetLimits.cells) throw new BadSheet(tooManyCellsText);
    if (texts > sheetLimits.cells) throw new BadSheet(tooLargeSheetText);
  };
  return (bytes: Buffer): void => {
    const text = rest + bytes.toString('latin1');
    // An element that has not ended waits for its end. None of these is long.
    const end = text.lastIndexOf('>') + 1;
    const open = text.indexOf('<', end);
    rest = open < 0 ? '' : text.slice(open);
    if (rest.length > longestElement) {
      if (mayBegin.test(rest.slice(1)) || beginning.test(rest.slice(1))) throw new BadSheet(noSheetText);
      rest = '';
    }
    for (const part of text.slice(0, end).split('<').slice(1)) {
      const [whole = '', name] = beginning.exec(part) ?? [];
      if (name === undefined) continue;
      const close = part.indexOf('>');
      if (close < 0) throw new BadSheet(noSheetText);
      judge(name, part.slice(whole.length, close));
    }
  };
};

/**
 * Why a ZIP of so many bytes is not to be read as a spreadsheet; undefined: it is. All of it is unpacked: what its directory says may be a lie,
 * and the reader of spreadsheets reads on past it, whatever entries are called.
 */
export async function faultOfSheet(path: string, size: number): Promise<string | undefined> {
  try {
    const zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false });
    try {
      return await faultOfEntries(zip, size);
    } finally {
      zip.close();
    }
  } catch (error) {
    return error instanceof BadSheet ? error.message : noSheetText;
  }
}

async function faultOfEntries(zip: yauzl.ZipFile, size: number): Promise<string | undefined> {
  let unpacked = 0;
  let unlisted = size;
  for await (const entry of zip.eachEntry()) {
    unlisted -= entry.compressedSize + entryHeadings;
    if (unpacked + entry.uncompressedSize > sheetLimits.unpacked) return tooLargeSheetText;
    const judge = elementJudge();
    for await (const bytes of await zip.openReadStreamPromise(entry)) {
      unpacked += bytes.length;
      judge(bytes);
    }
  }
  return unlisted > mostUnlisted ? noSheetText : undefined;
}
