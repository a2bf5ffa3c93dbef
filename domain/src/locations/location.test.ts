import { expect, test } from 'vitest';
import {
  cityOptions,
  defaultMapPoint,
  departmentTitle,
  distanceKm,
  locationLinkText,
  offeredDepartments,
  zoneOptions,
} from './location.ts';

const departments = [
  { value: 485, title: 'Guatemala', municipios: [{ nombre: 'Guatemala' }, { nombre: 'Mixco' }] },
  { value: 486, title: 'El Progreso', municipios: [] },
];

test('[APP-28] a department shows its title, and an unknown department the fallback', () => {
  expect(departmentTitle(departments, 486)).toBe('El Progreso');
  expect(departmentTitle(departments, 999)).toBe('Departamento Desconocido');
});

test('[DEL-13] the form offers only departments with municipalities, and their cities', () => {
  expect(offeredDepartments(departments)).toEqual([departments[0]]);
  expect(cityOptions(departments, 485)).toEqual(['Guatemala', 'Mixco']);
  expect([cityOptions(departments, null), cityOptions(departments, 999)]).toEqual([[], []]);
});

test.each([
  [485, 'Guatemala', ['Zona 1', 'Zona 2']],
  [485, 'Mixco', []],
  [485, '', []],
  [null, 'Guatemala', []],
  [999, 'Guatemala', []],
])('[DEC-88] zones of %s, %s: %j', (regionId, city, expected) => {
  const zones = ['Zona 1', 'Zona 2'];
  const capital = {
    value: 485,
    title: 'Guatemala',
    municipios: [{ nombre: 'Guatemala', zonas: zones }, { nombre: 'Mixco' }],
  };
  expect(zoneOptions([capital], regionId, city)).toEqual(expected);
});

test('the map opens in Guatemala City if no place is chosen', () => {
  expect(defaultMapPoint).toEqual({ latitude: 14.6349, longitude: -90.5069, zoom: 18 });
});

test('[DEC-100] distances are in kilometres on the globe', () => {
  const guatemala = { latitude: 14.6349, longitude: -90.5069 };
  const quetzaltenango = { latitude: 14.8347, longitude: -91.5181 };
  const flores = { latitude: 16.9269, longitude: -89.8928 };
  expect(distanceKm(guatemala, guatemala)).toBe(0);
  // Great-circle distances from another source, rounded to kilometres.
  expect(Math.round(distanceKm(guatemala, quetzaltenango))).toBe(111);
  expect(Math.round(distanceKm(guatemala, flores))).toBe(263);
  expect(distanceKm(flores, guatemala)).toBeCloseTo(distanceKm(guatemala, flores), 9);
  expect(distanceKm({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 180 })).toBeCloseTo(20_015.09, 1);
  expect(distanceKm({ latitude: 60, longitude: 0 }, { latitude: 60, longitude: 1 })).toBeCloseTo(55.6, 1);
});

test('[CAT-20] [DEC-25] the label of the link that opens the map', () => {
  expect([locationLinkText(true), locationLinkText(false)]).toEqual(['Cambiar ubicación', 'Ajusta tu ubicación']);
});
