import { expect, test } from 'vitest';
import { lineMessage, linesMessage, notPlainMessage, plainTextMessage, toPlainText } from './plain-text.ts';

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
])('"%s" passes', (text) => expect(plainTextMessage(text)).toBeNull());

test.each([
  'https://evil.test',
  'Reclama en HTTP://x',
  'www.evil.test/premio',
  'Gana Q500 en evil.test',
  'x.com/…',
  'ana@correo.gt',
  '4ta.av 3-40',
  'evil。com',
  'evil．com',
  'evil｡com',
  '203.0.113.5/pago',
  'ñandú.gt',
  'xn--80ak6aa92e.com',
])('"%s" could be made a link of', (text) => expect(plainTextMessage(text)).toBe(notPlainMessage));

test.each([
  'Ana\u202eaíraM',
  'Ana\nAjú',
  'Ana\u0000',
  'Ana\u200bAjú',
  'Ana\u200dAjú',
  'Ana\u2066',
  'Ana\u2028Ajú',
  '\u001b[31mAna',
])('%j has what nobody sees', (text) => expect(plainTextMessage(text)).toBe(notPlainMessage));

test('a text that has to be there says so first; one of several lines is judged line by line', () => {
  expect(lineMessage(' ', 'Falta.')).toBe('Falta.');
  expect(lineMessage('evil.test', 'Falta.')).toBe(notPlainMessage);
  expect(lineMessage('Zona 1', 'Falta.')).toBeNull();
  expect(linesMessage('¡Felicidades!\r\nTu mamá.\nUn abrazo')).toBeNull();
  expect(linesMessage('¡Felicidades!\nhttps://evil.test')).toBe(notPlainMessage);
  expect(linesMessage('¡Felicidades!\u202e')).toBe(notPlainMessage);
});

test.each([
  ['TIENDAS.COM, S.A.', 'TIENDAS. COM, S.A.'],
  ['4ta.av 3-40', '4ta. av 3-40'],
  ['Ana\u202e Ajú', 'Ana Ajú'],
  ['http://x.com', 'http x. com'],
  ['203.0.113.5', '203. 0.113.5'],
])('%j becomes "%s", which passes', (text, plain) => {
  expect(toPlainText(text)).toBe(plain);
  expect(plainTextMessage(plain)).toBeNull();
});

test('a long text is judged at once', () => {
  expect(plainTextMessage(`${'a. '.repeat(30_000)}1`)).toBeNull();
});
