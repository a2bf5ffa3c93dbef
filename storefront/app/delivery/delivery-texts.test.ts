import { expect, test } from 'vitest';
import { placeText } from './delivery-texts.ts';

test.each([
  ['6a avenida 12-31', 'Zona 10', 'Guatemala', '6a avenida 12-31, Zona 10, Guatemala'],
  ['6a Avenida 11-45, Zona 1', 'Zona 1', 'Guatemala', '6a Avenida 11-45, Zona 1, Guatemala'],
  ['Boulevard San Cristóbal 5-20, Zona 8 de Mixco', 'Zona 8', 'Mixco', 'Boulevard San Cristóbal 5-20, Zona 8 de Mixco'],
  ['Calle Real', '', 'Flores', 'Calle Real, Flores'],
])('%s, %s, %s reads "%s"', (street, zone, city, text) => {
  expect(placeText({ street, zone, city })).toBe(text);
});
