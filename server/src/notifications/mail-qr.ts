import bwip from 'bwip-js/node';
import { type Html, html, type MailPart, paragraph, section } from './mail-layout.ts';

/** The side of a module in pixels. The margin that scanners need, in modules. */
const side = 6;
const margin = 4;

/** Joins neighbouring cells of one colour in a row. */
const runsOf = (row: readonly boolean[]): { isDark: boolean; length: number }[] =>
  row.reduce<{ isDark: boolean; length: number }[]>((runs, isDark) => {
    const last = runs.at(-1);
    if (last?.isDark === isDark) last.length += 1;
    else runs.push({ isDark, length: 1 });
    return runs;
  }, []);

/** Returns the modules of a QR code, row by row. True means dark. */
function modulesOf(text: string): boolean[][] {
  const [symbol] = bwip.raw('qrcode', text, 'eclevel=M');
  if (symbol === undefined || !('pixs' in symbol)) throw new Error('a QR code was not made');
  const { pixs, pixx } = symbol;
  return Array.from({ length: pixs.length / pixx }, (_, row) =>
    Array.from({ length: pixx }, (__, column) => pixs[row * pixx + column] === 1),
  );
}

/**
 * Draws a QR code as a table of black and white cells. It is visible in programs that load no pictures, and stays black on white
 * in dark mode. `text`: the encoded text. `lines`: text beside the code, which plain text shows alone.
 */
export function qrPart(title: string, text: string, lines: readonly string[]): MailPart {
  const modules = modulesOf(text);
  const width = (modules.length + 2 * margin) * side;
  const row = (cells: readonly boolean[]): Html =>
    html`<tr>${runsOf(cells).map(
      ({ isDark, length }) =>
        html`<td bgcolor="${isDark ? '#000000' : '#ffffff'}" colspan="${length}" width="${length * side}" height="${side}" style="font-size:0;line-height:0;"></td>`,
    )}</tr>`;
  // A row of single cells without height gives all columns the same width in every program.
  const columns = html`<tr>${modules.map(() => html`<td width="${side}" height="0" style="font-size:0;line-height:0;"></td>`)}</tr>`;
  return {
    html: html`${section(title)}${lines.map(paragraph)}
<table role="img" aria-label="Código QR" width="${width}" cellpadding="0" cellspacing="0" border="0" bgcolor="#ffffff" style="margin-top:12px;"><tr><td style="padding:${margin * side}px;"><table role="presentation" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse;table-layout:fixed;" width="${modules.length * side}">${columns}${modules.map(row)}</table></td></tr></table>`,
    lines: [title, ...lines],
  };
}
