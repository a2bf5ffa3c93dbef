import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { findAddButton } from '../testing/add-button.ts';
import type { Calls } from '../testing/network.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { sampleCart, sampleCartId, sampleLine, sampleProduct, sampleProductDetail } from '../testing/samples.ts';

const capital = { regionId: 485, department: 'Guatemala', city: 'Guatemala' };
const flores = { 'ceiba.location': '{"userRegion":501,"userCity":"Flores"}' };
const city = { 'ceiba.location': '{"userRegion":485,"userCity":"Guatemala"}' };

const service = (title: string, coverage: (typeof capital)[]) =>
  sampleProduct({
    ...{ sku: title, slug: title, title, salableQuantity: null },
    visit: { days: 4, coverage },
  });
const wall = service('Instalación en pared', [capital]);
const tune = service('Configuración', []);

const besides: Calls = {
  getRecommendations: { products: [], resultId: sampleCartId },
  computeDeliveryTimes: { status: 201, data: [] },
  checkPickupStock: { status: 200, data: { found: false, stores: [] } },
};
const openTv = async (local: Record<string, string>) => {
  const product = sampleProductDetail({ visits: [wall, tune] });
  await renderScreen(`/${product.slug}`, { local, calls: { getProductBySlug: product, ...besides } });
  return within(await screen.findByRole('region', { name: 'Servicios para este producto' }));
};
const openService = (local: Record<string, string>) =>
  renderScreen(`/${wall.slug}`, {
    local,
    calls: { getProductBySlug: sampleProductDetail({ ...wall, description: '' }), ...besides },
  });

test('a product page offers its services with their dates and places', async () => {
  const anywhere = await openTv({});
  expect(anywhere.getByText('En un plazo de 4 días hábiles después de la entrega · Ciudad de Guatemala')).toBeVisible();
  expect(anywhere.getByRole('button', { name: 'Agregar: Configuración' })).toBeEnabled();
});

test('a product page offers no service that is not available at the chosen place', async () => {
  const there = await openTv(flores);
  expect(there.getByRole('link', { name: 'Configuración' })).toBeVisible();
  expect(there.queryByRole('link', { name: 'Instalación en pared' })).toBeNull();
  expect(there.getByText('Instalación en pared: no llegamos a Flores.')).toBeVisible();
});

test('a product without a price offers no services', async () => {
  const product = sampleProductDetail({ visits: [wall, tune], salesPrice: null });
  await renderScreen(`/${product.slug}`, { calls: { getProductBySlug: product, ...besides } });
  expect(await screen.findByText('Precio no disponible')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Servicios para este producto' })).toBeNull();
});

test('the page of a visit shows date and places, and never promises today', async () => {
  await openService(city);
  expect(await screen.findByText('En un plazo de 4 días hábiles')).toBeVisible();
  expect(screen.getByText('Ciudad de Guatemala')).toBeVisible();
  expect(document.body).not.toHaveTextContent('Hoy mismo');
  expect(await findAddButton()).toBeEnabled();
});

test('the page of a visit cannot sell the visit for a place without coverage', async () => {
  await openService(flores);
  expect(await screen.findByText('No llegamos a Flores')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Agregar al carrito' })).toBeNull();
});

const line = sampleLine({ kind: 'service', title: wall.title, salableQuantity: null });
const openCart = (refusal: 'VISIT_DOES_NOT_FIT' | null, coverage: (typeof capital)[], local: Record<string, string>) =>
  renderScreen('/cart', {
    local: { 'ceiba.cart': sampleCartId, ...local },
    calls: {
      getCart: sampleCart([{ ...line, visit: { days: 4, coverage }, visitRefusal: refusal }]),
      getRecommendations: { products: [], resultId: sampleCartId },
    },
  });

test('the cart shows when a visit is made, and does not promise today', async () => {
  await openCart(null, [], {});
  expect(await screen.findByText('En un plazo de 4 días hábiles')).toBeVisible();
  expect(document.body).not.toHaveTextContent(/hoy mismo/i);
});

test('[CART-10] the cart says that a visit fits none of its products, and blocks payment', async () => {
  await openCart('VISIT_DOES_NOT_FIT', [], {});
  expect(await screen.findByText(/no es para el producto que llevas/)).toBeVisible();
  expect(screen.queryByText(/En un plazo de/)).toBeNull();
  for (const button of screen.getAllByRole('button', { name: 'Ir a pagar' }))
    expect(button).toHaveAccessibleDescription('Quita el servicio que no va con tu producto para continuar.');
  expect(screen.queryByRole('link', { name: 'Ir a pagar' })).toBeNull();
});

test('the cart says that a visit is not available at the chosen place', async () => {
  await openCart(null, [capital], flores);
  expect(await screen.findByText(/No llegamos a Flores/)).toBeVisible();
  // The warning replaces the date.
  expect(screen.queryByText(/En un plazo de/)).toBeNull();
});
