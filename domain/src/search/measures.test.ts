import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readMeasures } from './measures.ts';

test.each([
  // Number words before a unit.
  ['lavadora de cuarenta libras', 'lavadora de 40 libras'],
  ['lavadora cuarenta y nueve libras', 'lavadora 49 libras'],
  ['celular doscientos cincuenta y seis gigas', 'celular 256 gb'],
  ['celular de un tera', 'celular de 1 tb'],
  ['Estufa Séis quemadores', 'Estufa 6 quemadores'],
  ['moto ciento veinticinco', 'moto 125'],
  ['tele cincuenta y cinco', 'tele 55'],
  // Thousands.
  ['aire 12 mil btu', 'aire 12000 btu'],
  ['aire 12mil btu', 'aire 12000 btu'],
  ['clima 12k btu', 'clima 12000 btu'],
  ['aire de treinta y seis mil btu', 'aire de 36000 btu'],
  ['bocina de mil watts', 'bocina de 1000 w'],
  ['12,000 btu', '12000 btu'],
  // Typing errors in a unit.
  ['televisor 55 pulgdas', 'televisor 55 pulgadas'],
  ['televisor 55pulagadas', 'televisor 55 pulgadas'],
  ['lavadora 33 livras', 'lavadora 33 libras'],
  ['celular 256 bg', 'celular 256 gb'],
  ['celular 128 ggb', 'celular 128 gb'],
  ['aire 12000 vtu', 'aire 12000 btu'],
  ['estufa 4 kemadores', 'estufa 4 quemadores'],
  // The word "mil" does not change in amounts of money (price-wish.ts).
  ['laptop de cinco mil quetzales', 'laptop de 5 mil quetzales'],
  ['tele menos de tres mil', 'tele menos de 3 mil'],
])('%s', (typed, read) => {
  expect(readMeasures(typed)).toBe(read);
});

test.each([
  ...[
    'todo en uno',
    'tele 55',
    'tv 4 k',
    'dos en uno',
    'menos de mil',
    'entre mil y 2000',
    '',
    '  ',
    'nova 8 pro max',
    'playa plus 1',
  ],
  ...[
    'ruta 4k max',
    '2 libros',
    '3 piezas',
    'llanta 185/65 r15',
    '7 plus',
    'tempo 3 lite',
    'y cinco',
    'cuaderno kids 3',
    '5 mil',
  ],
])('"%s" does not change', (typed) => {
  expect(readMeasures(typed)).toBe(typed);
});

const words = fc.array(
  fc.constantFrom(
    ...'doce mil k y cuarenta 12 55 1.5 btu pulgdas libras tele de ciento un tera 12k 9,000 q gb'.split(' '),
  ),
);

test('parsing a parsed text changes nothing', () => {
  fc.assert(
    fc.property(words, (typed) => {
      const once = readMeasures(typed.join(' '));
      expect(readMeasures(once)).toBe(once);
    }),
  );
});
