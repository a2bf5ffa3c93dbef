import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { maxHeadingsOfCsv, tooManyHeadingsText } from '@ceiba/domain/imports/file-limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { zipOfFiles } from '../testing/zip-of.ts';
import { type FileRow, openFile } from './read-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ceiba-read-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const xml = (name: string, text: string) => ({
  name,
  bytes: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${text}`),
});

const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Creates a spreadsheet with these rows and shared texts. */
const sheetOf = (rows: string, texts = '', more: ReturnType<typeof xml>[] = []): Buffer =>
  zipOfFiles([
    ...more,
    xml(
      'xl/workbook.xml',
      `<workbook xmlns:r="${relations}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    xml(
      'xl/_rels/workbook.xml.rels',
      `<Relationships><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/sharedStrings" Target="sharedStrings.xml"/>${more.length > 0 ? `<Relationship Id="rId3" Type="${relations}/styles" Target="styles.xml"/>` : ''}</Relationships>`,
    ),
    xml('xl/sharedStrings.xml', `<sst>${texts}</sst>`),
    xml('xl/worksheets/sheet1.xml', `<worksheet><sheetData>${rows}</sheetData></worksheet>`),
  ]);

const cell = (address: string, text: string): string => `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`;
const headings = `<row r="1">${cell('A1', 'sku')}</row>`;

/** Returns a file's rows, or why it is not read. */
const read = async (name: string, bytes: string | Uint8Array, most = 200_000): Promise<FileRow[] | string> => {
  const path = join(folder, name);
  await writeFile(path, bytes);
  const opened = await openFile(path, {}, most);
  if (!opened.ok) return opened.error.text;
  const rows: FileRow[] = [];
  try {
    for await (const row of opened.value.rows) rows.push(row);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return rows;
};

test('a spreadsheet is read with its shared texts, and far-away cells with only a format are skipped', async () => {
  const rows = `${headings}<row r="3"><c r="A3" t="s"><v>0</v></c><c r="XFD3" s="0"/></row><row r="1048576" ht="15"/>`;
  expect(await read('bien.xlsx', sheetOf(rows, '<si><t>TV &amp; más</t></si>'))).toEqual([
    { row: 3, cells: ['TV & más'] },
  ]);
});

/** Returns the notices of a spreadsheet. */
const errorsOf = async (name: string, bytes: Uint8Array): Promise<readonly string[]> => {
  await writeFile(join(folder, name), bytes);
  const opened = await openFile(join(folder, name), {}, 200_000);
  return opened.ok ? opened.value.notices.map(({ text }) => text) : [opened.error.text];
};

test('[BULK-05] an error of a formula does not count as an empty cell, and hidden rows are read with a notice', async () => {
  const wrong = (address: string, error: string): string =>
    `<c r="${address}" t="e"><f>VLOOKUP(1,A:A,1)</f><v>${error}</v></c>`;
  const rows = `${headings}<row r="2" hidden="1">${cell('A2', 'TV')}${wrong('C2', '#N/A')}</row><row r="3">${wrong('A3', '#DIV/0!')}${cell('B3', 'x')}</row>`;
  expect(await read('errores.xlsx', sheetOf(rows))).toEqual([
    { row: 2, cells: ['TV', '', '#N/A'] },
    { row: 3, cells: ['#DIV/0!', 'x'] },
  ]);
  expect(await errorsOf('errores.xlsx', sheetOf(rows))).toEqual([
    'La hoja tiene filas ocultas (2): también se leen. Bórralas si no deben entrar.',
  ]);
});

test('[BULK-05] a spreadsheet’s time is exact to the minute, and a price has no invisible digits', async () => {
  const styles = xml(
    'xl/styles.xml',
    '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="22" applyNumberFormat="1"/></cellXfs></styleSheet>',
  );
  const times = [46347.33680555555, 46347.99999999, 46347, 46347.75].map(
    (serial, at) => `<c r="A${at + 2}" s="1"><v>${serial}</v></c>`,
  );
  const rows = times
    .map((one, at) => `<row r="${at + 2}">${one}<c r="B${at + 2}"><v>450.00000000000006</v></c></row>`)
    .join('');
  const dated = await read('horas.xlsx', sheetOf(`${headings}${rows}`, '', [styles]));
  expect(typeof dated === 'string' ? dated : dated.map(({ cells }) => cells)).toEqual([
    ['2026-11-21 08:05', 450],
    ['2026-11-22', 450],
    ['2026-11-21', 450],
    ['2026-11-21 18:00', 450],
  ]);
});

const columns = 'El archivo tiene más de 100 columnas: deja solo las que se importan.';
const tooManyRows = 'Una hoja tiene a lo más 20000 filas: guárdala como CSV.';
const none = 'El archivo no es una hoja de cálculo (.xlsx) que se pueda leer.';

test.each([
  ['in a far column', `<row r="2000">${cell('XFD2000', 'x')}</row>`, columns],
  ['in the first column that is too many', `<row r="2">${cell('CW2', 'x')}</row>`, columns],
  ['in a far row', `<row r="1048576">${cell('A1048576', 'x')}</row>`, tooManyRows],
  ['in the first row that is too many', `<row r="20002">${cell('A20002', 'x')}</row>`, tooManyRows],
  ['beyond the last row', '<row r="9999999"/>', tooManyRows],
  ['in a row of no number', `<row r="1e9">${cell('A2', 'x')}</row>`, none],
  ['without a place', '<row r="2"><c><v>1</v></c></row>', none],
  ['at a place that is written as an entity', '<row r="2"><c r="&#88;FD2"><v>1</v></c></row>', none],
  ['at a place with a prefix beside another', '<row r="2"><c r="A2" x:r="XFD2"><v>1</v></c></row>', none],
  ['of a name with a prefix', '<row r="2"><x:c r="XFD2"><v>1</v></x:c></row>', columns],
  [
    'cut in its middle by the way it is unpacked',
    `<row r="2"><c s="<${' '.repeat(60_000)}" t="${' '.repeat(60_000)}" r="XFD2"><v>1</v></c></row>`,
    none,
  ],
  ['behind a sign that ends no element', '<row r="2"><c s=">" r="XFD2"><v>1</v></c></row>', none],
])('a spreadsheet with a cell %s is refused before it is read', async (_where, rows, text) => {
  expect(await read('lejos.xlsx', sheetOf(`${headings}${rows}`))).toBe(text);
});

test('a spreadsheet has at most 800,000 cells, wherever they are', async () => {
  const row = Array.from({ length: 26 }, (_, n) => `<c r="${String.fromCharCode(65 + n)}2"><v>1</v></c>`).join('');
  const rows = `<row r="2">${row}</row>`.repeat(Math.ceil(800_001 / 26));
  const text = 'Una hoja tiene a lo más 800000 celdas: guárdala como CSV.';
  expect(await read('llena.xlsx', sheetOf(headings + rows))).toBe(text);
});

test('a text that several cells of a spreadsheet share counts for each cell', async () => {
  const texts = `<si><t>${'x'.repeat(100_000)}</t></si>`;
  const shared = (address: string): string => `<c r="${address}" t="s"><v>0</v></c>`;
  const wide = `${headings}<row r="2">${shared('A2')}${shared('B2')}${shared('C2')}</row>`;
  expect(await read('ancha.xlsx', sheetOf(wide, texts))).toBe('La fila 2 tiene más de 200000 letras.');
  const long = Array.from({ length: 530 }, (_, n) => `<row r="${n + 2}">${shared(`A${n + 2}`)}</row>`).join('');
  expect(await read('larga.xlsx', sheetOf(headings + long, texts))).toBe('El archivo pesa más de 50 MB: divídelo.');
});

test('a CSV file has a limited number of rows and at most 400 headings', async () => {
  expect(await read('tres.csv', 'sku\na\n\nb\n', 3)).toHaveLength(2);
  expect(await read('cuatro.csv', 'sku\na\n\nb\nc\n', 3)).toBe('El archivo tiene más de 3 filas: divídelo.');
  expect(await read('cien.csv', `${'a,'.repeat(399)}a\n1\n`)).toHaveLength(1);
  expect(await read('más.csv', `${'a,'.repeat(400)}a\n1\n`)).toBe(columns.replace('100', '400'));
});

test('a CSV file with a line of a million separators is refused', async () => {
  const text = tooManyHeadingsText(maxHeadingsOfCsv);
  expect(await read('a.csv', ','.repeat(1_000_000))).toBe(text);
  expect(await read('a.csv', `sku\n${','.repeat(1_000_000)}\n`)).toBe(text);
  // Old Mac line ends: the same number of separators in all, but few in each line.
  expect(await read('a.csv', `a,b,c,d,e,f\r${'A,B,C,D,E,F\r'.repeat(50_000)}`)).toHaveLength(50_000);
});

test('a large spreadsheet is read in another thread, while this thread answers requests', async () => {
  const row = (at: number) =>
    `<row r="${at}">${['A', 'B', 'C', 'D', 'E'].map((letter) => cell(`${letter}${at}`, `texto ${at}`)).join('')}</row>`;
  await writeFile(
    join(folder, 'grande.xlsx'),
    sheetOf(headings + Array.from({ length: 15_000 }, (_, at) => row(at + 2)).join('')),
  );
  const [ofAll, ofThis] = [process.cpuUsage(), process.threadCpuUsage()];
  const opened = await openFile(join(folder, 'grande.xlsx'), {}, 200_000);
  const [all, own] = [process.cpuUsage(ofAll), process.threadCpuUsage(ofThis)];
  expect(opened.ok).toBe(true);
  expect((own.user + own.system) / (all.user + all.system)).toBeLessThan(0.4);
  let rows = 0;
  if (opened.ok) for await (const _ of opened.value.rows) rows += 1;
  expect(rows).toBe(15_000);
});
