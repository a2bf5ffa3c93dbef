import { expect, test } from 'vitest';
import { pickRecommendations } from './recommendation.ts';

const product = (sku: string, different = {}) => ({ sku, isListed: true, isOutOfStock: false, ...different });
const skus = (products: readonly { sku: string }[]) => products.map(({ sku }) => sku);

test('[REC-04] [DEC-85] neither cart products, services, donation nor what is out of stock; each once', () => {
  const complementary = [
    product('a'),
    product('b'),
    product('tecki', { isListed: false }),
    product('c', { isOutOfStock: true }),
  ];
  expect(skus(pickRecommendations(complementary, [product('b'), product('d'), product('c')], ['a', 'e']))).toEqual([
    'b',
    'd',
    'c',
  ]);
});

test('[DEC-85] best-sellers fill up to twelve', () => {
  const many = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, index) => product(`${prefix}${index}`));
  const picked = skus(pickRecommendations(many('a', 10), many('b', 10), []));
  expect(picked).toHaveLength(12);
  expect(picked.slice(9)).toEqual(['a9', 'b0', 'b1']);
  expect(pickRecommendations(many('a', 13), [], [])).toHaveLength(12);
  expect(pickRecommendations([], [], ['a'])).toEqual([]);
});
