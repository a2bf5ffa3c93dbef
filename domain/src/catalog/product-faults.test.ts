import { expect, test } from 'vitest';
import { productFaults, type SellableProduct } from './product-faults.ts';

const good: SellableProduct = {
  pictures: 1,
  slug: 'bocina-1',
  categoryState: 'visible',
  brandState: 'visible',
  regularPrice: 100,
  isOwn: true,
  isSellerActive: true,
  offerId: null,
  isPresale: false,
  presaleDate: null,
  description: 'Suena.',
  attributes: 1,
  attributeFaults: [],
};

test('a product with a picture, a price and a place may be sold', () => {
  expect(productFaults(good)).toEqual([]);
});

test.each<[string, Partial<SellableProduct>, string, boolean]>([
  ['no picture', { pictures: 0 }, 'pictures', true],
  ['a retired category', { categoryState: 'retired' }, 'category', true],
  ['a retired brand', { brandState: 'retired' }, 'brand', true],
  ['no price', { regularPrice: null }, 'regularPrice', true],
  ['a retired seller', { isSellerActive: false }, 'seller', true],
  ['another seller without an offer', { isOwn: false }, 'offerId', true],
  ['the address of a page', { slug: 'checkout' }, 'slug', true],
  ['no description', { description: ' ' }, 'description', false],
  ['no characteristics', { attributes: 0 }, 'attributes', false],
  ['a presale without a day', { isPresale: true }, 'presaleDate', false],
  ['a hidden category', { categoryState: 'hidden' }, 'category', false],
  ['a hidden brand', { brandState: 'hidden' }, 'brand', false],
])('%s is a fault of its field', (_, change, field, isBlocking) => {
  expect(productFaults({ ...good, ...change })).toEqual([{ field, text: expect.any(String), isBlocking }]);
});

test('a product of another seller may be sold with an offer', () => {
  expect(productFaults({ ...good, isOwn: false, offerId: 'OF-1' })).toEqual([]);
});

test('[ZOOM-08] a missing attribute blocks the sale from its required day on, a wrong value does not', () => {
  const attributeFaults = [
    { code: 'voltaje', text: '«Voltaje»: escribe un número, en V.', isMissing: false, isDue: true },
    { code: 'potencia', text: 'Falta «Potencia».', isMissing: true, isDue: true },
    { code: 'fondo', text: 'Falta «Fondo».', isMissing: true, isDue: false },
  ];
  expect(productFaults({ ...good, attributeFaults })).toEqual([
    { field: 'attributes.potencia', text: 'Falta «Potencia».', isBlocking: true },
    { field: 'attributes.voltaje', text: '«Voltaje»: escribe un número, en V.', isBlocking: false },
    { field: 'attributes.fondo', text: 'Falta «Fondo».', isBlocking: false },
  ]);
});
