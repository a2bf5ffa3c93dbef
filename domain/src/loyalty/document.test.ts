import { expect, test } from 'vitest';
import { readDocument } from './document.ts';

test.each([
  ['DPI', '1234 56789-0101', '1234567890101'],
  ['NIT', '576937-k', '576937K'],
  ['Pasaporte', 'ab-123 456', 'AB123456'],
] as const)('[PTS-20, DEC-116] %s %s is stored as %s', (documentType, documentId, kept) => {
  expect(readDocument({ documentType, documentId })).toEqual({ ok: true, value: { documentType, documentId: kept } });
});

test.each([
  ['DPI', '', 'El número de DPI es necesario para continuar.'],
  ['DPI', '123456789010', 'El DPI debe contener exactamente 13 dígitos.'],
  ['NIT', '12345678', 'NIT inválido'],
  ['NIT', '', 'Debe de ingresar el NIT'],
  ['Pasaporte', 'AB', 'Ingresa el pasaporte con 3 a 20 letras y números.'],
  ['Pasaporte', '', 'Debe de ingresar el número de pasaporte'],
] as const)('%s "%s": %s', (documentType, documentId, message) => {
  expect(readDocument({ documentType, documentId })).toEqual({ ok: false, error: { code: 'invalid', message } });
});
