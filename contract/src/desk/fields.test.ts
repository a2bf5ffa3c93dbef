import { expect, test } from 'vitest';
import { readTyped, typedMoney, typedOf } from './fields.ts';

test.each([
  ['1,400.50', '1400.50'],
  ['1,400', '1400'],
  ['1,234,567', '1234567'],
  ['12,50', '12.50'],
  ['250,0', '250.0'],
  ['Q 99.99', '99.99'],
  ['Q. 1,250.00', '1250.00'],
  ['1.250,00', '1250.00'],
  ['Q1.234.567,5', '1234567.5'],
  ['99.99', '99.99'],
])('an amount typed as %s becomes %s', (typed, amount) => {
  expect(typedMoney(typed)).toBe(amount);
});

const text = { kind: 'text', label: 'Código', max: 5, isUpper: true } as const;
const whole = { kind: 'whole', label: 'Usos', min: 1, max: 20 } as const;
const money = { kind: 'money', label: 'Monto', min: 0.01 } as const;
const percent = { kind: 'percent', label: 'Porcentaje' } as const;
const end = { kind: 'moment', label: 'Hasta', isEnd: true } as const;
const slugForm = { pattern: /^[a-z0-9-]+$/, words: 'una dirección' };
const slug = { kind: 'text', label: 'Enlace', max: 80, form: slugForm } as const;
const choice = { kind: 'choice', label: 'Estado', values: { open: 'Abierto' } } as const;

test.each([
  [text, ' uno ', 'UNO'],
  [text, 'cinco', 'CINCO'],
  [whole, '20', 20],
  [money, 'Q1,400.50', 1400.5],
  [money, '0.01', 0.01],
  [percent, '12.5 %', 12.5],
  [percent, '100', 100],
  [{ ...whole, isOptional: true } as const, '', null],
  [{ kind: 'moment', label: 'Desde' } as const, '2026-12-24T08:30', '2026-12-24T14:30:00.000Z'],
  [end, '2026-12-24T23:59', '2026-12-25T05:59:59.999Z'],
  [{ kind: 'flag', label: 'Uso', words: ['Sí', 'No'] } as const, 'true', true],
  [slug, 'tv-55', 'tv-55'],
  [choice, 'open', 'open'],
] as const)('a field parses %o from "%s"', (field, typed, value) => {
  expect(readTyped(field, typed)).toEqual({ ok: true, value });
});

test.each([
  [text, '', 'Falta este dato.'],
  [text, 'seis66', 'Escribe hasta 5 caracteres: sobran 1.'],
  [whole, '21', 'Escribe un número de 1 a 20.'],
  [whole, '0', 'Escribe un número de 1 a 20.'],
  [whole, '1.5', 'Escribe un número entero.'],
  [money, '0', 'Escribe un monto de Q0.01 a Q9,999,999.00.'],
  [money, '10000000', 'Escribe un monto de Q0.01 a Q9,999,999.00.'],
  [money, '1.005', 'Escribe a lo sumo dos decimales.'],
  [money, 'mucho', 'Escribe un monto.'],
  [percent, '100.01', 'Escribe un porcentaje mayor que 0, de 100 a lo más.'],
  [end, '2026-02-30T08:00', 'Escribe una fecha con su hora.'],
  [slug, 'TV 55', `Escribe ${slugForm.words}.`],
  [choice, 'closed', 'Elige uno de la lista.'],
] as const)('a field %o refuses "%s"', (field, typed, message) => {
  expect(readTyped(field, typed)).toEqual({ ok: false, error: { code: 'wrong', message } });
});

test.each([
  [money, 1400.5],
  [percent, 12.5],
  [end, '2026-12-25T05:59:59.999Z'],
  [whole, 7],
] as const)('a value of %o does not change when its control is read again', (field, value) => {
  expect(readTyped(field, typedOf(field, value))).toEqual({ ok: true, value });
});
