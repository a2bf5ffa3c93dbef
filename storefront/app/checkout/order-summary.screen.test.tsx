import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { announcementsOf } from '../testing/announcements.ts';
import { atDelivery, continueToPayment, openCheckout, sampleStore } from '../testing/open-checkout.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { gtq, sampleCart, sampleCartId, sampleLine } from '../testing/samples.ts';
import { emptyDelivery } from './checkout-data.ts';

/** One line for each quantity, named by its number. */
const linesOf = (...quantities: number[]) =>
  quantities.map((quantity, index) =>
    sampleLine({
      cartItemId: `00000000-0000-4000-8000-0000000000f${index}`,
      sku: `SKU-${index + 1}`,
      title: `Producto ${index + 1}`,
      mainImage: { url: `/media/p${index + 1}/480.webp`, label: `Foto ${index + 1}` },
      quantity,
    }),
  );

const openSummary = async (...quantities: number[]) => {
  const shop = await renderScreen('/checkout', {
    local: { 'ceiba.cart': sampleCartId },
    calls: { getCart: sampleCart(linesOf(...quantities)) },
  });
  const [heading] = await screen.findAllByRole('heading', { name: 'Resumen de compra' });
  const section = heading?.closest('section');
  if (!section) throw new Error('no summary');
  return { ...shop, summary: within(section) };
};

test('[DIF-49] cart and checkout both use the title "Resumen de compra"', async () => {
  const cart = await renderScreen('/cart', {
    local: { 'ceiba.cart': sampleCartId },
    calls: {
      getCart: sampleCart(linesOf(1)),
      computeDeliveryTimes: { status: 201, data: [] },
    },
  });
  const region = await screen.findByRole('region', { name: 'Resumen de compra' });
  expect(within(region).getByRole('heading', { name: 'Resumen de compra' })).toBeVisible();
  expect(cart.address()).toBe('/cart');
  cleanup();
  const { summary } = await openSummary(1);
  expect(summary.getByRole('heading', { name: 'Resumen de compra' })).toBeVisible();
});

test('[CHK-19] seven lines show five thumbnails and "+2", and units show from two on', async () => {
  const { summary } = await openSummary(1, 2, 1, 1, 1, 1, 1);
  const [list] = summary.getAllByRole('list');
  const entries = [...(list?.children ?? [])];
  expect(entries.map((entry) => entry.querySelector('img')?.alt)).toEqual([
    'Producto 1',
    'Producto 2',
    'Producto 3',
    'Producto 4',
    'Producto 5',
    undefined,
  ]);
  expect(entries.map((entry) => entry.textContent)).toEqual(['', '2 unidades', '', '', '', '+2 productos más']);
});

test('[CHK-19] five lines show five thumbnails, and no number of further lines', async () => {
  const { summary } = await openSummary(1, 1, 1, 1, 1);
  const [list] = summary.getAllByRole('list');
  expect([...(list?.children ?? [])].map((entry) => entry.textContent)).toEqual(['', '', '', '', '']);
});

test.each([
  [[1], 'Carrito (1 producto)'],
  [[1, 2], 'Carrito (3 productos)'],
])('[CHK-17] units of %j: "%s", and unfolded "Ocultar resumen"', async (quantities, label) => {
  const { summary, user } = await openSummary(...quantities);
  await user.click(summary.getByRole('button', { name: label }));
  const fold = summary.getByRole('button', { name: 'Ocultar resumen' });
  expect(fold).toHaveAttribute('aria-expanded', 'true');
  expect(summary.getByText('Producto 1')).toBeVisible();
  await user.click(fold);
  expect(summary.getByRole('button', { name: label })).toHaveAttribute('aria-expanded', 'false');
});

test('[CHK-18] the summary shows thumbnails, costs and total, and "Ver detalle" opens the lines', async () => {
  const { summary, user } = await openSummary(1, 2);
  expect(summary.getByText('Carrito (3 productos)')).toBeVisible();
  expect(summary.getAllByRole('img').map((image) => image.getAttribute('alt'))).toEqual(['Producto 1', 'Producto 2']);
  const costs = summary.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]);
  expect(costs).toEqual([
    ['Subtotal', 'Q2,097.00'],
    ['Envío', 'Por calcular'],
    ['Total', 'Q2,097.00'],
  ]);
  await user.click(summary.getByRole('button', { name: 'Ver detalle' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Detalle de tu compra' }));
  expect(drawer.getByText('Producto 2')).toBeVisible();
  expect(drawer.getByText('Q1,398.00')).toBeVisible();
});

test('[CHK-20] [CART-31] the costs: subtotal, each discount, warranties, pickup once its step is done, total', async () => {
  const warranty = {
    id: 'w-24',
    sku: 'GAR-24',
    label: '24 meses',
    title: '24 meses',
    amount: 120,
    cartItemId: sampleLine().cartItemId,
    salesPrice: gtq(120),
    regularPrice: gtq(120),
  };
  const cart = sampleCart([sampleLine({ warranties: [warranty] })]);
  const discounts = [
    { id: 'DISCOUNT_UNDEFINED' as const, amount: 69.9, label: ['10% de bienvenida'], currency: 'GTQ' as const },
    { id: 'DISCOUNT_EMPLOYEE' as const, amount: 20, label: ['Descuento de empleado'], currency: 'GTQ' as const },
  ];
  const prices = { ...cart.prices, discounts, discount: gtq(89.9), grandTotal: gtq(729.1) };
  const selectedShippingMethod = {
    carrierCode: 'instore' as const,
    methodCode: 'pickup' as const,
    carrierTitle: 'Recoger en tienda',
    amount: gtq(0),
  };
  const shop = await openCheckout({
    cart: { ...cart, prices },
    kept: {
      ...atDelivery,
      userData: { ...emptyDelivery, deliver: 'storepickup' },
      storeLocationSelected: sampleStore(),
    },
    calls: { setCartShippingMethod: { status: 201, data: { selectedShippingMethod, prices } } },
  });
  const costs = () =>
    screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]);
  const lines = (delivery: string) => [
    ['Subtotal', 'Q819.00'],
    ['10% de bienvenida', '-Q69.90'],
    ['Descuento de empleado', '-Q20.00'],
    ['Garantías', 'Q120.00'],
    ['Recoger en tienda', delivery],
    ['Total', 'Q729.10'],
  ];
  expect(costs()).toEqual(lines('Por calcular'));
  await continueToPayment(shop);
  expect(costs()).toEqual(lines('Q0.00'));
});

test('[CHK-20] the total is announced when a step has changed it, and not during typing', async () => {
  const cart = sampleCart([sampleLine()]);
  const prices = { ...cart.prices, grandTotal: gtq(734) };
  const shop = await openCheckout({
    cart,
    kept: {
      ...atDelivery,
      userData: { ...emptyDelivery, deliver: 'storepickup' },
      storeLocationSelected: sampleStore(),
    },
    calls: {
      setCartShippingMethod: {
        status: 201,
        data: {
          selectedShippingMethod: {
            carrierCode: 'instore',
            methodCode: 'pickup',
            carrierTitle: 'Recoger en tienda',
            amount: gtq(35),
          },
          prices,
        },
      },
    },
  });
  const announced = announcementsOf(screen.getByText('Total', { selector: 'dt' }));
  await continueToPayment(shop);
  await waitFor(() => expect(announced).toEqual(['TotalQ734.00']));
  await shop.user.click(await screen.findByRole('button', { name: 'Tarjeta al contado' }));
  await shop.user.type(await screen.findByRole('textbox', { name: 'Número de tarjeta' }), '4242');
  expect(announced).toEqual(['TotalQ734.00']);
});

test('[DON-05] the subtotal includes the donation, and its label says so if no line shows the donation', async () => {
  const donationFields = { kind: 'donation', isDonation: true, salesPrice: gtq(50), regularPrice: gtq(50) } as const;
  const donation = sampleLine({
    cartItemId: '00000000-0000-4000-8000-0000000000d1',
    sku: 'DONAPUENTE',
    ...donationFields,
  });
  await openCheckout({ cart: sampleCart([sampleLine(), donation], { donation: 50 }) });
  const subtotal = screen.getByText('Subtotal').closest('div');
  expect(subtotal).toHaveTextContent('SubtotalQ749.00Incluye tu donación de Q50.00');
});
