import { expect, test } from 'vitest';
import { type MailText, mailKinds, mailTextFaults, mailTextOf, mailTexts, sampleMailText } from './mail-texts.ts';

test('[PROD-30] the standard texts of every mail use its fields, and all required ones', () => {
  expect(mailKinds).toHaveLength(7);
  for (const kind of mailKinds) {
    expect(mailTextFaults(kind, mailTexts[kind]), kind).toEqual({});
    const { subject, opening } = sampleMailText(kind, undefined, 'Ceiba');
    expect(`${subject}${opening}`, kind).not.toMatch(/[{}]/);
  }
});

test.each<[string, Partial<MailText>, Record<string, string>]>([
  ['right texts', {}, {}],
  ['a subject without its number', { subject: 'Gracias' }, { subject: 'Falta el campo {numero}.' }],
  [
    'an unknown field',
    { opening: 'Hola {nombre}' },
    { opening: 'Este correo no tiene el campo {nombre}. Puedes usar {numero}, {total}, {tienda}.' },
  ],
  ['an inherited name', { opening: '{constructor}' }, { opening: expect.stringContaining('{constructor}') }],
  ['a brace that is left open', { opening: 'Hola {numero' }, { opening: 'Cada campo va entre llaves: {…}.' }],
  ['an empty field', { subject: '{numero} {}' }, { subject: expect.stringContaining('{}') }],
])('[PROD-30] %s: each fault is reported at its field', (_, changed, faults) => {
  const right = { subject: 'Orden {numero}', opening: 'Gracias, son {total} en {tienda}.' };
  expect(mailTextFaults('orderConfirmation', { ...right, ...changed })).toEqual(faults);
});

test('[PROD-30] values are filled in once, and a subject is always one line', () => {
  const own = { restock: { subject: '{producto} en {tienda}', opening: '{producto}\n{producto}' } };
  const values = { producto: 'Radio\r\nBcc: {tienda}', tienda: 'Ceiba' };
  expect(mailTextOf('restock', own, values)).toEqual({
    subject: 'Radio Bcc: {tienda} en Ceiba',
    opening: 'Radio\r\nBcc: {tienda}\nRadio\r\nBcc: {tienda}',
  });
  expect(mailTextOf('restock', {}, values).opening).toBe(
    'Radio\r\nBcc: {tienda} está disponible de nuevo. Las unidades son limitadas.',
  );
});
