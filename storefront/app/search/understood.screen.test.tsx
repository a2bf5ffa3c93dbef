import type { SearchAnswer } from '@ceiba/contract/search';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import { sampleProduct } from '../testing/samples.ts';

const answer = (changes: Partial<SearchAnswer>): SearchAnswer => ({
  products: [sampleProduct()],
  total: 1,
  page: 1,
  pageSize: 24,
  facets: [],
  ...changes,
});

const wish = (changes: Partial<NonNullable<SearchAnswer['priceWish']>>): Partial<SearchAnswer> => ({
  priceWish: { words: 'tele', isCheapestFirst: false, isOffersOnly: false, ...changes },
});

test.each([
  ['tele menos de 3000', wish({ maxPrice: 3000 }), 'Mostramos productos hasta Q3,000.00.'],
  ['tele desde 3000', wish({ minPrice: 3000 }), 'Mostramos productos desde Q3,000.00.'],
  [
    'tele entre 1000 y 2000 en oferta',
    wish({ minPrice: 1000, maxPrice: 2000, isOffersOnly: true }),
    'Mostramos productos de Q1,000.00 a Q2,000.00, en oferta.',
  ],
  ['tele barata', wish({ isCheapestFirst: true }), 'Mostramos productos primero los de menor precio.'],
])('"%s" tells how the price was understood, and leads to any price', async (q, changes, text) => {
  await renderScreen(`/search?${new URLSearchParams({ q })}`, { calls: { searchProducts: answer(changes) } });
  expect(await screen.findByText(text, { exact: false })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ver “tele” a cualquier precio' })).toHaveAttribute('href', '/search?q=tele');
});

test('a price filter that was chosen replaces the one that was typed', async () => {
  const calls = { searchProducts: answer(wish({ maxPrice: 3000 })) };
  await renderScreen('/search?q=tele+menos+de+3000&minPrice=500', { calls });
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByText(/Mostramos productos/)).toBeNull();
});

test('nothing found offers the nearest category, and everything', async () => {
  const nearestCategory = { title: 'Smartphones', path: 'celulares/smartphones' };
  await renderScreen('/search?q=funda+para+celular', {
    calls: { searchProducts: answer({ products: [], total: 0, nearestCategory }) },
  });
  expect(await screen.findByText('Sin data disponible')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ver Smartphones' })).toHaveAttribute('href', '/celulares/smartphones');
  expect(screen.getByRole('link', { name: 'Ver todos los productos' })).toHaveAttribute('href', '/search');
});
