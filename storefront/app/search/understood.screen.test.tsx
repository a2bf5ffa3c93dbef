import type { SearchAnswer } from '@ceiba/contract/search';
import { screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { noAnswer, refusal } from '../testing/network.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { sampleCartId, sampleProduct } from '../testing/samples.ts';

const answer = (changes: Partial<SearchAnswer>): SearchAnswer => ({
  products: [sampleProduct()],
  resultId: sampleCartId,
  total: 1,
  page: 1,
  pageSize: 24,
  facets: [],
  ...changes,
});

const wish = (changes: Partial<NonNullable<SearchAnswer['priceWish']>>): Partial<SearchAnswer> => ({
  priceWish: { words: 'tele', withoutLimits: 'tele', isCheapestFirst: false, isOffersOnly: false, ...changes },
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
])('"%s" shows how the price was understood, with a link to any price', async (q, changes, text) => {
  await renderScreen(`/search?${new URLSearchParams({ q })}`, { calls: { searchProducts: answer(changes) } });
  expect(await screen.findByText(text, { exact: false })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ver “tele” a cualquier precio' })).toHaveAttribute('href', '/search?q=tele');
});

test.each([
  [200, false],
  [201, true],
])('an address with %i characters is reported as shortened: %s', async (length, isSaid) => {
  const shop = await renderScreen(`/search?q=${'a'.repeat(length)}`, { calls: { searchProducts: answer({}) } });
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
  expect(shop.sentTo('searchProducts').map(({ query }) => query?.['q']?.length)).toEqual([200]);
  const text = 'Buscamos solo con los primeros 200 caracteres de lo que escribiste.';
  expect(screen.queryAllByText(text)).toHaveLength(isSaid ? 1 : 0);
});

test('text typed during a search stays, and another navigation’s result shows', async () => {
  const results = Promise.withResolvers<SearchAnswer>();
  const shop = await renderScreen('/compare', {
    calls: { searchProducts: () => results.promise, searchSuggestions: { data: [] } },
  });
  const box = await screen.findByRole('combobox', { name: 'Buscar productos' });
  await shop.user.type(box, 'televisor{Enter}');
  await shop.user.type(box, ' 55');
  results.resolve(answer(wish({ maxPrice: 3000 })));
  const otherWay = await screen.findByRole('link', { name: 'Ver “tele” a cualquier precio' });
  expect(shop.address()).toBe('/search?q=televisor');
  expect(screen.getByRole('combobox', { name: 'Buscar productos' })).toHaveValue('televisor 55');
  await shop.user.click(otherWay);
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Buscar productos' })).toHaveValue('tele'));
});

test('[DEC-234] a pasted text that is too long stays, and the box shows the excess instead of results', async () => {
  const shop = await renderScreen('/compare', {
    calls: { searchProducts: answer({}), searchSuggestions: { data: [] } },
  });
  const box = await screen.findByRole('combobox', { name: 'Buscar productos' });
  const pasted = 'televisor '.repeat(21).trim();
  await shop.user.click(box);
  await shop.user.paste(pasted);
  expect(box).toHaveValue(pasted);
  await shop.user.keyboard('{Enter}');
  const alert = await screen.findByText('Busca con 200 caracteres o menos: sobran 9.');
  expect(alert.closest('[role="alert"]')).toBeVisible();
  expect(box).toBeInvalid();
  expect(box).toHaveAccessibleDescription('Busca con 200 caracteres o menos: sobran 9.');
  expect(shop.address()).toBe('/compare');
  expect(shop.sentTo('searchSuggestions')).toEqual([]);
  await shop.user.keyboard('{Backspace>9/}{Enter}');
  await waitFor(() => expect(shop.address()).toMatch(/^\/search/));
});

test('invalid price limits are reported, and never reach the address', async () => {
  const facets = [{ code: 'price', label: 'Precio', values: [{ value: '-500', label: 'Hasta Q500', count: 1 }] }];
  const shop = await renderScreen('/search?q=tele', { calls: { searchProducts: answer({ facets }) } });
  const [min, max, apply] = await Promise.all([
    screen.findAllByLabelText('Precio mínimo'),
    screen.findAllByLabelText('Precio máximo'),
    screen.findAllByRole('button', { name: 'Aplicar' }),
  ]);
  if (!min[0] || !max[0] || !apply[0]) throw new Error('no price filter');
  await shop.user.type(min[0], 'barato');
  await shop.user.click(apply[0]);
  expect(await screen.findByText('Escribe los precios con números, por ejemplo 1500.')).toBeVisible();
  expect(min[0]).toBeInvalid();
  await shop.user.clear(min[0]);
  await shop.user.type(min[0], '500');
  await shop.user.type(max[0], '100');
  await shop.user.click(apply[0]);
  expect(await screen.findByText('El precio mínimo no puede ser mayor que el máximo.')).toBeVisible();
  expect(shop.address()).toBe('/search?q=tele');
  await shop.user.type(max[0], '0');
  await shop.user.click(apply[0]);
  await waitFor(() => expect(shop.address()).toBe('/search?q=tele&minPrice=500&maxPrice=1000'));
});

const openPriceForm = async (address: string, changes: Parameters<typeof wish>[0]) => {
  const facets = [{ code: 'price', label: 'Precio', values: [{ value: '-500', label: 'Hasta Q500', count: 1 }] }];
  const shop = await renderScreen(address, { calls: { searchProducts: answer({ ...wish(changes), facets }) } });
  const [min] = await screen.findAllByLabelText('Precio mínimo');
  const [max] = await screen.findAllByLabelText('Precio máximo');
  const [apply] = await screen.findAllByRole('button', { name: 'Aplicar' });
  if (!min || !max || !apply) throw new Error('no price filter');
  return { ...shop, min, max, apply };
};

test('limits typed among the words fill the price filter, and stay when another limit is added', async () => {
  const { user, address, min, max, apply } = await openPriceForm('/search?q=tele+menos+de+3000', { maxPrice: 3000 });
  expect(max).toHaveValue('3000');
  await user.type(min, '500');
  await user.click(apply);
  await waitFor(() => expect(address()).toBe('/search?q=tele&minPrice=500&maxPrice=3000'));
});

test('a limit typed among the words can be deleted in the price filter', async () => {
  const { user, address, max, apply } = await openPriceForm('/search?q=tele+barata+menos+de+3000', {
    maxPrice: 3000,
    isCheapestFirst: true,
    withoutLimits: 'tele barata',
  });
  await user.clear(max);
  await user.click(apply);
  await waitFor(() => expect(address()).toBe('/search?q=tele+barata&minPrice=&maxPrice='));
});

test('a price that no product has shows no results, and the next step stays', async () => {
  const found = wish({ minPrice: 100_000, isCheapestFirst: true });
  await renderScreen('/search?q=refri+desde+100000', {
    calls: { searchProducts: { ...answer(found), products: [], total: 0 } },
  });
  expect(await screen.findByText('No encontramos productos desde Q100,000.00.', { exact: false })).toBeVisible();
  expect(screen.queryByText(/Mostramos productos/)).toBeNull();
  expect(screen.getByRole('link', { name: 'Ver “tele” a cualquier precio' })).toBeVisible();
});

test('other price words are shown beside a chosen limit, and can be removed', async () => {
  const calls = { searchProducts: answer(wish({ maxPrice: 3000, isOffersOnly: true })) };
  await renderScreen('/search?q=tele+menos+de+3000+en+oferta&minPrice=500', { calls });
  expect(await screen.findByText('Mostramos productos en oferta.', { exact: false })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ver todo “tele” de este precio' })).toHaveAttribute(
    'href',
    '/search?q=tele&minPrice=500',
  );
});

test('the corrected words link to the same search with its filters and sort order', async () => {
  const calls = { searchProducts: answer({ total: 30, correctedQuery: 'tele menos de 3000' }) };
  await renderScreen('/search?q=telee+menos+de+3000&brand=Lumbrisa&sort=price_asc&page=2', { calls });
  expect(await screen.findByRole('link', { name: '“tele menos de 3000”' })).toHaveAttribute(
    'href',
    '/search?q=tele+menos+de+3000&brand=Lumbrisa&sort=price_asc',
  );
});

test('a chosen price filter replaces the typed one', async () => {
  const calls = { searchProducts: answer(wish({ maxPrice: 3000 })) };
  await renderScreen('/search?q=tele+menos+de+3000&minPrice=500', { calls });
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByText(/Mostramos productos/)).toBeNull();
});

test('a brand that the shop does not carry is reported, and that similar products are shown', async () => {
  await renderScreen('/search?q=iphone', {
    calls: { searchProducts: answer({ otherBrand: 'iPhone', foundWords: 'celular' }) },
  });
  expect(await screen.findByText('No vendemos iPhone; estos son similares.')).toBeVisible();
  expect(screen.queryByText(/No encontramos/)).toBeNull();
});

test('a brand without similar products is reported, too', async () => {
  await renderScreen('/search?q=acme', {
    calls: { searchProducts: answer({ products: [], total: 0, otherBrand: 'Acme' }) },
  });
  expect(await screen.findByText('No vendemos Acme.')).toBeVisible();
  expect(screen.getByText('Sin data disponible')).toBeVisible();
});

test('results that match only some words name these words, with a link to search for them', async () => {
  await renderScreen('/search?q=tele+55+rara', { calls: { searchProducts: answer({ foundWords: 'tele 55' }) } });
  expect(await screen.findByText('No encontramos todo lo que buscas.', { exact: false })).toBeVisible();
  expect(screen.getByRole('link', { name: '“tele 55”' })).toHaveAttribute('href', '/search?q=tele+55');
});

test.each([
  ['replaces an empty list', { products: [], total: 0 }],
  ['stands before the products', {}],
])('the shop’s page that answers a search %s', async (_, changes) => {
  const answerPage = { path: '/track-order', title: 'Rastrear pedido', text: 'Mira dónde va tu pedido.' };
  await renderScreen('/search?q=rastrear', {
    calls: { searchProducts: answer({ ...changes, answerPage }) },
  });
  expect(await screen.findByRole('link', { name: /^Rastrear pedido Mira/ })).toHaveAttribute('href', '/track-order');
  expect(screen.queryByText('Sin data disponible')).toBeNull();
  expect(screen.queryByText('0 productos')).toBeNull();
  expect(screen.queryAllByRole('article')).toHaveLength('total' in changes ? 0 : 1);
});

test('[DEC-201] a list of products is measured with its answer’s ID, and so is the opened product', async () => {
  const shop = await renderScreen('/search?q=licuadora', {
    calls: { searchProducts: answer({}), getProductBySlug: noAnswer },
  });
  const item = { item_id: sampleProduct().sku, item_name: sampleProduct().title, quantity: 1, index: 0 };
  const list = { currency: 'GTQ', item_list_id: sampleCartId, items: [item] };
  await waitFor(() => expect(shop.measured()).toMatchObject([{ event: 'view_item_list', ecommerce: list }]));
  await shop.user.click(screen.getByRole('link', { name: sampleProduct().title }));
  expect(shop.measured()).toMatchObject([
    { event: 'view_item_list', ecommerce: list },
    { event: 'select_item', ecommerce: list },
  ]);
});

test('a search without results offers the nearest category, and all products', async () => {
  const nearestCategory = { title: 'Smartphones', path: 'celulares/smartphones' };
  await renderScreen('/search?q=funda+para+celular', {
    calls: { searchProducts: answer({ products: [], total: 0, nearestCategory }) },
  });
  expect(await screen.findByText('Sin data disponible')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ver Smartphones' })).toHaveAttribute('href', '/celulares/smartphones');
  expect(screen.getByRole('link', { name: 'Ver todos los productos' })).toHaveAttribute('href', '/search');
});

test('a failed page can be loaded again at its address, and the layout links home', async () => {
  const consoleError = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => consoleError.mockRestore());
  await renderScreen('/search?q=tele&brand=Lumbrisa', { calls: { searchProducts: refusal('UNEXPECTED') } });
  expect(await screen.findByRole('heading', { level: 1, name: 'Algo salió mal' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Intentar de nuevo' })).toHaveAttribute(
    'href',
    '/search?q=tele&brand=Lumbrisa',
  );
  expect(screen.getByRole('link', { name: 'Ceiba, inicio' })).toHaveAttribute('href', '/');
});

test('a page beyond the last shows the 404 page with a link to the last one', async () => {
  await renderScreen('/search?q=tele&page=9', {
    calls: { searchProducts: answer({ products: [], total: 30, page: 9 }) },
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Página no encontrada' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ver la última página' })).toHaveAttribute('href', '/search?q=tele&page=2');
});
