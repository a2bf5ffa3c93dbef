import type { Product } from '@ceiba/contract/catalog';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import { gtq, sampleProduct } from '../testing/samples.ts';

/** Opens the home page with this product's card as the only one. */
const openCard = async (changes: Partial<Product>) => {
  const product = sampleProduct(changes);
  const shop = await renderScreen('/', {
    calls: { getHome: { banners: [], rows: [{ name: 'best', title: 'Más vendidos', products: [product] }] } },
  });
  const card = (await screen.findByRole('heading', { name: product.title })).closest('article');
  if (card === null) throw new Error('no card');
  return { ...shop, card, within: within(card) };
};

const year = 365 * 86_400_000;
const until = (time: number | null): Product['discount'] => ({
  amountOff: 100,
  percentOff: 14,
  expirationDate: time === null ? null : new Date(time).toISOString(),
  displayDiscount: true,
});
const reduced = { salesPrice: gtq(599), regularPrice: gtq(699) };

test('[CAT-09, DEC-22] a card: tags, picture, brand, title, price, regular price struck through, discount and the button', async () => {
  const tag = { textColor: '#ffffff', backgroundColor: '#0f8f70', icon: 'star', category: 'fixed' };
  const { card, within } = await openCard({
    ...reduced,
    tags: [{ id: 'new', textContent: 'Nuevo', ...tag }],
    discount: until(Date.now() + year),
  });
  expect(within.getByText('Nuevo')).toBeVisible();
  expect(card.querySelector('img')).toHaveAttribute('src', expect.stringContaining('/media/fre-0003/'));
  expect(within.getByRole('link', { name: 'Ondalira' })).toHaveAttribute('href', '/search?q=Ondalira');
  expect(within.getByRole('link', { name: 'Freidora de aire' })).toHaveAttribute('href', '/freidora-de-aire-fre-0003');
  expect(card).toHaveTextContent('Q599.00');
  expect(card.querySelector('del, s')).toHaveTextContent('Q699.00');
  expect(within.getByText('-14%')).toBeVisible();
  expect(within.getByText(/^Válido hasta el /)).toBeVisible();
  expect(within.getByRole('button', { name: 'Agregar al carrito: Freidora de aire' })).toBeEnabled();
});

test('[CAT-09, DEC-22] a card without a discount shows one price, and nothing struck through', async () => {
  const { card, within } = await openCard({});
  expect(card).toHaveTextContent('Q699.00');
  expect(card.querySelector('del, s')).toBeNull();
  expect(within.queryByText(/Precio anterior|%$/)).toBeNull();
});

test.each([
  ['2099-12-31T06:00:00Z', 'Válido hasta el 30 de diciembre de 2099'],
  ['2099-12-31T06:00:01Z', 'Válido hasta el 31 de diciembre de 2099'],
])('[CAT-12] a discount until %s: "%s"', async (expirationDate, text) => {
  const { within } = await openCard({ ...reduced, discount: until(Date.parse(expirationDate)) });
  expect(within.getByText(text)).toBeVisible();
});

test.each([
  ['has passed', until(Date.now() - 1_000)],
  ['is unknown', until(null)],
])('[CAT-12] the end of a discount is not shown if it %s', async (_, discount) => {
  const { card, within } = await openCard({ ...reduced, discount });
  expect(card).toHaveTextContent('Q599.00');
  expect(within.queryByText(/Válido hasta/)).toBeNull();
});

test('[CAT-10] the button of a sold-out product is disabled and says "No disponible"', async () => {
  const { within } = await openCard({ status: 'OUT_OF_STOCK', salableQuantity: 0 });
  expect(within.getByRole('button', { name: 'No disponible' })).toBeDisabled();
  expect(within.queryByRole('button', { name: /Agregar/ })).toBeNull();
});

test('[CAT-11] a card without a price says "Precio no disponible", and cannot be added', async () => {
  const { card, within } = await openCard({ salesPrice: null, regularPrice: null });
  expect(within.getByText('Precio no disponible')).toBeVisible();
  expect(card).not.toHaveTextContent('Q');
  expect(within.getByRole('button', { name: 'No disponible' })).toBeDisabled();
});
