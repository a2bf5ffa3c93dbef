import { describe, expect, test } from 'vitest';
import { quetzales, zero } from '../money/money.ts';
import {
  firstOrderStatus,
  isOrderNumber,
  isOtp,
  type OrderStatus,
  orderStatusLabels,
  orderSubtitle,
  orderTexts,
  orderTitle,
  otpLifeMs,
  splitText,
  stepDateText,
  storePaymentLifeMs,
  subOrderNumber,
  type TrackedOrder,
  type TrackingEvent,
  trackingSteps,
} from './order.ts';

describe('status', () => {
  const statuses: OrderStatus[] = ['pending_payment', 'processing', 'shipped', 'delivered', 'undelivered', 'canceled'];

  test('each status has its label', () => {
    expect(statuses.map((status) => orderStatusLabels[status])).toEqual([
      'Pendiente de pago',
      'En proceso',
      'Enviado',
      'Entregado',
      'No entregado',
      'Cancelado',
    ]);
  });

  test.each([
    ['StorePayment', 'pending_payment'],
    ['Card', 'processing'],
    ['CardInstallments', 'processing'],
    ['Cash', 'processing'],
    ['BiPoints', 'processing'],
  ] as const)('[DEC-137] an order paid by %s starts as %s', (type, expected) => {
    expect(firstOrderStatus(type)).toBe(expected);
    expect(firstOrderStatus(type, true)).toBe('processing');
  });

  test('a store payment has 48 hours, a one-time code ten minutes', () => {
    expect([storePaymentLifeMs, otpLifeMs]).toEqual([172_800_000, 600_000]);
  });

  test.each([
    ['000000', true],
    ['123456', true],
    ['12345', false],
    ['1234567', false],
    ['12345a', false],
  ])('[DEC-141] the one-time code %s is valid: %s', (code, expected) => {
    expect(isOtp(code)).toBe(expected);
  });

  test.each([
    ['100000000', false],
    ['100000001', true],
    ['999999999', true],
    ['099999999', false],
    ['10000001', false],
    ['1000000011', false],
    ['x100000001', false],
    ['10000000x', false],
  ])('[DEC-136] the order number %s is valid: %s', (text, expected) => {
    expect(isOrderNumber(text)).toBe(expected);
  });

  test('[DEC-136] [HIST-05] number and text of an order’s shipments', () => {
    expect(subOrderNumber('100000001', 2)).toBe('100000001-2');
    expect([0, 1, 2].map(splitText)).toEqual([null, null, 'Tu compra se dividio en 2 envíos']);
  });
});

describe('tracking', () => {
  const sent: TrackedOrder = { isPickup: false, isSplit: false, cash: null, carried: null, ended: null };
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 12, minute));

  test('[DEC-138] [HIST-09] [HIST-10] a skipped stage of a shipment on its way is complete, without a time', () => {
    const events = [
      { stage: 'received' as const, at: at(0) },
      { stage: 'preparing' as const, at: at(5) },
      { stage: 'preparing' as const, at: at(4) },
    ];
    expect(trackingSteps(events, sent)).toEqual([
      {
        title: 'Orden recibida',
        datetime: at(0),
        description: 'Recibimos tu pedido.',
        complete: true,
      },
      {
        title: 'Pago confirmado',
        datetime: null,
        description: 'Tu pago fue confirmado.',
        complete: true,
      },
      {
        title: 'Preparando tu pedido',
        datetime: at(4),
        description: 'Estamos preparando tus productos.',
        complete: true,
      },
      {
        title: 'En camino',
        datetime: null,
        description: 'Tu pedido va hacia la dirección de entrega.',
        complete: false,
      },
      {
        title: 'Entregado',
        datetime: null,
        description: 'Tu pedido fue entregado.',
        complete: false,
      },
    ]);
  });

  test('[DEC-138] a pickup has special texts for the last two steps', () => {
    const steps = trackingSteps([], { ...sent, isPickup: true });
    expect(steps[3]).toMatchObject({ title: 'Listo para recoger', description: 'Tu pedido te espera en la tienda.' });
    expect(steps.map(({ title }) => title).slice(0, 3)).toEqual([
      'Orden recibida',
      'Pago confirmado',
      'Preparando tu pedido',
    ]);
    expect(steps[4]).toMatchObject({ title: 'Entregado', description: 'Tu pedido fue entregado.' });
    expect(steps.some(({ complete }) => complete)).toBe(false);
  });

  test('[HIST-09] the courier is named while a shipment is on its way, but never for a pickup', () => {
    const statusText = (carried: TrackedOrder['carried'], isPickup = false) =>
      trackingSteps([], { ...sent, isPickup, carried })[3]?.description;
    const way = 'Tu pedido va hacia la dirección de entrega.';
    expect(statusText({ courier: 'Guatex', trackingNumber: 'GX-1' })).toBe(`${way} Lo lleva Guatex, guía GX-1.`);
    expect(statusText({ courier: 'Guatex', trackingNumber: null })).toBe(`${way} Lo lleva Guatex.`);
    expect(statusText({ courier: 'Guatex', trackingNumber: null }, true)).toBe('Tu pedido te espera en la tienda.');
  });

  test('[DEC-138] a payment recorded after the preparation shows no time', () => {
    const before: TrackingEvent[] = [
      { stage: 'received', at: at(0) },
      { stage: 'preparing', at: at(1) },
      { stage: 'onTheWay', at: at(2) },
      { stage: 'delivered', at: at(3) },
    ];
    const times = (paid: number) =>
      trackingSteps([...before, { stage: 'paid', at: at(paid) }], sent).map(({ datetime }) => datetime);
    const rest = [at(1), at(2), at(3)];
    expect(times(0)).toEqual([at(0), at(0), ...rest]);
    expect(times(1)).toEqual([at(0), at(1), ...rest]);
    for (const late of [2, 3, 5]) expect(times(late)).toEqual([at(0), null, ...rest]);
  });

  const door = { ...sent, cash: { amount: quetzales(389), isWhole: true } };
  const titlesOf = (events: TrackingEvent[], order: TrackedOrder) =>
    trackingSteps(events, order).map(({ title, complete }) => [title, complete]);

  test('[DEC-216] cash is the last step but one, and is confirmed at the handover', () => {
    const onTheWay: TrackingEvent[] = [
      { stage: 'received', at: at(0) },
      { stage: 'onTheWay', at: at(2) },
    ];
    expect(titlesOf(onTheWay, door)).toEqual([
      ['Orden recibida', true],
      ['Preparando tu pedido', true],
      ['En camino', true],
      ['Pagas Q389.00 al recibir', false],
      ['Entregado', false],
    ]);
    const delivered: TrackingEvent[] = [...onTheWay, { stage: 'delivered', at: at(3) }];
    expect(titlesOf(delivered, door).slice(3)).toEqual([
      ['Pago confirmado', true],
      ['Entregado', true],
    ]);
    // The first of two shipments is handed over before the whole order is paid.
    const times = (paid: number) =>
      trackingSteps([...delivered, { stage: 'paid', at: at(paid) }], door).map(({ datetime }) => datetime);
    expect(times(3)).toEqual([at(0), null, at(2), at(3), at(3)]);
    expect(times(5)).toEqual([at(0), null, at(2), null, at(3)]);
  });

  test('[DEC-216] cash for two shipments is not requested twice', () => {
    const [step] = trackingSteps([], { ...door, isSplit: true }).slice(3);
    expect(step).toMatchObject({ title: 'Pagas al recibir', description: 'Tus envíos suman Q389.00, en efectivo.' });
  });

  test.each([
    [
      { amount: quetzales(389), isWhole: true },
      false,
      'Pagas Q389.00 al recibir',
      'Es el total de tu pedido, en efectivo.',
    ],
    [
      { amount: quetzales(189), isWhole: false },
      false,
      'Pagas Q189.00 al recibir',
      'Es lo que falta de tu pedido, en efectivo.',
    ],
    [
      { amount: quetzales(189), isWhole: false },
      true,
      'Pagas al recibir',
      'En efectivo se pagan Q189.00 por todos tus envíos.',
    ],
    [{ amount: zero, isWhole: false }, false, 'Nada que pagar', 'No tienes que pagar nada al recibirlo.'],
    [{ amount: zero, isWhole: false }, true, 'Nada que pagar', 'No tienes que pagar nada al recibirlo.'],
  ])(
    '[DEC-216] the text about cash fits its part of the order: %j, several shipments: %s',
    (cash, isSplit, title, description) => {
      const [step] = trackingSteps([], { ...door, cash, isSplit }).slice(3);
      expect(step).toMatchObject({ title, description });
    },
  );

  test('[DEC-216] cash recorded as paid while the shipment is on its way confirms no earlier step', () => {
    const events: TrackingEvent[] = [
      { stage: 'received', at: at(0) },
      { stage: 'paid', at: at(1) },
    ];
    expect(titlesOf(events, door).map(([, complete]) => complete)).toEqual([true, false, false, false, false]);
  });

  test.each<[string, TrackedOrder, string[]]>([
    ['paid by card', sent, ['Orden recibida', 'Pago confirmado']],
    ['in cash', door, ['Orden recibida']],
  ])('[DEC-216] the timeline of a canceled order ends without success: %s', (_, order, before) => {
    const events: TrackingEvent[] = [
      { stage: 'received', at: at(0) },
      { stage: 'paid', at: at(0) },
    ];
    const steps = trackingSteps(events, { ...order, ended: { as: 'orderCanceled', at: at(9) } });
    expect(steps.map(({ title }) => title)).toEqual([...before, 'Pedido cancelado']);
    expect(steps.at(-1)?.datetime).toEqual(at(9));
  });

  test.each([
    ['undelivered', false, 'No entregado', 'No pudimos entregarte este envío.'],
    ['undelivered', true, 'No entregado', 'Este envío no se recogió en la tienda.'],
    ['canceled', false, 'Envío cancelado', 'Este envío ya no se entregará.'],
  ] as const)('[HIST-09] the timeline ends with the state %s (pickup: %s)', (as, isPickup, title, description) => {
    const onTheWay: TrackingEvent[] = [
      { stage: 'received', at: at(0) },
      { stage: 'onTheWay', at: at(2) },
    ];
    const steps = trackingSteps(onTheWay, { ...door, isPickup, ended: { as, at: at(9) } });
    expect(steps.map((step) => step.title)).toEqual([
      'Orden recibida',
      'Preparando tu pedido',
      isPickup ? 'Listo para recoger' : 'En camino',
      title,
    ]);
    expect(steps.at(-1)).toEqual({ title, description, datetime: at(9), complete: true });
  });
});

test.each([
  ['2026-11-21T15:42:00.000Z', '21 de noviembre de 2026, 09:42'],
  ['2026-11-21T05:05:00-06:00', '21 de noviembre de 2026, 05:05'],
  ['2026-11-21T05:59:59.000Z', '20 de noviembre de 2026, 23:59'],
  ['mañana', 'Fecha por estimar'],
  [null, 'Fecha por estimar'],
])('[HIST-12] a step at %s shows %s', (datetime, expected) => {
  expect(stepDateText(datetime)).toBe(expected);
});

test('the pages of orders have the documented texts', () => {
  expect(orderTexts).toEqual({
    empty: 'No tienes compras en tu historial',
    loadFailed: 'Ha ocurrido un error al cargar las ordenes.',
    thanks: '¡Gracias por tu compra!',
    keepShopping: 'Seguir comprando',
    seeOrder: 'Ver mi orden',
  });
});

test('[HIST-03] [HIST-04] [HIST-12] title and subtitle of an order have its number and its day', () => {
  expect(orderTitle('100000001', false)).toBe('Detalle de la orden 100000001');
  expect(orderTitle('100000001', true)).toBe('Orden 100000001');
  const placedAt = '2025-03-12T10:00:00-06:00';
  expect(orderSubtitle(placedAt, 'processing')).toBe('Compra realizada con éxito el 12 de marzo de 2025');
  for (const status of ['canceled', 'undelivered'] as const) {
    expect(orderSubtitle(placedAt, status)).toBe('Hecha el 12 de marzo de 2025');
  }
  expect(orderSubtitle(null, 'processing')).toBe('Compra realizada con éxito el Fecha por estimar');
});
