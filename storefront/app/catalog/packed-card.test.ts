import type { Product } from '@ceiba/contract/catalog';
import { defaultShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { expect, test } from 'vitest';
import { gtq, sampleProduct } from '../testing/samples.ts';
import { cardProducts } from './card-product.ts';
import { cardPacker, packCards, unpackCard } from './packed-card.ts';

const now = new Date('2026-11-21T12:00:00-06:00');

const gift = { title: 'Molde', image: { url: '/media/molde/480.webp', label: 'Molde' }, endDate: null };
const tag = { id: 'x', textColor: '#fff', backgroundColor: '#000', textContent: 'X', icon: 'zap', category: 'fixed' };

const plain = sampleProduct();
const [card] = cardProducts([plain], now, defaultShopPolicy);

test.each<[string, Partial<Product>]>([
  ['plain', plain],
  ['with a picture of the media store', { mainImage: { url: '/media/0f1ab9ff/480.webp', label: plain.title } }],
  [
    'with its own label and thumbnail',
    { mainImage: { url: '/art/mark.svg', label: 'Ceiba' }, thumbnailImage: { url: '/x' } },
  ],
  ['of a brand with a page of its own', { brand: { ...plain.brand, link: '/marca' } }],
  [
    'of a brand without its own page',
    { brand: { ...plain.brand, title: 'Ámbar & Co', link: '/search?q=%C3%81mbar%20%26%20Co' } },
  ],
  ['without a price', { salesPrice: null, regularPrice: null }],
  ['with only a regular price', { salesPrice: null, regularPrice: gtq(100) }],
  ['without a regular price', { regularPrice: null }],
  [
    'reduced',
    {
      salesPrice: gtq(500),
      regularPrice: gtq(699),
      discount: { amountOff: 199, percentOff: 28, expirationDate: '2026-11-22T12:00:00-06:00', displayDiscount: true },
    },
  ],
  [
    'with every unusual value',
    {
      status: 'OUT_OF_STOCK',
      tags: [tag],
      is3p: true,
      dropshipping: true,
      presale: { deliveryDate: null },
      parentId: 'P',
      lealPoints: '9 puntos',
      internalTags: ['a'],
      freeProducts: [gift],
      restricted: true,
      motorcycle: true,
      flashSale: { endsAt: '2026-11-22T12:00:00-06:00' },
      lowStock: 3,
      salableQuantity: null,
      eventUrl: 'https://example.com',
    },
  ],
])('a card %s is the same after packing and unpacking', (_, changes) => {
  const cards = cardProducts([sampleProduct(changes)], now, defaultShopPolicy);
  expect(packCards(cards).map(unpackCard)).toEqual(cards);
});

test('usual values are not sent, and a card in two rows is one object', () => {
  if (card === undefined) throw new Error('no card');
  const pack = cardPacker();
  const [first] = pack([card]);
  const [second] = pack([{ ...card }]);
  expect(second).toBe(first);
  expect(first?.slice(0, 3)).toEqual([card.sku, card.slug, card.title]);
  expect(Object.keys(first?.[9] ?? {}).sort()).toEqual(['deliveryHint', 'thumbnail']);
});

test('a discount that follows from the prices is sent as its percentage, with and without a flash sale', () => {
  const endsAt = '2026-11-22T12:00:00-06:00';
  for (const flashSale of [null, { endsAt }]) {
    const discount = { amountOff: 25, percentOff: 19, expirationDate: flashSale && endsAt, displayDiscount: true };
    const [sold] = cardProducts(
      [sampleProduct({ salesPrice: gtq(109.95), regularPrice: gtq(134.95), discount })],
      now,
      defaultShopPolicy,
    );
    if (sold === undefined) throw new Error('no card');
    const offered = { ...sold, flashSale };
    const [packed] = packCards([offered]);
    expect(packed?.[9]).toMatchObject({ off: 19 });
    expect(packed && unpackCard(packed)).toEqual(offered);
  }
});
