import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { civilDate } from '../dates/civil-date.ts';
import { centavos } from '../money/money.ts';
import { anyAmount } from '../testing/lines.ts';
import {
  addButton,
  addFailureTexts,
  addObstacle,
  isGiftShown,
  locationLinkText,
  type ProductToAdd,
} from './availability.ts';
import { currentPrice, percentBadge, priceText, productDiscount, validUntilText } from './discount.ts';
import { countdown, countdownText, countdownTexts, isFlashSaleActive } from './flash-sale.ts';
import { fixedTags, giftCardTag, productTags, type Tag, type TaggedProduct } from './tags.ts';

describe('tags', () => {
  const none: TaggedProduct = {
    isOutOfStock: false,
    hasActiveFlashSale: false,
    isPresale: false,
    isDropshipping: false,
    isVirtualGiftCard: false,
    hasFreeGifts: false,
  };
  const all: TaggedProduct = {
    isOutOfStock: true,
    hasActiveFlashSale: true,
    isPresale: true,
    isDropshipping: true,
    isVirtualGiftCard: true,
    hasFreeGifts: true,
  };
  const own: Tag = { ...fixedTags.gift, id: 'content', textContent: 'Nuevo', category: '1301' };
  const texts = (tags: readonly Tag[]) => tags.map(({ textContent }) => textContent);

  test('[CAT-03] [DEC-26] [DIF-14] all seven, in their order, content last', () => {
    const common = ['Agotado', 'Oferta relámpago', 'Preventa', 'Exclusivo web', 'Producto digital'];
    expect(texts(productTags(all, 'card', [own]))).toEqual([...common, 'Incluye regalo', 'Nuevo']);
    expect(texts(productTags(all, 'detail'))).toEqual([...common, 'Regalos incluidos con este producto']);
    expect(productTags(none, 'card')).toEqual([]);
  });

  test.each<[keyof TaggedProduct, string]>([
    ['isOutOfStock', 'Agotado'],
    ['hasActiveFlashSale', 'Oferta relámpago'],
    ['isPresale', 'Preventa'],
    ['isDropshipping', 'Exclusivo web'],
    ['isVirtualGiftCard', 'Producto digital'],
    ['hasFreeGifts', 'Incluye regalo'],
  ])('[CAT-03] %s shows %s', (mark, text) => {
    expect(texts(productTags({ ...none, [mark]: true }, 'card'))).toEqual([text]);
  });

  test('[CAT-02] [DEC-26] colours, icons, category; ids differ', () => {
    const looks = Object.values(fixedTags).map((tag) => [tag.textColor, tag.backgroundColor, tag.icon, tag.category]);
    expect(looks).toEqual([
      ['#3f4c46', '#e5e0d7', 'ban', 'fixed'],
      ['#ffffff', '#bd1a34', 'zap', 'fixed'],
      ['#0b467a', '#d8e9f8', 'calendar-clock', 'fixed'],
      ['#05483b', '#d6f0e6', 'globe', 'fixed'],
      ['#064f58', '#d7f0f2', 'mail', 'fixed'],
      ['#7a4e00', '#ffeec4', 'gift', 'fixed'],
      ['#7a4e00', '#ffeec4', 'gift', 'fixed'],
    ]);
    expect(Object.values(fixedTags).map(({ id }) => id)).toEqual([
      'out-of-stock',
      'flash-sale',
      'presale',
      'web-exclusive',
      'digital',
      'gift',
      'gift-detail',
    ]);
    expect(giftCardTag).toBe('gift_card_virtual');
  });
});

describe('discount', () => {
  test.each([
    [10_000, 10_000, 0, 0, false, null],
    [10_000, 8_500, 1_500, 15, true, '-15%'],
    [10_000, 9_951, 49, 0, false, null],
    [10_000, 9_950, 50, 1, true, '-1%'],
    [30_000, 19_999, 10_001, 33, true, '-33%'],
    [10_000, 0, 10_000, 100, true, '-100%'],
    [10_000, 10_001, 0, 0, false, null],
    [0, 0, 0, 0, false, null],
  ])('[DEC-76] [DEC-22] %d now %d', (regular, sales, amountOff, percentOff, displayDiscount, badge) => {
    const discount = productDiscount(centavos(regular), centavos(sales), null);
    expect(discount).toEqual({ amountOff, percentOff, expirationDate: null, displayDiscount });
    expect(percentBadge(discount)).toBe(badge);
  });

  test('percent lies between 0 and 100', () => {
    fc.assert(
      fc.property(anyAmount, anyAmount, (regular, sales) => {
        const { amountOff, percentOff } = productDiscount(regular, sales, null);
        expect(amountOff).toBeGreaterThanOrEqual(0);
        expect(percentOff >= 0 && percentOff <= 100).toBe(true);
      }),
    );
  });

  const now = new Date('2026-11-21T18:00:00Z');
  test.each([
    [null, null],
    ['2026-11-21T17:59:59Z', null],
    ['2026-11-21T18:00:00Z', null],
    ['2026-11-21T18:00:01Z', 'Válido hasta el 21 de noviembre de 2026'],
    ['2026-12-01T05:59:59Z', 'Válido hasta el 30 de noviembre de 2026'],
    ['2026-12-01T06:00:00Z', 'Válido hasta el 30 de noviembre de 2026'],
    ['2026-12-01T06:00:01Z', 'Válido hasta el 1 de diciembre de 2026'],
  ])('[CAT-12] until %s: %s', (end, expected) => {
    expect(validUntilText(end === null ? null : new Date(end), now)).toBe(expected);
  });

  test('[APP-31] [CAT-11] prices', () => {
    expect([priceText(null), priceText(centavos(0)), priceText(centavos(123_450))]).toEqual([
      'Precio no disponible',
      'Q0.00',
      'Q1,234.50',
    ]);
    expect(currentPrice(centavos(500), null)).toBe(500);
    expect(currentPrice(centavos(500), centavos(400))).toBe(400);
    expect(currentPrice(centavos(500), centavos(600))).toBe(500);
  });
});

describe('flash sale', () => {
  const sale = { startsAt: new Date('2026-11-21T10:00:00Z'), endsAt: new Date('2026-11-21T12:00:00Z') };

  test.each([
    ['2026-11-21T09:59:59.999Z', false],
    ['2026-11-21T10:00:00Z', true],
    ['2026-11-21T11:59:59.999Z', true],
    ['2026-11-21T12:00:00Z', false],
  ])('[DEC-27] [CAT-15] at %s active: %s', (now, expected) => {
    expect(isFlashSaleActive(sale, new Date(now))).toBe(expected);
  });

  const end = new Date('2026-11-24T12:00:00Z').getTime();
  test.each([
    [-1, '¡Oferta finalizada!'],
    [0, '¡Oferta finalizada!'],
    [0.001, '00:00:01'],
    [1, '00:00:01'],
    [59, '00:00:59'],
    [60, '00:01:00'],
    [3_599, '00:59:59'],
    [3_600, '01:00:00'],
    [86_399, '23:59:59'],
    [86_400, '24:00:00'],
    [86_401, '1 d 00:00:01'],
    [2 * 86_400 + 5 * 3_600 + 4 * 60 + 3, '2 d 05:04:03'],
  ])('[CAT-14] %d s left: %s', (seconds, expected) => {
    const left = countdown(new Date(end), new Date(end - seconds * 1_000));
    expect(countdownText(left)).toBe(expected);
    expect(left.isFinished).toBe(seconds <= 0);
  });

  test('[CAT-14] the parts are the whole', () => {
    expect(countdownTexts.label).toBe('Termina en');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), (seconds) => {
        const left = countdown(new Date(end), new Date(end - seconds * 1_000));
        expect(((left.days * 24 + left.hours) * 60 + left.minutes) * 60 + left.seconds).toBe(seconds);
      }),
    );
  });
});

describe('adding', () => {
  const product: ProductToAdd = {
    isOutOfStock: false,
    hasPrice: true,
    isMotorcycle: false,
    isThirdParty: false,
    offerId: null,
  };

  test.each<[string, Partial<ProductToAdd>, boolean, string, boolean]>([
    ['[DEC-47] in stock', {}, false, 'Agregar al carrito', false],
    ['[CAT-10] out of stock', { isOutOfStock: true }, true, 'No disponible', true],
    ['[CAT-11] without price', { hasPrice: false }, true, 'No disponible', true],
    ['[CAT-24] motorcycle, flag off', { isMotorcycle: true }, false, 'Disponible solo en tienda', true],
    ['[CAT-24] motorcycle, flag on', { isMotorcycle: true }, true, 'Agregar al carrito', false],
    ['[CAT-10] sold-out motorcycle', { isMotorcycle: true, isOutOfStock: true }, false, 'No disponible', true],
  ])('%s', (_, different, flag, label, isDisabled) => {
    expect(addButton({ ...product, ...different }, flag)).toEqual({ label, isDisabled });
  });

  test.each<[string, Partial<ProductToAdd>, string | null, string | null]>([
    ['own product', {}, 'cart', null],
    ['no cart', {}, null, 'Cart ID is null'],
    ['third party with offer', { isThirdParty: true, offerId: 'o' }, 'cart', null],
    ['third party without offer', { isThirdParty: true }, 'cart', 'Seller offerId is null'],
    ['third party with an empty offer', { isThirdParty: true, offerId: '' }, null, 'Seller offerId is null'],
  ])('[CAT-26] %s', (_, different, cartId, expected) => {
    expect(addObstacle({ ...product, ...different }, cartId)).toBe(expected);
  });

  test('[CAT-26] [PANEL-04] [CAT-20] texts', () => {
    expect(addFailureTexts.other).toBe('No se ha podido agregar el producto al carrito');
    expect(addFailureTexts.panelTitle).toBe('Intenta con otro producto');
    expect(addFailureTexts.panelMessage).toBe('No se pudo añadir al carrito. Intenta con un producto diferente.');
    expect([locationLinkText(true), locationLinkText(false)]).toEqual(['Cambiar ubicación', 'Ajusta tu ubicación']);
  });

  test.each([
    [null, true],
    ['2026-11-20', false],
    ['2026-11-21', true],
    ['2026-11-22', true],
  ])('[CAT-22] a gift until %s is shown: %s', (endDate, expected) => {
    const gift = { endDate: endDate === null ? null : civilDate(endDate) };
    expect(isGiftShown(gift, civilDate('2026-11-21'))).toBe(expected);
  });
});
