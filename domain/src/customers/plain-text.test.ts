import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineMessage, notPlainMessage, plainTextMessage, repairLine, repairLines, toPlainText } from './plain-text.ts';
import { withoutSeparators } from './typed-number.ts';

test.each([
  'Ma. José',
  "D'Ángelo S.A.",
  'Comercial La Aurora, S.A.',
  'Inversiones 3M & Cía. Ltda.',
  '3ra calle 4-55 zona 10',
  'Apto. 2.B',
  'Kilómetro 12.5 ruta al Atlántico',
  'C.C. Miraflores, nivel 2 (frente a la fuente)',
  'Portón negro: toca 2 veces. Atrás vive doña Rosa.',
  'https',
  'Feliz día 👨‍👩‍👧 👩‍❤️‍👨 👩🏽‍💻',
  'Kilómetro 1.2.3',
  ' Ciudad ',
  '',
])('accepts "%s"', (text) => expect(plainTextMessage(text)).toBeNull());

test.each([
  'https://evil.test',
  'Reclama en HTTP://x',
  'www.evil.test/premio',
  'Gana Q500 en evil.test',
  'x.com/…',
  'ana@correo.gt',
  'evil。com',
  'evil．com',
  'evil｡com',
  '203.0.113.5/pago',
  'ñandú.gt',
  'xn--80ak6aa92e.com',
])('"%s" is refused because it could become a link', (text) => expect(plainTextMessage(text)).toBe(notPlainMessage));

test.each([
  ['12 Av.Norte', '12 Av. Norte'],
  ['4ta.av 3-40', '4ta. av 3-40'],
  ['Col.El Carmen,Lote 3', 'Col. El Carmen,Lote 3'],
  ['Inversiones S.A.de C.V.', 'Inversiones S.A. de C.V.'],
  ['Ana\u200bAjú', 'AnaAjú'],
  ['\u2067Ana\u2069', 'Ana'],
  ['Ana\u00ad', 'Ana'],
  ['\ufeffZona 1\u0000', 'Zona 1'],
  ['Ana\u00a0María\u2003Ajú', 'Ana María Ajú'],
  ['Zona 1\nCasa 2\tPortón', 'Zona 1 Casa 2 Portón'],
  ['Jose\u0301', 'José'],
  ['Feliz día 👨‍👩‍👧', 'Feliz día 👨‍👩‍👧'],
])('%j is repaired to "%s", which is accepted', (typed, repaired) => {
  expect(repairLine(typed)).toBe(repaired);
  expect(plainTextMessage(typed)).toBeNull();
});

test('a repaired line has no invisible characters and no link, and a second repair changes nothing', () => {
  const units = [
    'a',
    'á',
    ' ',
    '\u00a0',
    '\u200b',
    '\u202e',
    '\n',
    '.',
    '。',
    '1',
    'com',
    'www',
    '@',
    '/',
    ':',
    '👨',
    '\u200d',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...units)), (parts) => {
      const line = repairLine(parts.join(''));
      expect(repairLine(line)).toBe(line);
      expect(line.replace(/\p{Extended_Pictographic}\u200d/gu, '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      if (plainTextMessage(line) === null) expect(line).not.toMatch(/[\p{L}\p{N}][.。]\p{L}{2}|:\/\//u);
    }),
  );
});

test('an empty required text is reported as missing, and a longer text keeps its lines', () => {
  expect(lineMessage(' ', 'Falta.')).toBe('Falta.');
  expect(lineMessage('\u200b', 'Falta.')).toBe('Falta.');
  expect(lineMessage('evil.test', 'Falta.')).toBe(notPlainMessage);
  expect(lineMessage('Zona 1', 'Falta.')).toBeNull();
  expect(repairLines('¡Felicidades!\r\nTu mamá.\u202e\n\nUn  abrazo\n')).toBe('¡Felicidades!\nTu mamá.\n\nUn abrazo');
  expect(plainTextMessage('¡Felicidades!\nhttps://evil.test')).toBe(notPlainMessage);
});

test('two numbers are equal without their separators', () => {
  expect(withoutSeparators(' ５76\u00a0937–k\u200b')).toBe('576937k');
});

test.each([
  ['TIENDAS.COM, S.A.', 'TIENDAS. COM, S.A.'],
  ['4ta.av 3-40', '4ta. av 3-40'],
  ['Ana\u202e Ajú', 'Ana Ajú'],
  ['http://x.com', 'http x. com'],
  ['203.0.113.5', '203. 0.113.5'],
])('%j becomes "%s", which is accepted', (text, plain) => {
  expect(toPlainText(text)).toBe(plain);
  expect(plainTextMessage(plain)).toBeNull();
});

test('a long text is checked quickly', () => {
  expect(plainTextMessage(`${'a. '.repeat(30_000)}1`)).toBeNull();
});
