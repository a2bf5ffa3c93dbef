import { describe, expect, test } from 'vitest';
import { centavos, quetzales } from '../money/money.ts';
import { stockedLine } from '../testing/lines.ts';
import { areSellerNamesVisible, groupBySeller, isThirdPartyCart } from './cart-groups.ts';
import {
  checkAdd,
  checkQuantity,
  guestCartDays,
  lineLimit,
  linkCartDays,
  mergedQuantity,
  quantityOptions,
} from './cart-limits.ts';
import type { LineKind, StockedLine } from './cart-line.ts';
import {
  goToPayLabel,
  hasLineToRemove,
  isGoToPayDisabled,
  isOnSaleSinceAdded,
  mustBeRemoved,
  removalTexts,
} from './must-remove.ts';
import { panelSubtotal, productCount } from './panel-subtotal.ts';
import { syncRetryDelayMs, syncRetrySeconds } from './sync-retry.ts';

describe('lines to remove', () => {
  test.each<[string, Partial<StockedLine>, boolean]>([
    ['in stock', {}, false],
    ['on sale', { onSale: true }, true],
    ['out of stock', { status: 'OUT_OF_STOCK' }, true],
    ['more than there is', { quantity: 5, salableQuantity: 4 }, true],
    ['just what there is', { quantity: 5, salableQuantity: 5 }, false],
    ['gift card', { kind: 'giftCard', onSale: true, status: 'OUT_OF_STOCK', salableQuantity: 0 }, false],
    ['service', { kind: 'service', salableQuantity: 0 }, false],
    ['donation', { kind: 'donation', salableQuantity: 0 }, false],
  ])('[CART-19] %s', (_, different, expected) => {
    const line = stockedLine(different);
    expect(mustBeRemoved(line)).toBe(expected);
    expect(hasLineToRemove([stockedLine(), line])).toBe(expected);
  });

  const sale = { startsAt: new Date('2026-11-21T10:00:00Z'), endsAt: new Date('2026-11-21T12:00:00Z') };
  test.each([
    ['2026-11-21T09:59:59Z', '2026-11-21T10:00:00Z', true],
    ['2026-11-21T09:59:59Z', '2026-11-21T09:59:59Z', false],
    ['2026-11-21T09:59:59Z', '2026-11-21T11:59:59Z', true],
    ['2026-11-21T09:59:59Z', '2026-11-21T12:00:00Z', false],
    ['2026-11-21T10:00:00Z', '2026-11-21T11:00:00Z', false],
    ['2026-11-21T10:30:00Z', '2026-11-21T11:00:00Z', false],
  ])('[DEC-80] added %s, now %s: on sale %s', (addedAt, now, expected) => {
    expect(isOnSaleSinceAdded(new Date(addedAt), sale, new Date(now))).toBe(expected);
    expect(isOnSaleSinceAdded(new Date(addedAt), null, new Date(now))).toBe(false);
  });

  test('[CART-09] [CART-11] [CART-17] texts', () => {
    expect(removalTexts.title).toBe('Producto no disponible');
    expect(removalTexts.message).toBe('Elimina este producto para poder realizar tu compra');
    expect(goToPayLabel(true)).toBe('Producto no disponible, elimínalo para continuar');
    expect(goToPayLabel(false)).toBe('Ir a pagar');
  });

  test.each([
    ['ready', false, [stockedLine()], false, false],
    ['loading', true, [stockedLine()], false, true],
    ['empty', false, [], false, true],
    ['an item with a problem', false, [stockedLine()], true, true],
    ['a line to remove', false, [stockedLine({ onSale: true })], false, true],
  ])('[CART-10] %s', (_, isLoading, lines, hasProblem, expected) => {
    expect(isGoToPayDisabled({ isLoading, lines, hasProblem })).toBe(expected);
  });
});

describe('limits', () => {
  const tooMuch = { ok: false, error: { code: 'CART_QUANTITY_LIMIT', limit: 10 } };
  test.each([
    [0, tooMuch],
    [1, { ok: true, value: 1 }],
    [10, { ok: true, value: 10 }],
    [11, tooMuch],
    [1.5, tooMuch],
    [Number.NaN, tooMuch],
  ])('[DEC-73] quantity %d', (quantity, expected) => {
    expect(checkQuantity(quantity)).toEqual(expected);
  });

  test.each([
    [4, 5, 9],
    [5, 5, 10],
    [6, 5, 10],
  ])('[DEC-54] [DEC-73] %d and %d make %d', (existing, added, expected) => {
    expect(mergedQuantity(existing, added)).toBe(expected);
  });

  test.each([
    ['a new line', { quantity: 3, existingQuantity: null, lineCount: 49 }, { ok: true, value: 3 }],
    [
      'the 51st line',
      { quantity: 3, existingQuantity: null, lineCount: 50 },
      { ok: false, error: { code: 'CART_LINE_LIMIT', limit: 50 } },
    ],
    ['more of a line in a full cart', { quantity: 3, existingQuantity: 4, lineCount: 50 }, { ok: true, value: 7 }],
    ['more than fits', { quantity: 3, existingQuantity: 9, lineCount: 1 }, { ok: true, value: 10 }],
    ['a bad quantity for a new line', { quantity: 11, existingQuantity: null, lineCount: 0 }, tooMuch],
    ['a bad quantity for a line', { quantity: 0, existingQuantity: 1, lineCount: 0 }, tooMuch],
  ])('[DEC-73] %s', (_, add, expected) => {
    expect(checkAdd(add)).toEqual(expected);
  });

  test('[CART-06] [CONST-29] [DEC-72] [CONST-07] constants', () => {
    expect(quantityOptions).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect([lineLimit, guestCartDays, linkCartDays]).toEqual([50, 30, 15]);
  });
});

describe('groups', () => {
  const line = (sku: string, id: number, kind: LineKind = 'product') => ({
    sku,
    kind,
    seller: { id, title: `S${id}` },
  });

  test('[SEL-05] [DEL-33] [DON-04] by seller in the order of first lines, without the donation', () => {
    const groups = groupBySeller([line('a', 2), line('d', 1, 'donation'), line('b', 1), line('c', 2)]);
    expect(groups).toEqual([
      { sellerId: 2, sellerTitle: 'S2', lines: [line('a', 2), line('c', 2)] },
      { sellerId: 1, sellerTitle: 'S1', lines: [line('b', 1)] },
    ]);
    expect(groupBySeller([])).toEqual([]);
  });

  test('[SEL-05] [SEL-06] names and the mark of a third-party cart', () => {
    const own = [line('a', 1), line('d', 1, 'donation')];
    const mixed = [line('a', 1), line('b', 2)];
    expect([areSellerNamesVisible(groupBySeller(own)), isThirdPartyCart(own)]).toEqual([false, false]);
    expect([areSellerNamesVisible(groupBySeller(mixed)), isThirdPartyCart(mixed)]).toEqual([true, true]);
    expect(isThirdPartyCart([line('d', 2, 'donation')])).toBe(false);
  });
});

describe('panel', () => {
  test.each([
    [null, null, 1, 'Subtotal (1 producto)', 10_000],
    [quetzales(199), null, 2, 'Subtotal (2 productos)', 29_900],
    [null, quetzales(45), 2, 'Subtotal (2 productos)', 14_500],
    [quetzales(199), quetzales(45), 3, 'Subtotal (3 productos)', 34_400],
  ])('[PANEL-05] service %d, warranty %d', (service, warranty, count, label, amount) => {
    expect(panelSubtotal(centavos(10_000), service, warranty)).toEqual({ count, label, amount });
  });

  test('[CHK-17] counts', () => {
    expect([0, 1, 2].map(productCount)).toEqual(['0 productos', '1 producto', '2 productos']);
  });
});

describe('sync after login', () => {
  test('[CART-29] [CONST-39] ten retries, then stop', () => {
    const delays = Array.from({ length: 11 }, (_, index) => syncRetryDelayMs(index + 1, 500));
    expect(delays).toEqual([1_000, 1_000, 2_000, 3_000, 5_000, 8_000, 13_000, 21_000, 34_000, 55_000, null]);
    expect(syncRetrySeconds).toHaveLength(10);
  });

  test.each([
    [401, null],
    [404, null],
    [409, 1_000],
    [null, 1_000],
  ])('[DEC-54] after status %d', (status, expected) => {
    expect(syncRetryDelayMs(1, status)).toBe(expected);
  });
});
