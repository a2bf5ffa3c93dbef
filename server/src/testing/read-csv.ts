import { parse } from 'csv-parse/sync';

/** Lines of a CSV as a spreadsheet reads it; with the mark at its beginning that tells it the letters, else it is none of ours. */
export const readCsv = (text: string): string[][] => {
  if (!text.startsWith('\uFEFF')) throw new Error('a file without its mark');
  return parse(text, { bom: true });
};
