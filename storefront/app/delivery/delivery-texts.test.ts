import { expect, test } from 'vitest';
import { distanceText, placeText } from './delivery-texts.ts';

test.each([
  ['6a avenida 12-31', 'Zona 10', 'Guatemala', '6a avenida 12-31, Zona 10, Guatemala'],
  ['6a Avenida 11-45, Zona 1', 'Zona 1', 'Guatemala', '6a Avenida 11-45, Zona 1, Guatemala'],
  ['Boulevard San Cristóbal 5-20, Zona 8 de Mixco', 'Zona 8', 'Mixco', 'Boulevard San Cristóbal 5-20, Zona 8 de Mixco'],
  ['Calle Real', '', 'Flores', 'Calle Real, Flores'],
])('%s, %s, %s reads "%s"', (street, zone, city, text) => {
  expect(placeText({ street, zone, city })).toBe(text);
});

test.each([
  [0, '0.1 km'],
  [0.04, '0.1 km'],
  [1.24, '1.2 km'],
  [9.94, '9.9 km'],
  [9.96, '10 km'],
  [203.7, '204 km'],
])('%d kilometres read "%s"', (km, text) => {
  expect(distanceText(km)).toBe(text);
});
