import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import bwip from 'bwip-js/node';
import PDFDocument from 'pdfkit';

/** Converts millimetres to points. PDF counts in 72nds of an inch. */
export const mm = (length: number): number => (length * 72) / 25.4;

const fontOf = (weight: 420 | 720): Buffer => readFileSync(new URL(`./fonts/figtree-${weight}.ttf`, import.meta.url));

// The fonts are read once, with the first paper of a process.
let fonts: { regular: Buffer; bold: Buffer } | undefined;
const paperFonts = (): { regular: Buffer; bold: Buffer } => {
  fonts ??= { regular: fontOf(420), bold: fontOf(720) };
  return fonts;
};

/** A PDF that is being written. Positions are in points from the upper left corner. */
export type Paper = PDFKit.PDFDocument;

export interface TextStyle {
  size: number;
  isBold?: boolean;
  align?: 'left' | 'right' | 'center';
  colour?: string;
  /** Maximum number of lines. A longer text ends with an ellipsis. */
  lines?: number;
}

/** Characters that the fonts lack (`subsetPaperFonts`). They are printed without their accent, otherwise as a question mark. */
const missingCharacters = /[^\u0020-\u007e\u00a0-\u00ff“”‘’•…–—€−′″←→™\n]/gu;
const plainOf = (letter: string): string => letter.normalize('NFD').slice(0, 1).replace(missingCharacters, '?');
const printable = (text: string): string => text.normalize('NFC').replace(missingCharacters, plainOf);

const lineFactor = 1.25;

const setFont = (paper: Paper, { size, isBold = false }: TextStyle): void => {
  paper.font(isBold ? 'bold' : 'regular').fontSize(size);
};

const optionsOf = ({ size, align = 'left', lines }: TextStyle, width: number): PDFKit.Mixins.TextOptions => ({
  width,
  align,
  ...(lines === undefined ? {} : { height: size * lineFactor * lines, ellipsis: true }),
});

/** Returns the height of a text at this width. */
export function heightOf(paper: Paper, text: string, style: TextStyle, width: number): number {
  setFont(paper, style);
  const height = paper.heightOfString(printable(text), { width });
  return style.lines === undefined ? height : Math.min(height, style.size * lineFactor * style.lines);
}

/** Writes a text at this width, and returns its height. */
export function write(
  paper: Paper,
  text: string,
  at: { x: number; y: number; width: number },
  style: TextStyle,
): number {
  const height = heightOf(paper, text, style, at.width);
  paper.fillColor(style.colour ?? 'black').text(printable(text), at.x, at.y, optionsOf(style, at.width));
  return height;
}

/** Draws a horizontal line. */
export const rule = (paper: Paper, { x, y, width }: { x: number; y: number; width: number }, weight = 1.4): void => {
  paper
    .lineWidth(weight)
    .moveTo(x, y)
    .lineTo(x + width, y)
    .stroke('black');
};

/** Draws a Code 128 of letters and digits. Its narrowest bars are at most half a millimetre wide. A code that is narrower than `width` is centred. */
export function drawCode128(
  paper: Paper,
  text: string,
  at: { x: number; y: number; width: number; height: number },
): void {
  const [symbol] = bwip.raw('code128', text, {});
  if (symbol === undefined || !('sbs' in symbol)) throw new Error(`${text} has no Code 128`);
  const modules = symbol.sbs.reduce((sum, width) => sum + width, 0);
  const unit = Math.min(at.width / modules, mm(0.5));
  let x = at.x + (at.width - unit * modules) / 2;
  symbol.sbs.forEach((width, index) => {
    if (index % 2 === 0) paper.rect(x, at.y, width * unit, at.height);
    x += width * unit;
  });
  paper.fill('black');
}

/** Draws a QR code that can be read even if 15 % of it is damaged (level M). `side`: the side without the white margin, which the paper provides. */
export function drawQr(paper: Paper, text: string, at: { x: number; y: number; side: number }): void {
  const [symbol] = bwip.raw('qrcode', text, 'eclevel=M');
  if (symbol === undefined || !('pixs' in symbol)) throw new Error('a QR code was not made');
  const unit = at.side / symbol.pixx;
  symbol.pixs.forEach((pixel, index) => {
    if (pixel === 1) {
      const [column, row] = [index % symbol.pixx, Math.floor(index / symbol.pixx)];
      paper.rect(at.x + column * unit, at.y + row * unit, unit, unit);
    }
  });
  paper.fill('black');
}

/** Maximum number of papers in one file (OFF-27). */
export const maxPapers = 200;

/**
 * Yields a PDF of these papers. Each paper is drawn when the paper before was read. If the reader stops, no more papers are drawn. Other
 * work can run between two papers.
 *
 * @param draw adds its own pages, one or more
 */
export async function* printPapers<T>(
  title: string,
  papers: readonly T[],
  draw: (paper: Paper, what: T) => void,
): AsyncGenerator<Uint8Array> {
  const { regular, bold } = paperFonts();
  const info = { Title: title };
  const paper = new PDFDocument({ autoFirstPage: false, margin: 0, info, lang: 'es-GT' });
  paper.registerFont('regular', regular).registerFont('bold', bold);
  for (const what of papers) {
    draw(paper, what);
    // The library writes as much as it can immediately, whether or not anybody reads.
    const written: Buffer | null = paper.read();
    if (written !== null) yield written;
    await setImmediate();
  }
  paper.end();
  for await (const chunk of paper) yield chunk;
}
