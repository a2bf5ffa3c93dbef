import { maxHeadings, sheetLimits, tooManyHeadingsText } from '@ceiba/domain/imports/file-limits';
import yauzl from 'yauzl';

/** Maximum number of a ZIP's bytes that belong to no entry of its directory. About `entryHeaderBytes` of each entry are headers. */
const maxUnlistedBytes = 65_536;
const entryHeaderBytes = 1_024;

/** The highest row number of a spreadsheet. Rows without cells are read and skipped. */
const lastSheetRow = 1_048_576;

export const noSheetText = 'El archivo no es una hoja de cálculo (.xlsx) que se pueda leer.';
const tooLargeSheetText = 'La hoja ocupa más de 100 MB sin comprimir: guárdala como CSV.';
const tooManySheetRowsText = `Una hoja tiene a lo más ${sheetLimits.rows} filas: guárdala como CSV.`;

const tooManyCellsText = `Una hoja tiene a lo más ${sheetLimits.cells} celdas: guárdala como CSV.`;

/** A spreadsheet that must not be read. Its message is for the person who uploaded it. */
class BadSheet extends Error {}

/** Start tag of a cell, a row or a shared text, with any prefix. Names are ASCII. The spaces are those that the XML reader accepts. */
const beginning = /^(?:[\w.-]*:)?(c|row|si)(?=[ \t\n\v\f\r/>])/;
/** The start of an element that is not complete yet. */
const mayBegin = /^[\w.-]*$/;
const longestElement = 65_536;
/** Attributes in the usual form. Other forms are refused, because they could hide a cell's address. */
const plainAttributes = /^(?:[ \t\r\n]+[\w.:-]+=(?:"[^"<>&]*"|'[^'<>&]*'))*[ \t\r\n]*(\/?)$/;
const addressAttribute = /[ \t\r\n](?:[\w.-]*:)*r=["']([^"']*)["']/g;

const columnOf = (letters: string): number =>
  [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);

/**
 * Returns the address of a cell or the number of a row, from the element's `r` attribute. Undefined if there is no such
 * attribute.
 */
const addressOf = (attributes: string): string | undefined => {
  const [first, ...more] = attributes.matchAll(addressAttribute);
  if (more.length > 0) throw new BadSheet(noSheetText);
  return first?.[1];
};

const judgeCell = (address: string | undefined, isEmpty: boolean): void => {
  const [, letters = '', row = ''] = /^([A-Z]{1,3})(\d{1,7})$/.exec(address ?? '') ?? [];
  if (row === '') throw new BadSheet(noSheetText);
  if (isEmpty) return;
  if (Number(row) > sheetLimits.rows + 1) throw new BadSheet(tooManySheetRowsText);
  if (columnOf(letters) > maxHeadings) throw new BadSheet(tooManyHeadingsText(maxHeadings));
};

const judgeRow = (row: string): void => {
  if (!/^\d{1,7}$/.test(row)) throw new BadSheet(noSheetText);
  if (Number(row) > lastSheetRow) throw new BadSheet(tooManySheetRowsText);
};

/** Facts of a sheet that its reader does not report. */
interface SheetFacts {
  /** Numbers of rows that the spreadsheet hides, manually or by a filter. */
  hiddenRows: number[];
  /** Error values of formulas, such as `#N/A`, by the address of their cell. */
  errors: Map<string, string>;
}

/**
 * Checks the text of an entry while it is unpacked. The sheet's reader allocates every cell before the last cell, so a
 * single distant cell could exhaust the memory.
 */
const elementJudge = ({ hiddenRows, errors }: SheetFacts) => {
  let rest = '';
  // The address of a cell with an error. The error's text follows in the next element.
  let errorCell: string | undefined;
  let rows = 0;
  let cells = 0;
  let texts = 0;
  const judge = (name: string, attributes: string): void => {
    const plain = plainAttributes.exec(attributes);
    if (plain === null) throw new BadSheet(noSheetText);
    if (name === 'c') judgeCell(addressOf(attributes), plain[1] === '/');
    if (name === 'row') judgeRow(addressOf(attributes) ?? '1');
    if (name === 'row') rows += 1;
    if (name === 'row' && /\shidden=["'](?:1|true)["']/.test(attributes))
      hiddenRows.push(Number(addressOf(attributes) ?? rows));
    if (name === 'c') errorCell = /\st=["']e["']/.test(attributes) ? addressOf(attributes) : undefined;
    if (name === 'si') texts += 1;
    if (name === 'c' && plain[1] === '') cells += 1;
    if (rows > lastSheetRow) throw new BadSheet(tooManySheetRowsText);
    if (cells > sheetLimits.cells) throw new BadSheet(tooManyCellsText);
    if (texts > sheetLimits.cells) throw new BadSheet(tooLargeSheetText);
  };
  return (bytes: Buffer): void => {
    const text = rest + bytes.toString('latin1');
    // An incomplete element waits for its end. No checked element is long.
    const end = text.lastIndexOf('>') + 1;
    const open = text.indexOf('<', end);
    rest = open < 0 ? '' : text.slice(open);
    if (rest.length > longestElement) {
      if (mayBegin.test(rest.slice(1)) || beginning.test(rest.slice(1))) throw new BadSheet(noSheetText);
      rest = '';
    }
    for (const part of text.slice(0, end).split('<').slice(1)) {
      const [whole = '', name] = beginning.exec(part) ?? [];
      const [, value] = errorCell === undefined ? [] : (/^(?:[\w.-]*:)?v>([^<]*)/.exec(part) ?? []);
      if (errorCell !== undefined && value !== undefined) errors.set(errorCell, value);
      if (name === undefined) continue;
      const close = part.indexOf('>');
      if (close < 0) throw new BadSheet(noSheetText);
      judge(name, part.slice(whole.length, close));
    }
  };
};

/** Facts of the first sheet, and the number of sheets in the file. */
export type JudgedSheet = SheetFacts & { sheets: number };

/**
 * Returns the reason why a ZIP of this size may not be read as a spreadsheet, otherwise facts that the reader of the
 * spreadsheet does not report. Unpacks everything, because the ZIP's directory may state wrong sizes, which the reader
 * ignores.
 */
export async function judgeSheet(path: string, size: number): Promise<{ fault: string } | JudgedSheet> {
  try {
    const zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false });
    try {
      return await judgeEntries(zip, size);
    } finally {
      zip.close();
    }
  } catch (error) {
    return { fault: error instanceof BadSheet ? error.message : noSheetText };
  }
}

const workbookName = 'xl/workbook.xml';
const relationsName = 'xl/_rels/workbook.xml.rels';
/** Limit in bytes for each of the two lists of sheets. The lists of a workbook with a thousand sheets are shorter. */
const longestSheetList = 262_144;

/** Returns the path of the entry of the first sheet. Only this sheet is read. */
const firstSheetOf = (workbook: string, relations: string): string | undefined => {
  const sheet = workbook.split('<').find((part) => /^(?:[\w.-]*:)?sheet\s/.test(part)) ?? '';
  const [, id] = /:id=["']([^"']+)["']/.exec(sheet) ?? [];
  const elements = relations.split('<').filter((part) => /^(?:[\w.-]*:)?Relationship\s/.test(part));
  const element = elements.find((part) => part.includes(`Id="${id}"`) || part.includes(`Id='${id}'`));
  const [, target] = /\sTarget=["']([^"']+)["']/.exec(element ?? '') ?? [];
  return target?.replace(/^(?:\/xl\/|\.\/)?/, 'xl/').replace(/^xl\/xl\//, 'xl/');
};

async function judgeEntries(zip: yauzl.ZipFile, size: number): Promise<{ fault: string } | JudgedSheet> {
  let unpacked = 0;
  let unlistedBytes = size;
  const facts = new Map<string, SheetFacts>();
  const lists = new Map([
    [workbookName, ''],
    [relationsName, ''],
  ]);
  for await (const entry of zip.eachEntry()) {
    unlistedBytes -= entry.compressedSize + entryHeaderBytes;
    if (unpacked + entry.uncompressedSize > sheetLimits.unpacked) return { fault: tooLargeSheetText };
    const entryFacts: SheetFacts = { hiddenRows: [], errors: new Map() };
    if (/^xl\/worksheets\/[^/]+\.xml$/.test(entry.fileName)) facts.set(entry.fileName, entryFacts);
    const judge = elementJudge(entryFacts);
    for await (const bytes of await zip.openReadStreamPromise(entry)) {
      unpacked += bytes.length;
      judge(bytes);
      const list = lists.get(entry.fileName);
      if (list !== undefined && list.length < longestSheetList)
        lists.set(entry.fileName, list + bytes.toString('latin1'));
    }
  }
  if (unlistedBytes > maxUnlistedBytes) return { fault: noSheetText };
  const first = firstSheetOf(lists.get(workbookName) ?? '', lists.get(relationsName) ?? '');
  const { hiddenRows = [], errors = new Map() } = facts.get(first ?? '') ?? {};
  return { hiddenRows, errors, sheets: facts.size };
}
