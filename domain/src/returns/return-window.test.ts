import { describe, expect, test } from 'vitest';
import { civilDate } from '../dates/civil-date.ts';
import { defaultShopPolicy } from '../policies/shop-policy.ts';
import {
  checkReturn,
  isReturnNumber,
  lastReturnDay,
  type ReturnRequest,
  returnImageMaxBytes,
  returnImageProblem,
  returnImageTypes,
  returnNumberOf,
  returnNumberText,
  returnReasons,
  returnReceivedText,
  returnRefusalText,
} from './return-window.ts';

const request: ReturnRequest = {
  deliveredOn: civilDate('2026-02-02'),
  isReturnable: true,
  boughtQuantity: 3,
  returnedQuantity: 1,
  quantity: 2,
};

/** 30 business days (Monday to Saturday, no holidays in between) after 2 February 2026. */
const lastDay = civilDate('2026-03-09');

describe('window', () => {
  test.each([
    ['2026-02-02', '2026-03-09'],
    ['2026-03-20', '2026-04-28'],
  ])('[RET-03] an order delivered %s can be returned until %s', (delivered, expected) => {
    expect(lastReturnDay(civilDate(delivered), defaultShopPolicy)).toBe(expected);
  });

  test.each<[string, string, Partial<ReturnRequest>, object | null]>([
    ['on the day of delivery', '2026-02-02', {}, null],
    ['on the last day', '2026-03-09', {}, null],
    ['a day late', '2026-03-10', {}, { code: 'RETURN_TOO_LATE', lastDay }],
    ['not delivered', '2026-02-02', { deliveredOn: null }, { code: 'RETURN_NOT_DELIVERED' }],
    ['a gift card', '2026-02-02', { isReturnable: false, deliveredOn: null }, { code: 'RETURN_NOT_ALLOWED' }],
    ['one of two', '2026-02-02', { quantity: 1 }, null],
    ['more than left', '2026-02-02', { quantity: 3 }, { code: 'RETURN_QUANTITY', left: 2 }],
    ['nothing', '2026-02-02', { quantity: 0 }, { code: 'RETURN_QUANTITY', left: 2 }],
  ])('[DEC-142] %s', (_, today, different, error) => {
    const expected = error === null ? { ok: true, value: lastDay } : { ok: false, error };
    expect(checkReturn({ ...request, ...different }, civilDate(today), defaultShopPolicy)).toEqual(expected);
  });

  test('[RET-03] the policy sets the number of days', () => {
    const policy = { returnDays: 1, extraHolidays: [] };
    expect(checkReturn(request, civilDate('2026-02-04'), policy)).toEqual({
      ok: false,
      error: { code: 'RETURN_TOO_LATE', lastDay: '2026-02-03' },
    });
  });
});

test('[DEC-142] a return has the documented reasons, picture limits and confirmation', () => {
  expect(returnReasons).toEqual(['Producto dañado', 'No es lo que pedí', 'Falla de fábrica', 'Otro']);
  expect(returnImageMaxBytes).toBe(5_242_880);
  expect(returnImageTypes).toEqual(['image/jpeg', 'image/png']);
  expect(returnReceivedText('D-7')).toBe('Hemos recibido tu solicitud de devolución D-7.');
});

test.each<[string, string, number, number, string | null]>([
  ['a photo', 'image/jpeg', 5_242_880, 2, null],
  ['a drawing', 'image/png', 1, 0, null],
  ['another type', 'image/webp', 1, 0, 'Las fotos deben ser JPG o PNG.'],
  ['a byte too many', 'image/png', 5_242_881, 0, 'Cada foto puede pesar 5 MB como máximo.'],
  ['the fourth', 'image/png', 1, 3, 'Puedes enviar hasta 3 fotos.'],
])('[DEC-142] for the chosen files %s', (_, type, size, count, problem) => {
  expect(returnImageProblem({ type, size }, count)).toBe(problem);
});

test.each([
  [{ code: 'RETURN_NOT_ALLOWED' }, 'Las tarjetas de regalo no se devuelven.'],
  [{ code: 'RETURN_NOT_DELIVERED' }, 'Aún no te entregamos este producto.'],
  [{ code: 'RETURN_TOO_LATE', lastDay }, 'El plazo para devolverlo terminó el 9 de marzo de 2026.'],
  [{ code: 'RETURN_QUANTITY', left: 0 }, 'Ya pediste devolver todas las unidades de este producto.'],
  [{ code: 'RETURN_QUANTITY', left: 1 }, 'Puedes devolver hasta 1 unidad de este producto.'],
  [{ code: 'RETURN_QUANTITY', left: 2 }, 'Puedes devolver hasta 2 unidades de este producto.'],
] as const)('the refusal %j is shown in words', (refusal, text) => {
  expect(returnRefusalText(refusal)).toBe(text);
});

test('the number of a return', () => {
  expect(returnNumberText(100_001)).toBe('D-100001');
  expect(returnNumberOf('D-100001')).toBe(100_001);
  expect(['D-100001', 'D-1', '100001', 'D-100001x'].map(isReturnNumber)).toEqual([true, false, false, false]);
});
