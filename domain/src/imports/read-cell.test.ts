import { expect, test } from 'vitest';
import {
  type CellFormat,
  type CellResult,
  readAmount,
  readDay,
  readDecimal,
  readMoment,
  readNumber,
  readText,
  readUntil,
  readWhole,
  readYesNo,
} from './read-cell.ts';

const shown = (result: CellResult) => (result.ok ? result.value : result.error.code);

const point: CellFormat = { decimal: '.' };
const comma: CellFormat = { decimal: ',' };

test.each<[text: string, format: CellFormat, read: string]>([
  ['1234', {}, '1234'],
  ['1234.5', {}, '1234.5'],
  ['1,234.50', {}, '1234.50'],
  ['1,234,567', {}, '1234567'],
  [' -3 ', {}, '-3'],
  ['0.125', {}, '0.125'],
  ['1,234', {}, 'AMBIGUOUS_NUMBER'],
  ['1.234', {}, 'AMBIGUOUS_NUMBER'],
  ['1,234', point, '1234'],
  ['1.234', point, '1.234'],
  ['1,234', comma, '1.234'],
  ['1.234', comma, '1234'],
  ['1.234,50', comma, '1234.50'],
  ['1.234,50', {}, 'INVALID_NUMBER'],
  ['1234,5', {}, 'INVALID_NUMBER'],
  ['12,34.5', {}, 'INVALID_NUMBER'],
  ['1.2.3', {}, 'INVALID_NUMBER'],
  ['1.', {}, 'INVALID_NUMBER'],
  ['.5', {}, 'INVALID_NUMBER'],
  ['1e3', {}, 'INVALID_NUMBER'],
  ['', {}, 'INVALID_NUMBER'],
])('[BULK-05] the number %j with the declaration %j is %s', (text, format, read) => {
  expect(shown(readNumber(text, format))).toBe(read);
});

test.each<[text: string, format: CellFormat, read: number | string]>([
  ['1234.5', {}, 123_450],
  ['Q1,234.50', {}, 123_450],
  ['q 10', {}, 1_000],
  ['Q. 1,250.00', {}, 125_000],
  ['Q.1,250.00', {}, 125_000],
  ['GTQ 1,250.00', {}, 125_000],
  ['Q. 1.250,00', comma, 125_000],
  ['Q.', {}, 'INVALID_NUMBER'],
  ['9.999', point, 'INVALID_NUMBER'],
  ['9.990', point, 999],
  ['0', {}, 'OUT_OF_RANGE'],
  ['0.01', {}, 1],
  ['100000000', {}, 10_000_000_000],
  ['100000000.01', {}, 'OUT_OF_RANGE'],
  ['-5', {}, 'OUT_OF_RANGE'],
  ['1.234,50', comma, 123_450],
])('[BULK-05] the amount %j with the declaration %j is %s', (text, format, read) => {
  expect(shown(readAmount(text, format))).toBe(read);
});

test.each<[text: string, read: number | string]>([
  ['-1', 'OUT_OF_RANGE'],
  ['0', 0],
  ['-0', 0],
  ['7.0', 7],
  ['7.5', 'INVALID_NUMBER'],
  ['99', 99],
  ['100', 'OUT_OF_RANGE'],
])('the whole number %j from 0 to 99 is %s', (text, read) => {
  expect(shown(readWhole(text, {}, 0, 99))).toBe(read);
});

test.each<[text: string, format: CellFormat, read: number | string]>([
  ['14.123', {}, 14.123],
  ['-90.5', {}, -90.5],
  ['-90,5', comma, -90.5],
  ['181', {}, 'OUT_OF_RANGE'],
  ['norte', {}, 'INVALID_NUMBER'],
])('the coordinate %j with the declaration %j is %s', (text, format, read) => {
  expect(shown(readDecimal(text, format, -180, 180))).toBe(read);
});

test.each<[text: string, format: CellFormat, read: string]>([
  ['2026-11-21', {}, '2026-11-21'],
  ['21/11/2026', {}, '2026-11-21'],
  ['11/21/2026', {}, '2026-11-21'],
  ['05/06/2026', {}, 'AMBIGUOUS_DATE'],
  ['05/05/2026', {}, '2026-05-05'],
  ['5/6/2026', { dates: 'dmy' }, '2026-06-05'],
  ['5/6/2026', { dates: 'mdy' }, '2026-05-06'],
  ['11/21/2026', { dates: 'dmy' }, 'INVALID_DATE'],
  ['2026-02-29', {}, 'INVALID_DATE'],
  ['31/04/2026', {}, 'INVALID_DATE'],
  ['21/11/26', {}, 'INVALID_DATE'],
])('[BULK-05] the day %j with the declaration %j is %s', (text, format, read) => {
  expect(shown(readDay(text, format))).toBe(read);
});

test.each<[text: string, read: string]>([
  ['2026-11-21', '2026-11-21 00:00'],
  ['2026-11-21 8:05', '2026-11-21 08:05'],
  ['21/11/2026T23:59:00', '2026-11-21 23:59'],
  ['2026-11-21 24:00', 'INVALID_DATE'],
  ['2026-11-21 8', 'INVALID_DATE'],
])('the moment %j is %s in Guatemala', (text, read) => {
  expect(shown(readMoment(text, {}))).toBe(read);
});

test.each<[text: string, read: string]>([
  ['2026-11-30', '2026-11-30 23:59'],
  ['30/11/2026', '2026-11-30 23:59'],
  ['2026-11-30 00:00', '2026-11-30 00:00'],
  ['2026-11-30 18:00', '2026-11-30 18:00'],
  ['2026-11-30 23:59:59', '2026-11-30 23:59'],
  ['2026-11-30 18:00:59', 'INVALID_DATE'],
  ['pronto', 'INVALID_DATE'],
])('[BULK-05] the end %j is parsed as %s in Guatemala', (text, read) => {
  expect(shown(readUntil(text, {}))).toBe(read);
});

test.each([
  ['Sí', true],
  ['verdadero', true],
  ['NO', false],
  ['0', false],
  ['quizá', 'INVALID_VALUE'],
])('%j is %s', (text, read) => {
  expect(shown(readYesNo(text))).toBe(read);
});

test('[BULK-05] texts keep leading zeros and accents, and have a maximum length', () => {
  expect(shown(readText(' 00123 ', 5))).toBe('00123');
  expect(shown(readText('áéíóúñ', 5))).toBe('TEXT_TOO_LONG');
  expect(shown(readText('a\nb', 5))).toBe('INVALID_VALUE');
  expect(shown(readText('a\r\nb', 5, true))).toBe('a\nb');
  expect(shown(readText('a\u0000b', 5, true))).toBe('INVALID_VALUE');
});
