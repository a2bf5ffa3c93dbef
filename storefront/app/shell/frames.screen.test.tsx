import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal } from '../testing/network.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { gtq, sampleCart, sampleCartId, sampleLine, sampleProduct, sampleProductDetail } from '../testing/samples.ts';

const claims = [
  'Devoluciones hasta 30 días hábiles',
  'Envíos en 48 horas',
  'Recoge gratis en tienda',
  'Soporte 4232-000',
];
const cards = [
  'Visa',
  'Mastercard',
  'American Express',
  'Visa Cuotas',
  'Mastercard Cuotas',
  'American Express al contado, sin cuotas',
];

test('[APP-19] [APP-21] [DEC-16] the footer of the shop shows its claims and the accepted cards', async () => {
  await renderScreen('/compare');
  const footer = await screen.findByRole('contentinfo');
  for (const claim of claims) expect(await within(footer).findByText(claim)).toBeVisible();
  const accepted = within(footer).getByRole('list', { name: 'Tarjetas aceptadas' });
  expect(
    within(accepted)
      .getAllByRole('img')
      .map((card) => card.getAttribute('aria-label')),
  ).toEqual(cards);
});

test.each(['/compare', '/checkout'])(
  '[APP-19] at the foot of %s the delivery hours link to their conditions',
  async (address) => {
    const cart = { getCart: sampleCart([sampleLine()]) };
    await renderScreen(address, { local: { 'ceiba.cart': sampleCartId }, calls: cart });
    const footer = await screen.findByRole('contentinfo');
    expect(await within(footer).findByRole('link', { name: 'Envíos en 48 horas' })).toHaveAttribute(
      'href',
      '/ayuda/entregas',
    );
  },
);

test.each([
  ['', 'Envío gratis desde Q1,000.00 en el departamento de Guatemala'],
  ['{"userRegion":485,"userCity":"Mixco"}', 'Envío gratis desde Q1,000.00 en el departamento de Guatemala'],
  ['{"userRegion":501,"userCity":"Flores"}', 'Envío a Flores: Q75.00'],
])('the header of the shop shows the delivery fee at the place %s: %s', async (location, text) => {
  await renderScreen('/compare', { local: location === '' ? {} : { 'ceiba.location': location } });
  expect(await within(await screen.findByRole('banner')).findByText(text)).toBeInTheDocument();
});

test.each(['/compare', '/checkout'])('the foot of %s links to the terms and the privacy policy', async (address) => {
  const cart = { getCart: sampleCart([sampleLine()]) };
  await renderScreen(address, { local: { 'ceiba.cart': sampleCartId }, calls: cart });
  const footer = await screen.findByRole('contentinfo');
  const leadsTo = async (name: string) => (await within(footer).findByRole('link', { name })).getAttribute('href');
  expect(await leadsTo('Términos y condiciones')).toBe('/terminos-y-condiciones');
  expect(await leadsTo('Política de privacidad')).toBe('/politica-de-privacidad');
});

test('[APP-20] [APP-06] [DEC-16] the checkout has a special header, and a footer with the claims and "Pago Seguro"', async () => {
  await renderScreen('/checkout', {
    local: { 'ceiba.cart': sampleCartId },
    calls: { getCart: sampleCart([sampleLine()]) },
  });
  const footer = await screen.findByRole('contentinfo');
  for (const claim of claims) expect(within(footer).getByText(claim)).toBeVisible();
  expect(within(footer).getByText('Pago Seguro')).toBeVisible();
  const header = screen.getByRole('banner');
  expect(within(header).getByRole('link', { name: 'Ceiba, ir al inicio' })).toHaveAttribute('href', '/');
  expect(
    within(header)
      .getAllByRole('listitem')
      .map((step) => step.textContent),
  ).toEqual([
    expect.stringContaining('Información'),
    expect.stringContaining('Entrega'),
    expect.stringContaining('Pago'),
  ]);
  expect(screen.queryByRole('combobox', { name: 'Buscar productos' })).toBeNull();
  await waitFor(() => {
    const steps = screen.getAllByRole('heading', { name: /Información$|Método de entrega$|Completa tu pago$/ });
    expect(steps.map((step) => step.textContent)).toEqual([
      expect.stringContaining('Información'),
      expect.stringContaining('Método de entrega'),
      expect.stringContaining('Completa tu pago'),
    ]);
  });
});

test('[APP-18] the badge of the cart counts its units without the donation', async () => {
  const donation = sampleLine({
    cartItemId: '00000000-0000-4000-8000-0000000000d1',
    sku: 'DONACION',
    kind: 'donation',
    isDonation: true,
    salesPrice: gtq(25),
  });
  await renderScreen('/compare', {
    local: { 'ceiba.cart': sampleCartId },
    calls: { getCart: sampleCart([sampleLine({ quantity: 3 }), donation]) },
  });
  const links = await waitFor(() => {
    const found = screen.getAllByRole('link', { name: /^Carrito.*, 3 productos$/ });
    expect(found).toHaveLength(2);
    return found;
  });
  for (const link of links) {
    expect(link).toHaveAttribute('href', '/cart');
    expect(within(link).getByText('3')).toBeVisible();
  }
});

test('[DEC-162] the checkout starts with a link past its header', async () => {
  const { user } = await renderScreen('/checkout', {
    local: { 'ceiba.cart': sampleCartId },
    calls: { getCart: sampleCart([sampleLine()]) },
  });
  await screen.findByRole('textbox', { name: 'Correo electrónico' });
  await user.tab();
  const skip = screen.getByRole('link', { name: 'Saltar al contenido' });
  expect(skip).toHaveFocus();
  const target = skip.getAttribute('href')?.slice(1) ?? '';
  expect(document.getElementById(target)).toBe(screen.getByRole('main'));
});

test('[DEC-13] an unknown address shows the 404 page and leads home', async () => {
  await renderScreen('/nada', {
    calls: { getProductBySlug: refusal('PRODUCT_NOT_FOUND'), listCategoryPages: { data: [] } },
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Página no encontrada' })).toBeVisible();
  expect(document.title).toBe('Página no encontrada | Ceiba');
  expect(within(screen.getByRole('main')).getByRole('link', { name: 'Ir al inicio' })).toHaveAttribute('href', '/');
});

test('[DEC-13] former addresses of products and former names of brands redirect to the current ones', async () => {
  const product = sampleProductDetail();
  const { address } = await renderScreen('/antes?utm_source=correo', {
    calls: {
      getProductBySlug: ({ params }) => (params['slug'] === 'antes' ? refusal('PRODUCT_NOT_FOUND') : product),
      listCategoryPages: { data: [] },
      getCurrentAddress: ({ query }) =>
        query['path'] === 'antes' ? { address: `/${product.slug}` } : refusal('NOT_FOUND'),
      getRecommendations: { products: [], resultId: sampleCartId },
      computeDeliveryTimes: { status: 201, data: [] },
      checkPickupStock: { status: 200, data: { found: false, stores: [] } },
    },
  });
  expect(await screen.findByRole('heading', { level: 1, name: product.title })).toBeVisible();
  expect(address()).toBe(`/${product.slug}?utm_source=correo`);
});

test('[PROD-17] a redirect opens an address with any letters', async () => {
  const { address } = await renderScreen('/antes', {
    calls: {
      getProductBySlug: refusal('PRODUCT_NOT_FOUND'),
      listCategoryPages: { data: [] },
      getCurrentAddress: ({ query }) =>
        query['path'] === 'antes' ? { address: '/ofertas-日本?de=%20x' } : refusal('NOT_FOUND'),
    },
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Página no encontrada' })).toBeVisible();
  expect(address()).toBe(`/ofertas-${encodeURI('日本')}?de=%20x`);
});

test('a search for the former name of a brand redirects to its current name', async () => {
  const found = { page: 1, pageSize: 24, facets: [], resultId: sampleCartId };
  const { address } = await renderScreen('/search?brand=Volc%C3%A1n', {
    calls: {
      searchProducts: ({ query }) =>
        query['brand'] === 'Eco'
          ? { ...found, products: [sampleProduct()], total: 1 }
          : { ...found, products: [], total: 0 },
      getCurrentAddress: ({ query }) => (query['brand'] === 'Volcán' ? { brand: 'Eco' } : refusal('NOT_FOUND')),
    },
  });
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
  expect(address()).toBe('/search?brand=Eco');
});

test('a failed page shows an error with a link that loads the page again', async () => {
  await renderScreen('/search?q=tele', { calls: { searchProducts: refusal('UNEXPECTED') } });
  expect(await screen.findByRole('heading', { level: 1, name: 'Algo salió mal' })).toBeVisible();
  expect(document.title).toBe('Algo salió mal | Ceiba');
  const again = within(screen.getByRole('main')).getByRole('link', { name: 'Intentar de nuevo' });
  expect(again).toHaveAttribute('href', '/search?q=tele');
});
