import { type Centavos, formatQ } from '@ceiba/domain/money/money';
import { drawCode128, mm, type Paper, rule, write } from './paper.ts';

/** The label of a product at its shelf (BUY-08). */
interface ShelfLabel {
  title: string;
  sku: string;
  /** The price that everybody pays now. Null if the product has none. */
  price: Centavos | null;
  /** The regular price, if the present one is lower. */
  before: Centavos | null;
  /** The code that a till scans: a bar code of the product, otherwise its SKU. */
  code: string;
}

const [pageWidth, pageHeight] = [mm(215.9), mm(279.4)];
const [columns, rows] = [3, 7];
/** Labels of one sheet. */
const ofSheet = columns * rows;
const [width, height] = [mm(65), mm(37)];
const [left, top] = [(pageWidth - columns * width) / 2, (pageHeight - rows * height) / 2];
const edge = mm(3);

/** The characters of Code 128. A code with others is only written. */
const isPrintable = (code: string): boolean => /^[\x20-\x7e]{1,40}$/.test(code);

/** Splits labels into sheets. */
export const shelfSheets = (labels: readonly ShelfLabel[]): ShelfLabel[][] =>
  Array.from({ length: Math.ceil(labels.length / ofSheet) }, (_, at) => labels.slice(at * ofSheet, (at + 1) * ofSheet));

function drawBefore(paper: Paper, amount: Centavos, at: { x: number; y: number; width: number }): void {
  const text = `Antes ${formatQ(amount)}`;
  write(paper, text, at, { size: 9, align: 'right', lines: 1 });
  const length = paper.widthOfString(formatQ(amount));
  rule(paper, { x: at.x + at.width - length, y: at.y + 6, width: length }, 0.8);
}

function drawOne(paper: Paper, { title, sku, price, before, code }: ShelfLabel, x: number, y: number): void {
  paper.lineWidth(0.3).rect(x, y, width, height).stroke('#999999');
  const inner = { x: x + edge, width: width - 2 * edge };
  write(paper, title, { ...inner, y: y + edge }, { size: 8.5, isBold: true, lines: 2 });
  const priceTop = y + mm(12);
  write(
    paper,
    price === null ? 'Sin precio' : formatQ(price),
    { ...inner, y: priceTop },
    { size: 20, isBold: true, lines: 1 },
  );
  if (before !== null) drawBefore(paper, before, { ...inner, y: priceTop - 1 });
  const codeTop = y + mm(22.5);
  if (isPrintable(code)) drawCode128(paper, code, { ...inner, y: codeTop, height: mm(7.5) });
  const words = code === sku ? sku : `${sku} · ${code}`;
  write(paper, words, { ...inner, y: codeTop + mm(8.5) }, { size: 7, align: 'center', lines: 1 });
}

/** Draws a letter-size sheet of labels to cut. */
export function drawShelfSheet(paper: Paper, labels: readonly ShelfLabel[]): void {
  paper.addPage({ size: [pageWidth, pageHeight], margin: 0 });
  for (const [at, label] of labels.entries())
    drawOne(paper, label, left + (at % columns) * width, top + Math.floor(at / columns) * height);
}
