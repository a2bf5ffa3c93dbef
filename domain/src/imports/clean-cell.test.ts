import { expect, test } from 'vitest';
import { cleanCell, isSheetError } from './clean-cell.ts';

test.each([
  ['ÑANDU\u0301', 'ÑANDÚ'],
  ['\uFEFFTV-1\u200B ', 'TV-1'],
  ['\u00A0TV\u00A01\u00A0', 'TV 1'],
  ['TV\u00AD-1\u200E', 'TV-1'],
  ['👨\u200D👩', '👨\u200D👩'],
])('[BULK-05] the cell %j is parsed as %j', (written, read) => {
  expect(cleanCell(written)).toBe(read);
});

test.each([
  '#N/A',
  '#n/d',
  '#REF!',
  '#¡REF!',
  '#VALUE!',
  '#¡VALOR!',
  '#DIV/0!',
  '#¡DIV/0!',
  '#NAME?',
  '#¿NOMBRE?',
  '#NUM!',
  'Err:502',
  '#####',
])('[BULK-05] %s is a spreadsheet error', (text) => {
  expect(isSheetError(text)).toBe(true);
});

test.each(['#1', 'N/A', 'TV #REF!', '#', '##'])('[BULK-05] %s is a text', (text) => {
  expect(isSheetError(text)).toBe(false);
});
