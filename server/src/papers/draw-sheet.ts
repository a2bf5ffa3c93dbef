import { drawCode128, heightOf, mm, type Paper, rule, type TextStyle, write } from './paper.ts';

/** The content of a paper in either format: a letter sheet, or a strip of 80 mm. */
export interface Sheet {
  title: string;
  /** Lines below the title: the shop's identity, or a place. */
  lines: readonly string[];
  facts: readonly (readonly [label: string, value: string])[];
  table: SheetTable | null;
  /** Lines below the table. The first line is in large type. */
  totals: readonly (readonly [label: string, value: string])[];
  notes: readonly string[];
  /** The text of the Code 128. Null if there is no code. */
  code: string | null;
  /** Numbers of the paper's orders if there are several. Each is printed as a Code 128 at the end. */
  orders?: readonly string[];
  /** The people who sign. */
  signatures: readonly string[];
}

interface SheetTable {
  columns: readonly { label: string; share: number; align?: 'right' }[];
  rows: readonly (readonly string[])[];
}

export type SheetSize = 'letter' | 'strip';

/** Draws a sheet on as many letter pages as it needs, or on one strip. */
export const drawSheet = (paper: Paper, sheet: Sheet, size: SheetSize): void =>
  size === 'letter' ? drawLetter(paper, sheet) : drawStrip(paper, sheet);

const letter = { width: mm(215.9), height: mm(279.4), edge: mm(15) };
const letterInner = letter.width - 2 * letter.edge;
const letterBottom = letter.height - letter.edge - 14;
const cell = { size: 9.5, gap: 5 };

function drawLetter(paper: Paper, sheet: Sheet): void {
  const { edge } = letter;
  let page = 0;
  const addPage = (): number => {
    paper.addPage({ size: [letter.width, letter.height], margin: 0 });
    page += 1;
    const at = { x: edge, y: letter.height - edge, width: letterInner };
    write(paper, `${sheet.title} · hoja ${page}`, at, { size: 8, align: 'right' });
    return edge;
  };
  const room = (y: number, needed: number): number => (y + needed > letterBottom ? addPage() : y);
  let y = addPage();
  const codeWidth = sheet.code === null ? 0 : mm(62);
  if (sheet.code !== null) {
    const x = letter.width - edge - codeWidth;
    drawCode128(paper, sheet.code, { x, y, width: codeWidth, height: 30 });
    write(paper, sheet.code, { x, y: y + 33, width: codeWidth }, { size: 10, isBold: true, align: 'center' });
  }
  const head = letterInner - codeWidth - 12;
  y += write(paper, sheet.title, { x: edge, y, width: head }, { size: 20, isBold: true }) + 2;
  for (const line of sheet.lines) y += write(paper, line, { x: edge, y, width: head }, { size: 10 });
  y = Math.max(y, edge + (sheet.code === null ? 0 : 50)) + 8;
  for (const [label, value] of sheet.facts) {
    y = room(y, 14);
    const labelHeight = write(paper, label, { x: edge, y, width: 90 }, { size: 10, isBold: true });
    const valueHeight = write(paper, value, { x: edge + 92, y, width: letterInner - 92 }, { size: 10 });
    y += Math.max(13, labelHeight, valueHeight);
  }
  if (sheet.table !== null) y = drawTable(paper, sheet.table, y + 8, { room });
  for (const [index, [label, value]] of sheet.totals.entries()) {
    const style: TextStyle = index === 0 ? { size: 13, isBold: true } : { size: 10 };
    y = room(y, 20);
    write(paper, label, { x: edge + letterInner / 2, y: y + 5, width: letterInner / 4 }, style);
    const at = { x: edge + letterInner * 0.75, y: y + 5, width: letterInner / 4 };
    y += write(paper, value, at, { ...style, align: 'right' }) + 3;
  }
  for (const note of sheet.notes) {
    const style = { size: 10 };
    y = room(y, heightOf(paper, note, style, letterInner) + 8);
    y += write(paper, note, { x: edge, y: y + 8, width: letterInner }, style) + 8;
  }
  y = drawOrders(paper, sheet.orders ?? [], y + 10, room);
  if (sheet.signatures.length > 0) {
    y = room(y, 70) + 52;
    const width = (letterInner - 20 * (sheet.signatures.length - 1)) / sheet.signatures.length;
    for (const [index, who] of sheet.signatures.entries()) {
      const x = edge + index * (width + 20);
      rule(paper, { x, y, width }, 0.8);
      write(paper, who, { x, y: y + 4, width }, { size: 9, align: 'center' });
    }
  }
}

/** Points between two neighbouring codes, so that a scanner does not read them as one. */
const codeGap = 24;
const codesInRow = 3;
const codeHeight = 26;

/** Draws codes side by side, with enough space for a scanner to separate them. */
function drawOrders(paper: Paper, orders: readonly string[], top: number, room: Room): number {
  const width = (letterInner - codeGap * (codesInRow - 1)) / codesInRow;
  let y = top;
  for (const [index, order] of orders.entries()) {
    const column = index % codesInRow;
    if (column === 0) y = room(index === 0 ? y : y + codeHeight + 28, codeHeight + 18);
    const x = letter.edge + column * (width + codeGap);
    drawCode128(paper, order, { x, y, width, height: codeHeight });
    write(paper, order, { x, y: y + codeHeight + 2, width }, { size: 9, align: 'center' });
  }
  return orders.length === 0 ? y : y + codeHeight + 18;
}

type Room = (y: number, needed: number) => number;

function drawTable(paper: Paper, { columns, rows }: SheetTable, top: number, { room }: { room: Room }): number {
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  const boxes = columns.map(({ share, align }, index) => ({
    x: letter.edge + (letterInner * columns.slice(0, index).reduce((sum, other) => sum + other.share, 0)) / shares,
    width: (letterInner * share) / shares - 6,
    align: align ?? ('left' as const),
  }));
  const drawRow = (cells: readonly string[], y: number, isBold: boolean): number => {
    const heights = boxes.map(({ x, width, align }, index) =>
      write(paper, cells[index] ?? '', { x, y, width }, { size: cell.size, isBold, align }),
    );
    return Math.max(...heights);
  };
  const drawHeader = (y: number): number => {
    const below =
      y +
      drawRow(
        columns.map(({ label }) => label),
        y,
        true,
      ) +
      3;
    rule(paper, { x: letter.edge, y: below, width: letterInner }, 1);
    return below + cell.gap;
  };
  let y = drawHeader(room(top, 50));
  for (const cells of rows) {
    const needed = Math.max(
      ...boxes.map(({ width }, index) => heightOf(paper, cells[index] ?? '', { size: cell.size }, width)),
    );
    const at = room(y, needed + 2 * cell.gap);
    y = at === y ? y : drawHeader(at);
    y += drawRow(cells, y, false) + 3;
    rule(paper, { x: letter.edge, y, width: letterInner }, 0.3);
    y += cell.gap;
  }
  return y;
}

const strip = { width: mm(80), edge: mm(5) };
const stripInner = strip.width - 2 * strip.edge;

/** A row of a strip: its height, and how it is drawn. */
interface StripRow {
  height: number;
  draw: (y: number) => void;
}

function drawStrip(paper: Paper, sheet: Sheet): void {
  const { edge: x } = strip;
  const text = (words: string, style: TextStyle, gap = 2): StripRow => ({
    height: heightOf(paper, words, style, stripInner) + gap,
    draw: (y) => void write(paper, words, { x, y, width: stripInner }, style),
  });
  const pair = (label: string, value: string, style: TextStyle): StripRow => {
    const left = stripInner * 0.42;
    const [labelHeight, valueHeight] = [
      heightOf(paper, label, style, left),
      heightOf(paper, value, style, stripInner - left),
    ];
    return {
      height: Math.max(labelHeight, valueHeight) + 2,
      draw: (y) => {
        write(paper, label, { x, y, width: left }, style);
        write(paper, value, { x: x + left, y, width: stripInner - left }, { ...style, align: 'right' });
      },
    };
  };
  const dashes: StripRow = {
    height: 12,
    draw: (y) => {
      paper.dash(2, { space: 2 });
      rule(paper, { x, y: y + 5, width: stripInner }, 0.6);
      paper.undash();
    },
  };
  const rows = [
    text(sheet.title, { size: 13, isBold: true, align: 'center' }, 3),
    ...sheet.lines.map((line) => text(line, { size: 8.5, align: 'center' })),
    ...(sheet.facts.length > 0 ? [dashes] : []),
    ...sheet.facts.map(([label, value]) => pair(label, value, { size: 8.5 })),
    ...stripTable(sheet.table, { text, pair, dashes }),
    ...(sheet.totals.length > 0 ? [dashes] : []),
    ...sheet.totals.map(([label, value], index) =>
      pair(label, value, index === 0 ? { size: 12, isBold: true } : { size: 8.5 }),
    ),
    ...(sheet.notes.length > 0 ? [dashes] : []),
    ...sheet.notes.map((note) => text(note, { size: 8.5, align: 'center' }, 4)),
    ...[sheet.code ?? [], sheet.orders ?? []].flat().flatMap((code) => stripCode(paper, code, text)),
    ...sheet.signatures.flatMap((who): StripRow[] => [
      { height: 44, draw: (y) => rule(paper, { x: x + 20, y: y + 42, width: stripInner - 40 }, 0.8) },
      text(who, { size: 8.5, align: 'center' }),
    ]),
  ];
  // The height is measured before the page exists, because the strip is as long as its content.
  const height = rows.reduce((sum, row) => sum + row.height, 2 * strip.edge);
  paper.addPage({ size: [strip.width, height], margin: 0 });
  let y = strip.edge;
  for (const row of rows) {
    row.draw(y);
    y += row.height;
  }
}

interface StripParts {
  text: (words: string, style: TextStyle, gap?: number) => StripRow;
  pair: (label: string, value: string, style: TextStyle) => StripRow;
  dashes: StripRow;
}

/** Returns the rows of a table on a strip. The first cell of a row is above the others, because a strip is too narrow for one line. */
function stripTable(table: SheetTable | null, { text, pair, dashes }: StripParts): StripRow[] {
  if (table === null) return [];
  const rows = table.rows.flatMap(([first = '', ...others]) => {
    const last = others.at(-1) ?? '';
    const between = others.slice(0, -1).filter((words) => words !== '');
    return [text(first, { size: 8.5, isBold: true }, 0), pair(between.join(' · '), last, { size: 8.5 })];
  });
  return [dashes, ...rows];
}

function stripCode(paper: Paper, code: string, text: StripParts['text']): StripRow[] {
  const bars = {
    height: 46,
    draw: (y: number) => drawCode128(paper, code, { x: strip.edge, y: y + 6, width: stripInner, height: 36 }),
  };
  return [bars, text(code, { size: 9, align: 'center' }, 4)];
}
