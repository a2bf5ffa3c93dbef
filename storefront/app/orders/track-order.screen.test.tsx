import type { FollowedOrder } from '@ceiba/contract/order-shapes';
import { toPublicPolicy } from '@ceiba/domain/policies/policy-fields';
import { defaultShopPolicy, type ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { cleanup, render, screen, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import { demoOffersAnswer } from '../testing/demo-offers.ts';
import { Network, noAnswer, refusal } from '../testing/network.ts';
import { renderScreen, type Screen } from '../testing/render-screen.tsx';
import { sampleFollowedOrder, sampleTracking } from '../testing/sample-order.ts';
import { gtq } from '../testing/samples.ts';

const found = (changes: Partial<FollowedOrder> = {}) => ({ status: 200, data: sampleFollowedOrder(changes) });

const lookUp = async ({ user }: Screen, number = '100000042', email = 'lucia@correo.gt') => {
  await user.type(await screen.findByLabelText(/Número de pedido/), number);
  await user.type(screen.getByLabelText(/Correo electrónico/), email);
  await user.click(screen.getByRole('button', { name: 'Consultar' }));
};

test('[HIST-05, HIST-06, HIST-10, DIF-05] [DEC-137, DEC-138] a guest finds an order and its shipments by number and e-mail', async () => {
  const shop = await renderScreen('/track-order', { calls: { findOrder: found() } });
  await lookUp(shop, ' 100000042 ', 'Lucia@correo.gt');
  expect(await screen.findByRole('heading', { level: 1, name: 'Orden 100000042' })).toBeVisible();
  expect(shop.sentTo('findOrder')[0]?.body).toEqual({ orderNumber: '100000042', email: 'lucia@correo.gt' });
  expect(screen.getByText('Tu compra se dividio en 2 envíos')).toBeVisible();
  const [first, second] = screen.getAllByRole('region', { name: /^Envío \d$/ });
  if (first === undefined || second === undefined) throw new Error('two shipments');
  expect(first).toHaveTextContent('Vendido por Ceiba · 100000042-1');
  expect(first).toHaveTextContent('Bocina');
  expect(first).toHaveTextContent('Enviado');
  const steps = within(first).getAllByRole('listitem').slice(0, 5);
  expect(steps.map((step) => step.textContent)).toEqual([
    'Orden recibida, listoRecibimos tu pedido.21 de noviembre de 2026, 09:42',
    'Pago confirmado, listoTu pago fue confirmado.21 de noviembre de 2026, 09:42',
    'Preparando tu pedido, listoEstamos preparando tus productos.22 de noviembre de 2026, 08:15',
    'En camino, listoTu pedido va hacia la dirección de entrega.23 de noviembre de 2026, 07:30',
    'Entregado, pendienteEntrega estimada: martes 24 de noviembre',
  ]);
  expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual([null, null, null, 'step', null]);
  expect(within(steps[3] ?? first).getByText('En camino')).toHaveClass('text-success');
  expect(second).toHaveTextContent('Vendido por Óptica y Más · 100000042-2');
  expect(second).toHaveTextContent('En proceso');
  expect(screen.getByRole('complementary', { name: 'Resumen' })).toHaveTextContent('TotalQ730.00');
});

test('the link of a mail opens its order immediately', async () => {
  const shop = await renderScreen('/track-order#link=abc', { calls: { openOrderLink: found() } });
  expect(await screen.findByRole('heading', { level: 1, name: 'Orden 100000042' })).toBeVisible();
  expect(shop.sentTo('openOrderLink').map(({ body }) => body)).toEqual([{ link: 'abc' }]);
});

test('[DEC-199, DEC-216] gift cards that paid a part are listed under the total', async () => {
  const name = 'Tarjeta de regalo •••• 85SG';
  const paymentMethods = [
    { name, amount: gtq(200) },
    { name: 'Efectivo contra entrega', amount: gtq(530) },
  ];
  const order = found({ paymentMethods, dueAtDoor: gtq(530) });
  await renderScreen('/track-order#link=abc', { calls: { openOrderLink: order } });
  const summary = within(await screen.findByRole('complementary', { name: 'Resumen' }));
  expect(summary.getAllByText(name)[0]?.nextElementSibling).toHaveTextContent(/^-Q200\.00$/);
  const [cash] = summary.getAllByText('Efectivo contra entrega');
  expect(cash?.nextElementSibling).toHaveTextContent(/^Q530\.00$/);
  expect(summary.getByText('Ten listos Q530.00 en efectivo.')).toBeVisible();
});

test('a pickup order names the shop’s store, and no recipient', async () => {
  const picked = found({
    carrier: 'Recoger en tienda',
    deliveryPromise: { shippingMethod: 'storepickup', groups: [] },
    pickupStore: 'Ceiba Miraflores',
  });
  await renderScreen('/track-order#link=abc', { calls: { openOrderLink: picked } });
  expect(await screen.findByText('Ceiba Miraflores')).toBeVisible();
  expect(screen.getByRole('complementary', { name: 'Resumen' })).not.toHaveTextContent('Recibe');
});

test('[WORK-13] an order waiting at its store shows its six digits, and a QR code for the counter', async () => {
  const [first, second] = sampleTracking();
  if (first === undefined || second === undefined) throw new Error('two shipments');
  const order = found({ tracking: [{ ...first, pickupCode: '204815' }, second] });
  await renderScreen('/track-order#link=abc', { calls: { openOrderLink: order } });
  const [waiting, other] = await screen.findAllByRole('region', { name: /^Envío \d$/ });
  if (waiting === undefined || other === undefined) throw new Error('two shipments');
  expect(waiting).toHaveTextContent('Código para recogerlo: 204815');
  expect(await within(waiting).findByRole('img', { name: 'Código QR para recogerlo' })).toBeVisible();
  expect(within(other).queryByRole('img', { name: 'Código QR para recogerlo' })).toBeNull();
});

test('[WORK-13] a visitor who opens the order by its number sees where the code is', async () => {
  const [first] = sampleTracking();
  if (first === undefined) throw new Error('a shipment');
  const shop = await renderScreen('/track-order', {
    calls: { findOrder: found({ tracking: [{ ...first, pickupCode: null }] }) },
  });
  await lookUp(shop);
  expect(await screen.findByText(/El código para recogerlo está en el correo/)).toBeVisible();
  expect(screen.queryByRole('img', { name: 'Código QR para recogerlo' })).toBeNull();
});

test('an unknown link shows an error, and an order can still be found by number', async () => {
  const shop = await renderScreen('/track-order#link=abc', {
    calls: { openOrderLink: refusal('ORDER_NOT_FOUND'), findOrder: found() },
  });
  expect(await screen.findByText('Este enlace no es válido')).toBeVisible();
  await lookUp(shop);
  expect(await screen.findByRole('heading', { level: 1, name: 'Orden 100000042' })).toBeVisible();
});

test.each([
  ['a wrong number or e-mail', refusal('ORDER_NOT_FOUND'), 'No encontramos ese pedido'],
  [
    'too many tries',
    refusal('RATE_LIMITED', { headers: { 'retry-after': '7' } }),
    'Espera 7 segundos y vuelve a intentarlo.',
  ],
  ['a lost connection', noAnswer, 'No hay conexión con la tienda'],
  ['an unexpected error', refusal('UNEXPECTED'), 'No pudimos consultar tu pedido'],
])('%s: the page shows advice, and the search can be tried again', async (_, findOrder, words) => {
  const shop = await renderScreen('/track-order', { calls: { findOrder } });
  await lookUp(shop);
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.getByLabelText(/Número de pedido/)).toHaveValue('100000042');
  await shop.user.click(screen.getByRole('button', { name: 'Consultar' }));
  expect(await screen.findByText(words)).toBeVisible();
  expect(shop.sentTo('findOrder')).toHaveLength(2);
});

test('an invalid value is reported beside its field, and no call is made', async () => {
  const shop = await renderScreen('/track-order', { calls: {} });
  await lookUp(shop, '123', 'nadie');
  expect(await screen.findByText('El número de pedido tiene nueve dígitos.')).toBeVisible();
  expect(screen.getByText(/direccion de correo electronico valida/)).toBeVisible();
  expect(shop.sentTo('findOrder')).toEqual([]);
});

test('an order that waits for its mailed link shows the deadline', async () => {
  await renderScreen('/track-order#link=a', {
    calls: { openOrderLink: found({ confirmBefore: '2026-11-24T16:00:00Z' }) },
  });
  expect(await screen.findByText(/antes del 24 de noviembre de 2026 a las 10:00/)).toBeVisible();
});

test('[HIST-09] the timeline of an undelivered shipment ends with "No entregado"', async () => {
  const { products, tracking } = sampleFollowedOrder();
  const failed = {
    title: 'No entregado',
    description: 'No pudimos entregarte este envío.',
    datetime: '2026-11-25T15:00:00Z',
    complete: true,
  };
  const [first, second] = tracking;
  const order = found({
    status: 'processing',
    products: products.map((each, index) => (index === 0 ? { ...each, status: 'undelivered' as const } : each)),
    tracking: [first, second]
      .flatMap((each) => (each === undefined ? [] : [each]))
      .map((each, index) => (index === 0 ? { ...each, status: [...each.status.slice(0, 4), failed] } : each)),
  });
  await renderScreen('/track-order#link=a', { calls: { openOrderLink: order } });
  expect(await screen.findAllByText('No entregado')).toHaveLength(2);
  expect(screen.queryByText('No pudimos entregar este pedido')).toBeNull();
  const [lost, going] = screen.getAllByRole('list', { name: 'Estado del envío' });
  const last = within(lost ?? document.body)
    .getByText('No entregado')
    .closest('li');
  expect(last).toHaveAttribute('aria-current', 'step');
  expect(last).toHaveTextContent('No pudimos entregarte este envío.');
  expect(lost?.querySelector('.text-success, .bg-success')).toBeNull();
  expect(going?.querySelector('.text-success')).not.toBeNull();
});

test('[DEC-137] an undelivered order has an alert at the top', async () => {
  await renderScreen('/track-order#link=a', { calls: { openOrderLink: found({ status: 'undelivered' }) } });
  expect(await screen.findByText('No pudimos entregar este pedido')).toBeVisible();
});

test('[DEC-137] the alert of an order that was not picked up does not mention a delivery', async () => {
  const order = found({ status: 'undelivered', carrier: 'Recoger en tienda', pickupStore: 'Ceiba Miraflores' });
  await renderScreen('/track-order#link=a', { calls: { openOrderLink: order } });
  expect(await screen.findByText('No se recogió este pedido')).toBeVisible();
  expect(screen.queryByText('No pudimos entregar este pedido')).toBeNull();
});

test('[DEC-216] a canceled order explains the refund, and its timeline shows no success', async () => {
  const { products, tracking } = sampleFollowedOrder();
  const canceledStep = {
    title: 'Pedido cancelado',
    description: 'Este pedido ya no se entregará.',
    datetime: null,
    complete: true,
  };
  const canceled = found({
    status: 'canceled',
    products: products.map((each) => ({ ...each, status: 'canceled' as const })),
    tracking: tracking.map((each) => ({ ...each, status: [...each.status.slice(0, 2), canceledStep] })),
  });
  await renderScreen('/track-order#link=a', { calls: { openOrderLink: canceled } });
  expect(await screen.findByText('Este pedido fue cancelado')).toBeVisible();
  expect(screen.getAllByText('Cancelado')).toHaveLength(3);
  for (const timeline of screen.getAllByRole('list', { name: 'Estado del envío' })) {
    const last = within(timeline).getByText('Pedido cancelado').closest('li');
    expect(last).toHaveAttribute('aria-current', 'step');
    expect(last).toHaveTextContent(/^Pedido canceladoEste pedido ya no se entregará\.$/);
    expect(timeline.querySelector('.text-success, .bg-success')).toBeNull();
  }
  expect(screen.queryByText(/^Entrega estimada/)).toBeNull();
});

test.each([
  ['2027-03-12', 'Preventa · Disponible a partir del 12 de marzo de 2027'],
  [null, 'Preventa · Próximamente'],
])(
  '[WORK-32, DIF-39] a shipment that waits for a presale of %s says when it is expected',
  async (deliveryDate, text) => {
    const [first] = sampleTracking();
    if (first === undefined) throw new Error('the sample order has a shipment');
    await renderScreen('/track-order#link=abc', {
      calls: { openOrderLink: found({ tracking: [{ ...first, presale: { deliveryDate } }] }) },
    });
    expect(await screen.findByText(text)).toBeVisible();
  },
);

test('the promised day is shown once, at its step', async () => {
  const [first] = sampleTracking();
  if (first === undefined) throw new Error('the sample order has a shipment');
  const ready = first.status.map((step) =>
    step.title === 'En camino' ? { ...step, title: 'Listo para recoger' } : step,
  );
  const tracked = (complete: number): FollowedOrder['tracking'] => [
    { ...first, status: ready.map((step, index) => ({ ...step, complete: index < complete, datetime: null })) },
  ];
  const picked = (complete: number) =>
    found({
      deliveryPromise: { shippingMethod: 'storepickup', groups: [{ sellerId: 1, pickupDate: '2026-11-24' }] },
      tracking: tracked(complete),
    });
  await renderScreen('/track-order#link=abc', { calls: { openOrderLink: picked(2) } });
  const step = (await screen.findByText('Listo para recoger')).closest('li');
  expect(step).toHaveTextContent('Desde el martes 24 de noviembre');
  expect(screen.getAllByText(/24 de noviembre/)).toHaveLength(1);
  expect(screen.queryByText(/Fecha por estimar/)).toBeNull();
  cleanup();
  await renderScreen('/track-order#link=abc', { calls: { openOrderLink: picked(4) } });
  expect(await screen.findByText('Listo para recoger')).toBeVisible();
  expect(screen.queryByText(/24 de noviembre/)).toBeNull();
});

test('a pickup order without a known day shows "Fecha por estimar"', async () => {
  const unknown = { shippingMethod: 'storepickup' as const, groups: [{ sellerId: 1, pickupDate: null }] };
  const [first] = sampleTracking();
  if (first === undefined) throw new Error('the sample order has a shipment');
  const status = first.status.map((step, index) => ({
    ...step,
    complete: index < 2,
    title: step.title === 'En camino' ? 'Listo para recoger' : step.title,
  }));
  const order = found({ deliveryPromise: unknown, tracking: [{ ...first, status }] });
  await renderScreen('/track-order#link=abc', { calls: { openOrderLink: order } });
  const step = (await screen.findByText('Listo para recoger')).closest('li');
  expect(step).toHaveTextContent('Fecha por estimar');
  expect(step).not.toHaveTextContent('Desde el');
});

test.each<[string, FollowedOrder['dueAtDoor'], string | null]>([
  ['the whole amount before delivery', gtq(730), 'Ten listos Q730.00 en efectivo.'],
  ['the rest after a partial delivery', gtq(200), 'Ten listos Q200.00 en efectivo.'],
  ['no amount if nothing is due', null, null],
])('[DEC-216] an order paid at the door shows the amount to have ready: %s', async (_, dueAtDoor, text) => {
  const order = found({ status: 'shipped', dueAtDoor, paymentMethods: [{ name: 'Efectivo contra entrega' }] });
  await renderScreen('/track-order#link=abc', { calls: { openOrderLink: order } });
  const costs = await screen.findByRole('complementary', { name: 'Resumen' });
  expect(costs).toHaveTextContent('Efectivo contra entrega');
  expect(/Ten listos.*efectivo\./.exec(costs.textContent)?.[0] ?? null).toBe(text);
});

test.each<[string, Partial<ShopPolicy>, [string, string][]]>([
  ['a number that cannot be dialled is no link', {}, []],
  [
    'phone and WhatsApp of the policy are links',
    { supportPhone: '2232-0000', supportWhatsApp: '5555-1234' },
    [
      ['Necesito ayuda · 2232-0000', 'tel:+50222320000'],
      ['WhatsApp · 5555-1234', 'https://wa.me/50255551234'],
    ],
  ],
])('an order shows the phone numbers of the shop: %s', async (_, changes, links) => {
  const policy = { ...defaultShopPolicy, ...changes };
  await renderScreen('/track-order#link=abc', {
    calls: {
      openOrderLink: found(),
      getPolicy: { policy: toPublicPolicy(policy), offers: demoOffersAnswer, tagContainer: null },
    },
  });
  const summary = within(await screen.findByRole('complementary', { name: 'Resumen' }));
  expect(summary.getByText(`Necesito ayuda · ${policy.supportPhone}`)).toBeVisible();
  const shown = summary.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(shown).toEqual(links);
});

test('a link’s page starts with the same markup for everybody, without the link’s data', async () => {
  const { default: TrackOrderPage } = await import('../pages/track-order-page.tsx');
  const Page = createRoutesStub([{ path: '/track-order', Component: TrackOrderPage }]);
  const network = new Network({ openOrderLink: refusal('ORDER_NOT_FOUND') });
  vi.stubGlobal('fetch', network.fetch);
  onTestFinished(() => {
    cleanup();
    vi.unstubAllGlobals();
  });
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(<Page initialEntries={['/track-order']} />);
  const hydrationErrors: unknown[] = [];
  render(<Page initialEntries={['/track-order#link=abc']} />, {
    container,
    hydrate: true,
    onRecoverableError: (error) => hydrationErrors.push(error),
  });
  expect(await screen.findByText('Este enlace no es válido')).toBeVisible();
  expect(hydrationErrors).toEqual([]);
});
