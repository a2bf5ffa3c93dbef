import { expect, test } from 'vitest';
import { type CoveredPlace, coverageText, isCovered, visitText } from './visit.ts';

const place = (city: string | null, department = 'Guatemala', regionId = 485): CoveredPlace => ({
  regionId,
  department,
  city,
});
const peten = { regionId: 501, city: 'Flores' };
const mixco = { regionId: 485, city: 'MIXCO ' };

test.each<[string, CoveredPlace[], { regionId: number; city: string }, boolean]>([
  ['everywhere', [], peten, true],
  ['a department', [place(null)], mixco, true],
  ['another department', [place(null)], peten, false],
  ['a municipio in another spelling', [place('Guatemala'), place('Mixco')], mixco, true],
  ['another municipio of the department', [place('Guatemala')], mixco, false],
  [
    'a municipio of the same name elsewhere',
    [place('San José', 'Escuintla', 489)],
    { regionId: 501, city: 'San José' },
    false,
  ],
])('the offer of a visit in %s', (_, coverage, at, expected) => {
  expect(isCovered({ coverage }, at)).toBe(expected);
});

test.each([
  [[], 'Todo el país'],
  [[place(null)], 'Departamento de Guatemala'],
  [[place('Guatemala'), place('Mixco')], 'Ciudad de Guatemala y Mixco'],
  [
    [place('Mixco'), place('Palencia'), place('Fraijanes'), place('Amatitlán')],
    'Mixco, Palencia, Fraijanes y un lugar más',
  ],
])('the coverage of a visit as text', (coverage, text) => {
  expect(coverageText(coverage)).toBe(text);
});

test('a visit shows its business days, and the delivery before the visit', () => {
  expect(visitText({ days: 1 })).toBe('En un plazo de un día hábil');
  expect(visitText({ days: 4 }, true)).toBe('En un plazo de 4 días hábiles después de la entrega');
});
