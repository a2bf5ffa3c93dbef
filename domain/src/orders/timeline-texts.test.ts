import { expect, test } from 'vitest';
import { correctionText } from './timeline-texts.ts';

const person = { firstName: 'Ana', lastName: 'Xol', message: '55123480|Portón verde' };

test.each<[field: string, before: unknown, after: unknown, text: string]>([
  ['contact.phone', '55124087', '55129999', 'Teléfono, 55124087 → 55129999'],
  ['contact.lastName', '', 'Ajú', 'Apellido, — → Ajú'],
  [
    'shippingAddress.street',
    ['6a avenida'],
    ['7a avenida', 'Torre 2'],
    'Dirección de entrega, 6a avenida → 7a avenida, Torre 2',
  ],
  [
    'shippingAddress.region',
    { regionId: 485, region: 'Guatemala' },
    { regionId: 493, region: 'Petén' },
    'Departamento, Guatemala → Petén',
  ],
  ['shippingAddress.trustedPerson', null, person, 'Quien recibe y referencia, — → Ana Xol, 55123480, Portón verde'],
  [
    'shippingAddress.trustedPerson',
    { ...person, message: '|' },
    { firstName: '', lastName: '', message: '|Portón verde' },
    'Quien recibe y referencia, Ana Xol → Portón verde',
  ],
  ['shippingAddress.trustedPerson', person, null, 'Quien recibe y referencia, Ana Xol, 55123480, Portón verde → —'],
])('the timeline shows a correction of %s from %j to %j in words', (field, before, after, text) => {
  expect(correctionText({ [field]: before }, { [field]: after })).toBe(`Datos corregidos: ${text}`);
});
