import { describe, expect, test } from 'vitest';
import { civilDate } from '../dates/civil-date.ts';
import { centavos } from '../money/money.ts';
import {
  energyCostText,
  factText,
  guaranteeOf,
  measureRows,
  type Sheet,
  sheetGroups,
  sizeOf,
  sizesOf,
} from './product-facts.ts';

const fact = (role: string, value: string, unit = 'cm', group?: string) => {
  const size = sizeOf(role, value, unit);
  const shown = { code: role, label: role, value: factText(role, value, unit), role };
  return { ...shown, ...(size !== undefined && { size }), ...(group !== undefined && { group }) };
};

describe('[ZOOM-05] sizes are shown in cm and kg', () => {
  test.each([
    ['alto', '1575', 'mm', 157.5, '157.5 cm'],
    ['alto', '1.8', 'm', 180, '180 cm'],
    ['ancho', '70,5', 'cm', 70.5, '70.5 cm'],
    ['ancho', '30', 'pulgadas', 76.2, '30 pulgadas (76.2 cm)'],
    ['diagonal', '55', 'pulgadas', 139.7, '55 pulgadas (139.7 cm)'],
    ['peso', '100', 'lb', 45.359, '45.359 kg'],
    ['peso', '0.045', 'kg', 0.045, '0.045 kg'],
    ['peso', '45', 'g', 0.045, '0.045 kg'],
    ['peso', '1', 'g', 0.001, '0.001 kg'],
    ['peso', '0.4', 'g', undefined, '0.4 g'],
    ['peso-empaque', '1.250', 'kg', 1.25, '1.25 kg'],
    ['libre-atras', '0.4', 'mm', undefined, '0.4 mm'],
    ['libre-atras', '0', 'cm', 0, '0 cm'],
    ['alto', '0', 'cm', undefined, '0 cm'],
    ['peso', '5', 'cm', undefined, '5 cm'],
    ['alto', 'alta', '', undefined, 'alta'],
    ['', '20', 'cm', undefined, '20 cm'],
  ])('%s of %s %s', (role, value, unit, size, text) => {
    expect([sizeOf(role, value, unit), factText(role, value, unit)]).toEqual([size, text]);
  });
});

test('[ZOOM-05] the measures are rows of text, with "Sin dato" for an unknown measure', () => {
  const sheet: Sheet = {
    attributes: [
      fact('alto', '157'),
      fact('ancho', '65'),
      fact('peso', '52', 'kg'),
      fact('alto-empaque', '163'),
      fact('ancho-empaque', '70'),
      fact('peso-empaque', '57', 'kg'),
      fact('libre-arriba', '10'),
      fact('libre-lados', '5'),
    ],
    missingRoles: ['fondo', 'fondo-empaque', 'libre-atras'],
  };
  expect(measureRows(sheet).map(({ label, value }) => `${label}: ${value}`)).toEqual([
    'Alto: 157 cm',
    'Ancho: 65 cm',
    'Fondo: Sin dato',
    'Peso: 52 kg',
    'Con empaque (alto × ancho × fondo): 163 × 70 × sin dato cm · 57 kg',
    'Espacio que necesita: 10 cm arriba · 5 cm a cada lado',
  ]);
  expect(sizesOf(sheet)).toMatchObject({ alto: 157, 'peso-empaque': 57 });
  const unknown = { attributes: [], missingRoles: ['peso-empaque', 'libre-atras'] };
  expect(measureRows(unknown).map(({ value }) => value)).toEqual(['Sin dato', 'Sin dato']);
  expect(measureRows({ attributes: [{ code: 'color', label: 'Color', value: 'Negro' }], missingRoles: [] })).toEqual(
    [],
  );
});

test('[ZOOM-05] rows and drawing use the same attribute of a role', () => {
  const sheet = { attributes: [fact('alto', '157'), fact('alto', '90')], missingRoles: [] };
  expect([measureRows(sheet).map(({ value }) => value), sizesOf(sheet)]).toEqual([['157 cm'], { alto: 157 }]);
});

test.each([
  ['1', '1 mes'],
  ['6', '6 meses'],
  ['12', '1 año'],
  ['18', '18 meses'],
  ['24', '2 años'],
  ['de por vida', 'de por vida meses'],
])('[ZOOM-08] a guarantee of %s months is %s', (months, words) => {
  expect(factText('garantia', months, 'meses')).toBe(words);
});

test('[ZOOM-08] the guarantee has its duration and its guarantor, or is unknown', () => {
  const known = { attributes: [fact('garantia', '24', 'meses')], missingRoles: ['garantia-responde'] };
  expect(guaranteeOf(known)).toEqual({ duration: '2 años', answers: 'Sin dato' });
  expect(guaranteeOf({ attributes: [], missingRoles: ['garantia'] })?.duration).toBe('Sin dato');
  expect(guaranteeOf({ attributes: [], missingRoles: [] })).toBeNull();
});

test('[ZOOM-08] the sheet shows rows without a group first, then groups, and measures in a separate block', () => {
  const attributes = [
    fact('energia-consumo', '380', 'kWh/año', 'Energía'),
    { code: 'color', label: 'Color', value: 'Gris' },
    fact('alto', '157'),
    { code: 'voltaje', label: 'Voltaje', value: '110 V', group: 'Energía' },
  ];
  expect(
    sheetGroups({ attributes, missingRoles: [] }).map(({ title, rows }) => [title, rows.map(({ value }) => value)]),
  ).toEqual([
    ['', ['Gris']],
    ['Energía', ['380 kWh al año', '110 V']],
  ]);
});

test('[ZOOM-08] energy shows a twelfth of the yearly cost, in whole quetzales, with the dated tariff', () => {
  const policy = { energyTariff: centavos(145), energyTariffDay: civilDate('2026-11-01') };
  const tariff = 'al mes, con Q1.45 por kWh (tarifa del 1 de noviembre de 2026).';
  expect(energyCostText('380', policy)).toBe(`Cerca de Q46 ${tariff}`);
  expect(energyCostText('12000', policy)).toBe(`Cerca de Q1,450 ${tariff}`);
  expect(energyCostText('1', policy)).toBe(`Cerca de Q1 ${tariff}`);
  for (const unknown of [undefined, 'poco', '0']) expect(energyCostText(unknown, policy)).toBeNull();
  expect(energyCostText('380', { ...policy, energyTariff: null })).toBeNull();
  expect(energyCostText('380', { ...policy, energyTariffDay: null })).toBeNull();
});
