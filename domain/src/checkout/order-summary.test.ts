import { expect, test } from 'vitest';
import { summaryTexts, summaryThumbnails, summaryToggleLabel, thumbnailBadge } from './order-summary.ts';

test.each([
  [1, false, 'Carrito (1 producto)'],
  [2, false, 'Carrito (2 productos)'],
  [2, true, 'Ocultar resumen'],
])('[CHK-17] %d, open %s: %s', (count, isOpen, expected) => {
  expect(summaryToggleLabel(count, isOpen)).toBe(expected);
});

test('the summary has the documented texts', () => {
  expect(summaryTexts).toEqual({ title: 'Resumen de compra', detail: 'Ver detalle' });
});

test.each([
  [0, 0, null],
  [5, 5, null],
  [6, 5, '+1'],
  [12, 5, '+7'],
])('[CHK-19] [CONST-32] %d lines: %d shown, %s', (count, shown, more) => {
  const lines = Array.from({ length: count }, () => ({ quantity: 1 }));
  const thumbnails = summaryThumbnails(lines);
  expect([thumbnails.shown.length, thumbnails.more]).toEqual([shown, more]);
});

test.each([
  [1, null],
  [2, 2],
  [10, 10],
])('[CHK-19] %d units: badge %s', (quantity, expected) => {
  expect(thumbnailBadge(quantity)).toBe(expected);
});
