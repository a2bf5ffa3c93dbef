import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { noAnswer } from '../testing/network.ts';
import { openPayment, order as placeOrder } from '../testing/open-payment.ts';
import { watchReloads } from '../testing/page-reloads.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { sampleCartId } from '../testing/samples.ts';
import { storedSession } from '../testing/signed-in.ts';
import type { OrderSnapshot } from './attempt-storage.ts';

const order: OrderSnapshot = {
  cartId: sampleCartId,
  orderNumber: '100000042',
  email: 'lucia@correo.gt',
  firstname: 'Lucía',
  shipments: [],
  costs: [],
  delivery: { deliveryType: 'delivery', place: '12 calle 1-25', receiver: 'Lucía Paz' },
  payment: 'Tarjeta al contado',
  isCash: false,
  documentType: 'CF',
};
const placed = { 'ceiba.confirmation': JSON.stringify(order), confirmationFromCheckout: 'true' };
const hrefOf = (name: string) => screen.queryByRole('link', { name })?.getAttribute('href');

test('[DEC-43] the confirmation shows number, e-mail, place and total, and customers get a link', async () => {
  const costs = [{ kind: 'total', label: 'Total', text: 'Q729.00' }] as const;
  const snapshot = { ...placed, 'ceiba.confirmation': JSON.stringify({ ...order, costs }) };
  await renderScreen('/confirmation', { session: snapshot });
  expect(await screen.findByRole('heading', { level: 1, name: '¡Gracias por tu compra!' })).toBeVisible();
  expect(screen.getByText('Orden', { exact: false, selector: 'h1 + p' })).toHaveTextContent('Orden 100000042');
  const page = screen.getByRole('main');
  for (const text of ['lucia@correo.gt', 'A domicilio12 calle 1-25Recibe Lucía Paz', 'TotalQ729.00'])
    expect(page).toHaveTextContent(text);
  expect(hrefOf('Seguir comprando')).toBe('/');
  expect(hrefOf('Ver mi orden')).toBeUndefined();
  cleanup();
  await renderScreen('/confirmation', { session: snapshot, local: storedSession() });
  expect(await screen.findByRole('link', { name: 'Ver mi orden' })).toHaveAttribute(
    'href',
    '/dashboard/orders/100000042',
  );
  expect(hrefOf('Seguir comprando')).toBe('/');
});

test('after an order the focus is on its thanks', async () => {
  await renderScreen('/confirmation', { session: placed });
  const thanks = await screen.findByRole('heading', { level: 1, name: '¡Gracias por tu compra!' });
  await waitFor(() => expect(thanks).toHaveFocus());
});

const flags = { own: 'confirmationFromCheckout', link: 'confirmationFromWaLink' } as const;
const openWith = (query: string, ...names: (keyof typeof flags)[]) =>
  renderScreen(`/confirmation${query}`, {
    session: {
      'ceiba.confirmation': JSON.stringify(order),
      ...Object.fromEntries(names.map((name) => [flags[name], 'true'])),
    },
    calls: { getHome: { banners: [], rows: [] } },
  });

test.each<[string, (keyof typeof flags)[]]>([
  ['', []],
  ['', ['link']],
  ['?from=/wa-link', ['own']],
  ['?from=/wa-link', ['link']],
])(
  '[APP-07, DEC-44] /confirmation%s with only the flags %j leads home, even if there is an order',
  async (query, names) => {
    const shop = await openWith(query, ...names);
    await waitFor(() => expect(shop.address()).toBe('/'));
    expect(screen.queryByText('100000042')).toBeNull();
  },
);

test('[DEC-44, DEC-195] a reload shows the confirmation of a link again, and a later visit redirects home', async () => {
  await openWith('?from=/wa-link', 'own', 'link');
  expect(await screen.findByText('100000042')).toBeVisible();
  expect(Object.values(flags).map((name) => sessionStorage.getItem(name) ?? '')).toEqual(['', '']);
  // The page is discarded with its document, without any event.
  const order = sessionStorage.getItem('ceiba.confirmation') ?? '';
  cleanup();
  const load = Object.create(PerformanceEntry.prototype, { type: { value: 'reload' }, name: { value: location.href } });
  const loads = vi.spyOn(performance, 'getEntriesByType').mockReturnValue([load]);
  await renderScreen('/confirmation?from=/wa-link', { session: { 'ceiba.confirmation': order } });
  expect(await screen.findByText('100000042')).toBeVisible();
  cleanup();
  loads.mockRestore();
  const later = await openWith('?from=/wa-link');
  await waitFor(() => expect(later.address()).toBe('/'));
});

test('a signed-in customer who paid a link gets no link to their order history', async () => {
  await renderScreen('/confirmation?from=/wa-link', {
    session: { ...placed, confirmationFromWaLink: 'true' },
    local: storedSession(),
  });
  expect(await screen.findByText('100000042')).toBeVisible();
  expect(hrefOf('Ver mi orden')).toBeUndefined();
  expect(hrefOf('Consulta tu pedido')).toBe('/track-order');
});

const pickup = { deliveryType: 'storepickup', place: 'Ceiba Miraflores', receiver: 'Lucía Paz' } as const;
const received = ['Recibimos tu pedido', 'Te enviamos la confirmación a lucia@correo.gt.'];
const prepared = ['Lo preparamos en la tienda', 'Puedes recogerlo desde la fecha que te indicamos.'];

test.each<[string, Partial<OrderSnapshot>, string[][]]>([
  [
    'delivered and paid by card',
    {},
    [
      received,
      ['Lo preparamos y enviamos', 'Cada envío sale en la fecha que te indicamos.'],
      ['Llega a tu puerta', 'Un agente de mensajería entregará tu pedido en la dirección indicada.'],
    ],
  ],
  [
    'picked up and paid by card',
    { delivery: pickup },
    [received, prepared, ['Recógelo', 'Presenta tu número de pedido y tu identificación.']],
  ],
  [
    'picked up and paid at the store',
    { delivery: pickup, isCash: true },
    [
      received,
      prepared,
      [
        'Recógelo',
        'Presenta tu número de pedido y tu identificación. Paga en efectivo al recoger tu pedido en tienda.',
      ],
    ],
  ],
  [
    'of digital products',
    { delivery: null },
    [received, ['Entrega digital', 'Recibirás tus productos digitales por correo electrónico.']],
  ],
])('[ORD-14] an order %s shows its number and the next steps', async (_, changes, steps) => {
  await renderScreen('/confirmation', {
    session: {
      'ceiba.confirmation': JSON.stringify({ ...order, ...changes }),
      confirmationFromCheckout: 'true',
    },
  });
  expect(await screen.findByText('100000042')).toBeVisible();
  const items = [...screen.getByRole('region', { name: '¿Qué sigue?' }).querySelectorAll('li')];
  expect(items.map((item) => [item.querySelector('b')?.textContent, item.lastElementChild?.textContent])).toEqual(
    steps,
  );
});

test('[DEC-218] the confirmation of a cash order shows the deadline for its link', async () => {
  const waiting = { ...order, isCash: true, confirmBefore: '2026-11-27T04:05:00.000Z' };
  await renderScreen('/confirmation', {
    session: { 'ceiba.confirmation': JSON.stringify(waiting), confirmationFromCheckout: 'true' },
  });
  const otherwise = 'Si no lo confirmas antes del 26 de noviembre de 2026 a las 22:05, el pedido se cancela.';
  const alert = (await screen.findByText('Tu pedido espera tu confirmación')).parentElement;
  expect(alert).toHaveTextContent(otherwise);
  const steps = [...screen.getByRole('region', { name: '¿Qué sigue?' }).querySelectorAll('li')];
  expect(steps[1]).toHaveTextContent(`Confirma tu pedidoAbre el enlace del correo que te enviamos. ${otherwise}`);
  cleanup();
  await renderScreen('/confirmation', {
    session: { 'ceiba.confirmation': JSON.stringify({ ...order, isCash: true }), confirmationFromCheckout: 'true' },
  });
  expect(await screen.findByText('100000042')).toBeVisible();
  expect(screen.queryByText(/confirma/i, { selector: 'li b' })).toBeNull();
  expect(screen.queryByText('Tu pedido espera tu confirmación')).toBeNull();
});

test.each(['the answer of the order', 'the outcome of an order whose answer was lost'])(
  '[DEC-218] after %s, the page shows that the order waits for its link',
  async (teller) => {
    const placed = { orderNumber: '100000001', confirmBefore: '2026-11-27T04:05:00.000Z' };
    const found = { findPlacement: { status: 200, data: { state: 'ordered', isOwn: true, ...placed } } } as const;
    const shop = await openPayment(
      teller.startsWith('the answer')
        ? { placeOrder: { status: 200, data: placed } }
        : { placeOrder: noAnswer, ...found },
    );
    await placeOrder(shop);
    expect(await screen.findByText('Tu pedido espera tu confirmación')).toBeVisible();
    expect(screen.getAllByText(/antes del 26 de noviembre de 2026 a las 22:05/).length).toBeGreaterThan(0);
  },
);

test('[ORD-06] [ORD-14] a late confirmation is shown even if another checkout has cleared its flag', async () => {
  const shop = await openPayment();
  // Behaves like a build, where pages load scripts from a server that may be unreachable.
  let line: 'up' | 'down' = 'down';
  let tries = 0;
  const reloads = watchReloads();
  window.__reactRouterManifest = {
    version: 'a1',
    routes: { confirmation: { module: 'data:text/javascript,', path: 'confirmation' } },
  };
  onTestFinished(() => void delete window.__reactRouterManifest);
  const calls = window.fetch;
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (input.startsWith('data:')) return new Response();
    if (init?.method !== 'HEAD') return calls(input, init);
    if (input !== '/confirmation') return new Response();
    tries += 1;
    if (line === 'down') throw new TypeError('Failed to fetch');
    return new Response();
  });
  await placeOrder(shop);
  expect(await screen.findByText('Tu pedido ya está registrado')).toBeVisible();
  sessionStorage.removeItem('confirmationFromCheckout');
  // The first round of tries has ended. A missing answer does not count as a new build.
  await waitFor(() => expect(tries).toBeGreaterThan(3));
  expect(reloads()).toBe(0);
  line = 'up';
  fireEvent(window, new Event('online'));
  expect(await screen.findByText('100000001')).toBeVisible();
  expect(shop.address()).toBe('/confirmation');
});

test('a pending confirmation opens even if another checkout was opened since', async () => {
  const hand = Promise.withResolvers<void>();
  const part = '../platform/preload-route.ts';
  vi.doMock(part, () => ({ fetchPageAhead: () => {}, preloadRoute: () => hand.promise }));
  vi.resetModules();
  onTestFinished(() => {
    vi.doUnmock(part);
    vi.resetModules();
  });
  const shop = await openPayment();
  await placeOrder(shop);
  expect(await screen.findByText('Tu pedido ya está registrado')).toBeVisible();
  // Clears the flag as a newly opened checkout does.
  sessionStorage.removeItem('confirmationFromCheckout');
  hand.resolve();
  expect(await screen.findByText('100000001')).toBeVisible();
  expect(shop.address()).toBe('/confirmation');
});
