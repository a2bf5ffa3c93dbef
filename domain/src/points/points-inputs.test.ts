import { describe, expect, test } from 'vitest';
import { formatTypedInput, type PointsFormat, type PointsInput, pointsInputMessage } from './points-inputs.ts';

describe('[PTS-14] fields while a person types', () => {
  test.each<[PointsFormat, string, string]>([
    ['cardNumber', '4111-1111 11111111999', '4111 1111 1111 1111'],
    ['cardNumber', '378282246310005', '3782 822463 10005'],
    ['date', '1239', '12 / 39'],
    ['cvv', '123456a', '12345'],
    ['points', '0012345 pts', '12,345'],
    ['points', '', ''],
    ['points', '0', '0'],
    ['phone', '55554444', '5555-4444'],
    ['document', '1234 56789 01012', '1234567890101'],
    ['document', '576937-k', '576937K'],
    ['birthDate', '1990-05-15', '1990-05-15'],
    ['text', ' Ana ', ' Ana '],
  ])('in %s, %j becomes %j', (format, typed, shown) => {
    expect(formatTypedInput(format, typed)).toBe(shown);
  });
});

describe('[DEC-113] the message about a field', () => {
  // Noon in Guatemala.
  const now = new Date('2026-11-22T18:00:00Z');

  test.each<[PointsInput, string, string | null]>([
    ['dpi', '', 'El número de DPI es necesario para continuar.'],
    ['dpi', '123456789010', 'El DPI debe contener exactamente 13 dígitos.'],
    ['dpi', '1234567890101', null],
    ['birthDate', '', 'Fecha de nacimiento es requerida'],
    ['birthDate', '2026-11-22', 'Ingresa una fecha de nacimiento válida.'],
    ['birthDate', '1990-02-30', 'Ingresa una fecha de nacimiento válida.'],
    ['birthDate', '2026-11-21', null],
    ['ccNumber', '4111 1111 1111 1112', 'El número de tarjeta no es válido'],
    ['ccNumber', '4111 1111 1111 1111', null],
    ['ccDate', '10 / 26', 'Fecha de expiración debe ser en futuro'],
    ['ccDate', '11 / 26', null],
    ['ccCVV', '12', 'CVV debe tener al menos 3 digitos'],
    ['ccCVV', '123', null],
    ['ccOwner', ' ', 'Nombre del titular es obligatorio'],
    ['ccOwner', 'Ana', null],
  ])('in %s, %j has the message %j', (input, value, message) => {
    expect(pointsInputMessage(input, value, now)).toBe(message);
  });
});
