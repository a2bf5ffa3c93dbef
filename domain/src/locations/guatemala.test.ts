import { expect, test } from 'vitest';
import { isInGuatemala } from './guatemala.ts';

test.each([
  ['Guatemala', 14.6349, -90.5069],
  ['Cobán', 15.47, -90.373],
  ['Flores', 16.917, -89.893],
  ['Puerto Barrios', 15.73, -88.59],
  ['Livingston', 15.828, -88.75],
  ['Huehuetenango', 15.319, -91.471],
  ['La Mesilla', 15.63, -91.98],
  ['Tecún Umán', 14.68, -92.14],
  ['Champerico', 14.293, -91.91],
  ['Puerto San José', 13.92, -90.82],
  ['Ciudad Pedro de Alvarado', 13.84, -90.08],
  ['Esquipulas', 14.56, -89.35],
  ['El Naranjo, Petén', 17.23, -90.8],
  ['Uaxactún', 17.39, -89.63],
  ['Melchor de Mencos', 17.06, -89.15],
])('[PROD-28] %s is in Guatemala', (_, latitude, longitude) => {
  expect(isInGuatemala({ latitude, longitude })).toBe(true);
});

test.each([
  ['San Salvador', 13.69, -89.19],
  ['Tegucigalpa', 14.08, -87.19],
  ['Belmopán', 17.25, -88.77],
  ['San Cristóbal de las Casas', 16.73, -92.64],
  ['Tuxtla Gutiérrez', 16.75, -93.12],
  ['the Pacific', 13.5, -91.5],
  ['both numbers swapped', -90.5, 14.6],
  ['a longitude without its sign', 14.6, 90.5],
])('[PROD-28] %s is not in Guatemala', (_, latitude, longitude) => {
  expect(isInGuatemala({ latitude, longitude })).toBe(false);
});
