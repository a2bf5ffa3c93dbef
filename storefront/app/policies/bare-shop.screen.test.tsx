import type { HelpPage } from '@ceiba/contract/help';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { bareCalls } from '../testing/demo-offers.ts';
import type { Calls } from '../testing/network.ts';
import { noAnswer } from '../testing/network.ts';
import { openCart } from '../testing/open-cart.ts';
import { openPayment } from '../testing/open-payment.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { gtq, sampleCart, sampleLine, sampleProduct } from '../testing/samples.ts';
import { sampleCustomer, storedSession } from '../testing/signed-in.ts';

/** Finds words for offers that this shop lacks, in texts, titles, descriptions and names of pictures. */
const namedOnPage = (): string[] =>
  document.documentElement.outerHTML
    .replace(/<script(?! type="application\/ld)[\s\S]*?<\/script>/g, '')
    .match(/[^<>"]*\b(?:puntos?|cuotas?)\b[^<>"]*/gi) ?? [];

const frame = async (): Promise<void> => {
  await waitFor(() => expect(screen.getByRole('link', { name: 'Mis órdenes' })).toBeVisible());
};

const dear = { salesPrice: gtq(3_999), regularPrice: gtq(3_999) };
const help: HelpPage[] = ['', 'entregas', 'pagos', 'contacto'].map((name) => ({
  name,
  title: name === 'pagos' ? 'Pagos' : `Página ${name}`,
  description: '',
  blocks: [],
}));
const calls: Calls = {
  ...bareCalls,
  getHome: { banners: [], rows: [{ name: 'best', title: 'Más vendidos', products: [sampleProduct(dear)] }] },
  getHelp: { pages: help, deliveries: [], pickup: { inStore: '2 horas', fromWarehouse: '2 días' }, banks: [] },
  getCustomer: sampleCustomer(),
  getDashboardTexts: noAnswer,
};

test.each(['/', '/ayuda', '/ayuda/pagos', '/ayuda/contacto', '/register'])(
  'in a shop without points and cuotas %s mentions neither',
  async (address) => {
    await renderScreen(address, { calls });
    await frame();
    expect(namedOnPage()).toEqual([]);
  },
);

test('a cart and its payment mention no cuotas, and offer the card as a single payment', async () => {
  const cart = sampleCart([sampleLine(dear)]);
  await openCart(cart, bareCalls);
  await waitFor(() => expect(screen.getAllByRole('link', { name: 'Ir a pagar' })).toHaveLength(2));
  expect(namedOnPage()).toEqual([]);
});

test('the payment step offers a single payment by card and cash, and no cuotas', async () => {
  await openPayment(bareCalls);
  expect(await screen.findByRole('button', { name: /Tarjeta al contado/ })).toBeVisible();
  expect(namedOnPage()).toEqual([]);
});

test('without points, the account mentions none and their address redirects to the profile', async () => {
  const shop = await renderScreen('/dashboard/points', { local: storedSession(), calls });
  await screen.findByRole('form', { name: 'Información personal' });
  expect(shop.address()).toBe('/dashboard/profile');
  expect(namedOnPage()).toEqual([]);
});

test('a help page about points shows the 404 page', async () => {
  await renderScreen('/ayuda/puntos', { calls });
  expect(await screen.findByRole('heading', { level: 1, name: 'Página no encontrada' })).toBeVisible();
});
