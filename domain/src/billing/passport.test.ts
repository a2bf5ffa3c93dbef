import { expect, test } from 'vitest';
import { checkPassport, passportMessage } from './passport.ts';

test.each([
  ['AB1', 'AB1'],
  [' A-12 3 ', 'A123'],
  ['x'.repeat(20), 'x'.repeat(20)],
])('[DEC-189] accepts %j', (input, passport) => {
  expect(checkPassport(input)).toEqual({ ok: true, value: passport });
  expect(passportMessage(input)).toBeNull();
});

test.each([
  ['', 'empty', 'Debe de ingresar el número de pasaporte'],
  [' - ', 'empty', 'Debe de ingresar el número de pasaporte'],
  ['AB', 'bad_format', 'Ingresa el pasaporte con 3 a 20 letras y números.'],
  ['x'.repeat(21), 'bad_format', 'Ingresa el pasaporte con 3 a 20 letras y números.'],
  ['A12.3', 'bad_format', 'Ingresa el pasaporte con 3 a 20 letras y números.'],
])('[BILL-12, DEC-189] refuses %j: %s', (input, code, message) => {
  expect(checkPassport(input)).toEqual({ ok: false, error: { code } });
  expect(passportMessage(input)).toBe(message);
});
