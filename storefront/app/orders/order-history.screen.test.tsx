import { demoFlags } from '@ceiba/domain/flags/flags';
import { cleanup, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { noAnswer, refusal } from '../testing/network.ts';
import { renderScreen, type ScreenOptions } from '../testing/render-screen.tsx';
import { sampleOrder, sampleTracking } from '../testing/sample-order.ts';
import { gtq, sampleCart, sampleCartId, sampleLine, sampleProduct } from '../testing/samples.ts';
import { storedSession } from '../testing/signed-in.ts';

const open = (address: string, calls: ScreenOptions['calls'], local: Record<string, string> = {}) =>
  renderScreen(address, { local: { ...storedSession(), ...local }, calls: { getDashboardTexts: noAnswer, ...calls } });

const openOrder = (order = sampleOrder(), calls: ScreenOptions['calls'] = {}) =>
  open('/dashboard/orders/100000042', {
    getOrder: order,
    getTracking: { status: 200, data: sampleTracking() },
    ...calls,
  });

const page = (numbers: readonly number[], next: string | null = null) => ({
  status: 200,
  orders: numbers.map((number) => sampleOrder({ id: String(number), number: String(number) })),
  next,
});

const shownOrders = () =>
  screen.getAllByRole('link', { name: /^Orden \d{9}$/ }).map((link) => link.getAttribute('href'));

test('[HIST-01, APP-11] a customer without orders sees an empty list with a message', async () => {
  await open('/dashboard/orders', { listOrders: page([]) });
  expect(await screen.findByRole('heading', { name: 'No tienes compras en tu historial' })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Mis órdenes' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Mis órdenes', current: 'page' })).toBeVisible();
});

test('[HIST-02] a list that cannot be loaded shows an error in its place, and can be loaded again', async () => {
  let isDown = true;
  const shop = await open('/dashboard/orders', {
    listOrders: () => (isDown ? refusal('NOT_READY') : page([100000042])),
  });
  const failure = await screen.findByText('Ha ocurrido un error al cargar las ordenes.');
  expect(failure.closest('[role="alert"]')).not.toBeNull();
  isDown = false;
  await shop.user.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByRole('link', { name: 'Orden 100000042' })).toBeVisible();
  expect(screen.queryByText('Ha ocurrido un error al cargar las ordenes.')).toBeNull();
});

test('the list shows each order with date, status, products and total, and links to it', async () => {
  await open('/dashboard/orders', { listOrders: page([100000042]) });
  const card = (await screen.findByRole('link', { name: 'Orden 100000042' })).closest('li');
  expect(card).toHaveTextContent('21 de noviembre de 2026');
  expect(card).toHaveTextContent('En proceso');
  expect(card).toHaveTextContent('Q730');
  expect(screen.getByRole('img', { name: 'Anteojos' })).toBeVisible();
  expect(shownOrders()).toEqual(['/dashboard/orders/100000042']);
});

test('more orders load on request, and a failed page leaves the other pages', async () => {
  let isDown = true;
  const shop = await open('/dashboard/orders', {
    listOrders: ({ query }) => {
      if (query.after === undefined) return page([100000042, 100000041], '100000041');
      return isDown ? refusal('NOT_READY') : page([100000040]);
    },
  });
  await shop.user.click(await screen.findByRole('button', { name: 'Ver más pedidos' }));
  expect(await screen.findByText('Ha ocurrido un error al cargar las ordenes.')).toBeVisible();
  expect(shownOrders()).toHaveLength(2);
  isDown = false;
  await shop.user.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByRole('link', { name: 'Orden 100000040' })).toBeVisible();
  expect(shownOrders().map((path) => path?.slice(-2))).toEqual(['42', '41', '40']);
  expect(screen.queryByRole('button', { name: 'Ver más pedidos' })).toBeNull();
});

test('[APP-12, DIF-50, HIST-03, HIST-04, HIST-05, HIST-06, HIST-12] an order shows its date, its shipments with their products, and its costs', async () => {
  const shop = await openOrder();
  const title = await screen.findByRole('heading', { level: 1 });
  expect(within(title).getByText('Detalle de la orden 100000042')).toHaveClass('max-lg:hidden');
  expect(within(title).getByText('Orden 100000042')).toHaveClass('lg:hidden');
  expect(screen.getByText('Compra realizada con éxito el 21 de noviembre de 2026')).toBeVisible();
  expect(screen.getByText('Tu compra se dividio en 2 envíos')).toBeVisible();
  const [first, second] = screen.getAllByRole('region', { name: /^Envío \d$/ });
  expect(first).toHaveTextContent('Vendido por Ceiba');
  expect(first).toHaveTextContent('Bocina');
  expect(second).toHaveTextContent('Vendido por Óptica y Más');
  expect(second).toHaveTextContent('Anteojos');
  expect(second).toHaveTextContent('Fecha por estimar');
  for (const region of [first, second]) expect(region?.querySelector('ol')).toHaveAccessibleName('Estado del envío');
  const costs = screen.getByRole('complementary', { name: 'Resumen' });
  for (const text of ['TotalQ730.00', '12 cuotas']) expect(costs).toHaveTextContent(text);
  expect(shop.sentTo('getTracking').map(({ params }) => params)).toEqual([{ id: sampleOrder().id }]);
});

test('an order shows its address, its recipient, and its invoice data', async () => {
  await openOrder();
  const costs = await screen.findByRole('complementary', { name: 'Resumen' });
  expect(costs).toHaveTextContent(
    'A domicilio6a avenida 9-18, Zona 4, MixcoGuatemalaRecibe Ana Xol, +502 5512-3480Portón verde',
  );
  expect(costs).toHaveTextContent('FacturaciónComercial La Aurora, S.A.NIT 576937K12 calle 1-25Guatemala, Guatemala');
});

test('an order shows its store, document and place only if it has them', async () => {
  const { billingAddress } = sampleOrder();
  const picked = sampleOrder({
    carrier: 'Recoger en tienda',
    deliveryPromise: { shippingMethod: 'storepickup', groups: [] },
    billingAddress: { ...billingAddress, name: 'Lucía Paz', nit: 'CF', documentType: 'CF' },
    delivery: {
      store: 'Ceiba Miraflores',
      street: ['21 avenida 4-32'],
      city: 'Guatemala',
      region: 'Guatemala',
      zone: 'Zona 11',
      receiver: 'Lucía Paz',
      phone: '55554444',
      extras: '',
    },
  });
  await openOrder(picked);
  const costs = await screen.findByRole('complementary', { name: 'Resumen' });
  expect(costs).toHaveTextContent(
    'Recoger en tiendaCeiba Miraflores21 avenida 4-32, Zona 11, GuatemalaRecibe Lucía Paz, +502 5555-4444',
  );
  expect(costs).toHaveTextContent('FacturaciónLucía PazCF12 calle 1-25');
  cleanup();
  await openOrder(sampleOrder({ carrier: null, delivery: null, deliveryPromise: null }));
  expect(await screen.findByRole('complementary', { name: 'Resumen' })).not.toHaveTextContent('Recibe');
});

test('[HIST-12] an order without a readable date says that the date will be estimated', async () => {
  await open('/dashboard/orders/100000042', {
    getOrder: sampleOrder({
      deliveryPromise: { shippingMethod: 'delivery', groups: [{ sellerId: 1 }, { sellerId: 2 }] },
    }),
    getTracking: { status: 200, data: sampleTracking() },
  });
  const shipment = await screen.findByRole('region', { name: 'Envío 1' });
  expect(shipment).toHaveTextContent('Entrega estimada: Fecha por estimar');
});

test('with several units the price is marked as per unit', async () => {
  const [speaker, glasses] = sampleOrder().products;
  if (speaker === undefined || glasses === undefined) throw new Error('the sample order has two products');
  await open('/dashboard/orders/100000042', {
    getOrder: sampleOrder({
      products: [
        { ...speaker, quantityOrdered: 2 },
        { ...glasses, quantityOrdered: 1 },
      ],
    }),
    getTracking: { status: 200, data: sampleTracking() },
  });
  const [first, second] = await screen.findAllByRole('region', { name: /^Envío \d$/ });
  expect(first).toHaveTextContent('Cantidad: 2');
  expect(first).toHaveTextContent(/Q\d+\.\d{2} c\/u/);
  expect(second).toHaveTextContent('Cantidad: 1');
  expect(second).not.toHaveTextContent('c/u');
});

test('[HIST-07, HIST-08] canceled products of an open order show their line and costs, and are not part of the cash due', async () => {
  const [speaker, glasses] = sampleOrder().products;
  if (speaker === undefined || glasses === undefined) throw new Error('the sample order has two products');
  const { total } = sampleOrder();
  await open('/dashboard/orders/100000042', {
    getOrder: sampleOrder({
      paymentMethods: [{ name: 'Efectivo contra entrega' }],
      dueAtDoor: gtq(646.67),
      total: { ...total, canceled: gtq(83.33), owed: gtq(646.67) },
      products: [{ ...speaker, quantityOrdered: 2, quantityCanceled: 1 }, glasses],
    }),
    getTracking: { status: 200, data: sampleTracking() },
  });
  const [first] = await screen.findAllByRole('region', { name: /^Envío \d$/ });
  expect(first).toHaveTextContent('1 unidad cancelada');
  const costs = await screen.findByRole('complementary', { name: 'Resumen' });
  expect(costs).toHaveTextContent('Productos cancelados: Q83.33');
  expect(costs).toHaveTextContent('Ten listos Q646.67 en efectivo.');
  expect(costs).not.toHaveTextContent(/no entregados|devueltos/);
});

test('[HIST-07] products that do not arrive, or were returned, are shown with their costs', async () => {
  const { total } = sampleOrder();
  await open('/dashboard/orders/100000042', {
    getOrder: sampleOrder({ total: { ...total, undelivered: gtq(200), returned: gtq(83.33) } }),
    getTracking: { status: 200, data: sampleTracking() },
  });
  const costs = await screen.findByRole('complementary', { name: 'Resumen' });
  expect(costs).toHaveTextContent('Productos no entregados: Q200.00');
  expect(costs).toHaveTextContent('Productos devueltos: Q83.33');
  expect(costs).not.toHaveTextContent('cancelados');
});

test('[HIST-07, DEC-140] an order that waits for payment at a store shows the amount still to pay', async () => {
  const { total } = sampleOrder();
  await open('/dashboard/orders/100000042', {
    getOrder: sampleOrder({
      status: 'pending_payment',
      paymentMethods: [{ name: 'Pago en tienda' }],
      total: { ...total, canceled: gtq(200), owed: gtq(530) },
    }),
    getTracking: { status: 200, data: sampleTracking() },
  });
  const costs = within(await screen.findByRole('complementary', { name: 'Resumen' }));
  expect(costs.getByText('Por pagar').nextElementSibling).toHaveTextContent(/^Q530\.00$/);
});

test('[HIST-11] without a session the way to an order leads through the login and back', async () => {
  const shop = await renderScreen('/dashboard/orders/100000042', { calls: {} });
  await screen.findByRole('heading', { name: /Inicia sesión|Iniciar sesión/ });
  expect(shop.address()).toBe('/login?redirect=%2Fdashboard%2Forders%2F100000042');
  expect(shop.sentTo('getOrder')).toEqual([]);
});

test('[DEC-169] another customer’s order counts as missing', async () => {
  await openOrder(undefined, {
    getOrder: refusal('ORDER_NOT_FOUND'),
    getTracking: refusal('ORDER_NOT_FOUND'),
  });
  expect(await screen.findByRole('heading', { name: 'No encontramos ese pedido' })).toBeVisible();
});

test('an order that cannot be loaded can be loaded again', async () => {
  let isDown = true;
  const shop = await open('/dashboard/orders/100000042', {
    getOrder: sampleOrder(),
    getTracking: () => (isDown ? refusal('NOT_READY') : { status: 200, data: sampleTracking() }),
  });
  expect(await screen.findByRole('heading', { name: 'No pudimos cargar tu pedido' })).toBeVisible();
  isDown = false;
  await shop.user.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByRole('region', { name: 'Envío 1' })).toBeVisible();
});

test('the last step of a timeline has no line after it', async () => {
  await openOrder();
  const [first] = await screen.findAllByRole('list', { name: 'Estado del envío' });
  const steps = within(first ?? document.body).getAllByRole('listitem');
  expect(steps.map((step) => step.className.includes('before:'))).toEqual([true, true, true, true, false]);
});

test('[DEC-216] a canceled order shows no success and no promise', async () => {
  const products = sampleOrder().products.map((product) => ({ ...product, status: 'canceled' as const }));
  await openOrder(sampleOrder({ status: 'canceled', products }));
  expect(await screen.findByText('Este pedido fue cancelado')).toBeVisible();
  const subtitle = screen.getByText('Hecha el 21 de noviembre de 2026');
  expect(subtitle.querySelector('svg')).toBeNull();
  expect(screen.queryByText(/realizada con éxito/)).toBeNull();
  expect(screen.queryByText(/^Entrega estimada/)).toBeNull();
});

test('[DEC-137] list and page show that an order was not delivered, and no success', async () => {
  const products = sampleOrder().products.map((product) => ({ ...product, status: 'undelivered' as const }));
  await openOrder(sampleOrder({ status: 'undelivered', products }));
  expect(await screen.findByText('No pudimos entregar este pedido')).toBeVisible();
  expect(screen.getAllByText('No entregado').length).toBeGreaterThan(2);
  expect(screen.getByText('Hecha el 21 de noviembre de 2026').querySelector('svg')).toBeNull();
  expect(screen.queryByText(/^Entrega estimada/)).toBeNull();
});

const speaker = sampleProduct({ sku: 'SPEAKER', title: 'Bocina' });
const lines = [sampleLine({ sku: 'SPEAKER', title: 'Bocina' })];

/** The answer to an add. */
const added = () => ({ ...sampleCart(lines), status: 201, cartItemId: lines[0]?.cartItemId ?? '' });

test('“Volver a comprar” adds the products on sale, and explains the missing ones', async () => {
  const shop = await open(
    '/dashboard/orders/100000042',
    {
      getOrder: sampleOrder({
        products: sampleOrder().products.flatMap((product) =>
          product.productSku === 'SPEAKER'
            ? [
                { ...product, quantityOrdered: 3 },
                { ...product, id: '3', productName: 'Radio', productSku: 'RADIO' },
              ]
            : [product],
        ),
      }),
      getTracking: { status: 200, data: sampleTracking() },
      getCart: sampleCart(lines),
      listProducts: {
        products: [{ ...speaker, salableQuantity: 2 }, sampleProduct({ sku: 'RADIO', status: 'OUT_OF_STOCK' })],
      },
      addCartProduct: added(),
    },
    { 'ceiba.cart': sampleCartId },
  );
  await shop.user.click(await screen.findByRole('button', { name: 'Volver a comprar' }));
  expect(await screen.findByText('Agregamos 2 productos a tu carrito')).toBeVisible();
  expect(screen.getByText('Bocina', { selector: 'b' }).closest('li')).toHaveTextContent(
    'Agregamos 2 de 3: no quedan más.',
  );
  expect(screen.getByText('Anteojos', { selector: 'b' }).closest('li')).toHaveTextContent('Ya no lo vendemos.');
  expect(screen.getByText('Radio', { selector: 'b' }).closest('li')).toHaveTextContent('Está agotado.');
  expect(screen.getByRole('link', { name: 'Ver carrito' })).toHaveAttribute('href', '/cart');
  expect(shop.sentTo('addCartProduct').map(({ body }) => body)).toEqual([{ sku: 'SPEAKER', quantity: 2 }]);
});

test.each([
  [true, 'Agregamos 1 producto a tu carrito', [{ sku: 'SPEAKER', quantity: 1 }]],
  [false, ': Disponible solo en tienda.', []],
])('[DEC-158] a motorcycle can be bought again if the flag allows it: %s', async (isOn, said, sent) => {
  const shop = await openOrder(sampleOrder({ products: sampleOrder().products.slice(0, 1) }), {
    getFlags: { flags: { ...demoFlags, motorcycleAddToCart: isOn } },
    createCart: sampleCart([]),
    getCart: sampleCart(lines),
    listProducts: { products: [{ ...speaker, motorcycle: true }] },
    addCartProduct: added(),
  });
  await shop.user.click(await screen.findByRole('button', { name: 'Volver a comprar' }));
  expect(await screen.findByText(said)).toBeVisible();
  expect(shop.sentTo('addCartProduct').map(({ body }) => body)).toEqual(sent);
});

test('a product that the cart refuses does not stop the others', async () => {
  const shop = await openOrder(undefined, {
    createCart: sampleCart([]),
    getCart: sampleCart(lines),
    listProducts: { products: [speaker, sampleProduct({ sku: 'GLASSES', title: 'Anteojos', salesPrice: gtq(200) })] },
    addCartProduct: ({ body }) =>
      JSON.stringify(body).includes('SPEAKER')
        ? refusal('QUANTITY_GREATER_THAN_STOCK', { message: 'Solo quedan 2 unidades.' })
        : added(),
  });
  await shop.user.click(await screen.findByRole('button', { name: 'Volver a comprar' }));
  expect(await screen.findByText('Agregamos 1 producto a tu carrito')).toBeVisible();
  expect(screen.getByText('Bocina', { selector: 'b' }).closest('li')).toHaveTextContent('Solo quedan 2 unidades.');
});

test('if the shop cannot be reached, an error shows, and “Volver a comprar” can be pressed again', async () => {
  const shop = await openOrder(undefined, {
    listProducts: refusal('RATE_LIMITED', { headers: { 'retry-after': '60' } }),
  });
  await shop.user.click(await screen.findByRole('button', { name: 'Volver a comprar' }));
  expect(await screen.findByText('Espera 60 segundos y vuelve a intentarlo.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Volver a comprar' })).toBeEnabled();
  expect(shop.sentTo('addCartProduct')).toEqual([]);
});
