import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dayText } from '../platform/formats.ts';
import { refusal } from '../testing/desk-network.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';
import { sampleOrder as order, orderCalls } from '../testing/sample-order.ts';

type Calls = NonNullable<Parameters<typeof openDesk>[1]>['calls'];

const noChange = { status: 200, data: [], next: null } as const;

const open = (now: typeof order, calls: Calls) =>
  openDesk(`/ordenes/${order.number}`, {
    session: sampleSession('manager'),
    calls: { ...orderCalls, getHistory: noChange, getDeskOrder: { status: 200, data: now }, ...calls },
  });

/** Presses an action of the page, and completes its dialog. */
const start = async (user: Awaited<ReturnType<typeof open>>['user'], button: string, title: string) => {
  await user.click(await screen.findByRole('button', { name: button }));
  return within(await screen.findByRole('dialog', { name: title }));
};

test('[WORK-15] an order is canceled with a reason, and its page shows it', async () => {
  const canceled = { ...order, status: 'canceled', version: 5, actions: ['tag', 'refund'] };
  const { user, sentTo } = await open(order, { cancelOrder: { status: 200, data: canceled } });
  const dialog = await start(user, 'Cancelar orden', '¿Cancelar la orden 100104996?');
  const press = () => user.click(dialog.getByRole('button', { name: 'Cancelar orden' }));
  await press();
  expect(await dialog.findByText('Falta este dato.')).toBeVisible();
  expect(sentTo('cancelOrder')).toEqual([]);
  await user.type(dialog.getByRole('textbox', { name: /Motivo/ }), 'Ya no lo quiere');
  await press();
  expect(await screen.findByText('Orden cancelada')).toBeVisible();
  expect(screen.queryByRole('dialog', { name: /Cancelar/ })).toBeNull();
  expect(screen.getByText('Cancelado')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Cancelar orden' })).toBeNull();
  expect(sentTo('cancelOrder').map(({ params, body }) => ({ params, body }))).toEqual([
    { params: { number: order.number }, body: { version: 4, reason: 'Ya no lo quiere' } },
  ]);
});

type Shipment = (typeof order.shipments)[number];
const television = { line: 1, sku: 'TV-55', title: 'Televisor', quantity: 1 };
const radio = (quantity: number) => ({ line: 2, sku: 'RADIO', title: 'Radio', quantity });
const shipmentOf = (shipmentNumber: number, state: Shipment['state'], lines: Shipment['lines']): Shipment => ({
  ...{
    id: `${order.number}-${shipmentNumber}`,
    sellerId: 1,
    seller: 'Ceiba',
    storeCode: null,
    state,
    lines,
    version: 1,
  },
  ...{ isLate: false, promisedOn: null, attempts: 0, courier: null, trackingNumber: null, cashToCollect: 0 },
  ...{ shortfall: 0, reason: null, isOwn: true },
});

test('a person limited to a store cancels only units of its lines, and sees why', async () => {
  const lines = order.lines.map((line) => ({ ...line, isOwn: line.sku === 'RADIO' }));
  const shipments = [shipmentOf(1, 'ready', [television]), shipmentOf(2, 'ready', [radio(2)])];
  const shared = { ...order, isOwn: false, lines, shipments, actions: ['cancel'] };
  const { user, sentTo } = await open(shared, { cancelOrder: { status: 200, data: { ...shared, version: 5 } } });
  const dialog = await start(user, 'Cancelar orden', '¿Cancelar unidades de la orden 100104996?');
  expect(dialog.getByText(/Parte de esta orden sale de otra tienda/)).toBeVisible();
  expect(dialog.queryByRole('checkbox', { name: 'Solo algunas unidades' })).toBeNull();
  expect(dialog.queryByRole('spinbutton', { name: 'Unidades de Televisor' })).toBeNull();
  expect(dialog.getByText('De otra tienda')).toBeVisible();
  await user.type(dialog.getByRole('spinbutton', { name: 'Unidades de Radio' }), '1');
  await user.type(dialog.getByRole('textbox', { name: /Motivo/ }), 'Está golpeado');
  await user.click(dialog.getByRole('button', { name: 'Cancelar unidades' }));
  expect(await screen.findByText('Unidades canceladas')).toBeVisible();
  expect(sentTo('cancelOrder').map(({ body }) => body)).toEqual([
    { version: 4, reason: 'Está golpeado', lines: [{ line: 2, quantity: 1 }] },
  ]);
});

test('a person limited to a store refunds units of its lines, but no delivery fee or goodwill', async () => {
  const lines = order.lines.map((line) => ({ ...line, isOwn: line.sku === 'RADIO' }));
  const { user } = await open({ ...order, isOwn: false, lines, actions: ['refund'] }, {});
  const dialog = await start(user, 'Reembolsar', 'Reembolsar');
  expect(dialog.getByText(/Parte de esta orden sale de otra tienda/)).toBeVisible();
  expect(dialog.getByRole('spinbutton', { name: 'Cantidad de Radio' })).toBeVisible();
  expect(dialog.queryByText('Televisor')).toBeNull();
  expect(dialog.queryByRole('textbox', { name: 'Envío' })).toBeNull();
  expect(dialog.queryByRole('textbox', { name: 'Cortesía' })).toBeNull();
});

test('[WORK-15] a person cancels a chosen number of units of a line, at least one', async () => {
  // One of three units has been sent.
  const [sent, waiting, less] = [
    shipmentOf(1, 'sent', [radio(1)]),
    shipmentOf(2, 'picking', [television, radio(2)]),
    shipmentOf(2, 'picking', [television, radio(1)]),
  ];
  const { user, sentTo } = await open(
    { ...order, shipments: [sent, waiting] },
    { cancelOrder: { status: 200, data: { ...order, shipments: [sent, less], version: 5 } } },
  );
  const dialog = await start(user, 'Cancelar orden', '¿Cancelar la orden 100104996?');
  await user.type(dialog.getByRole('textbox', { name: /Motivo/ }), 'Llegó roto a bodega');
  await user.click(dialog.getByRole('checkbox', { name: 'Solo algunas unidades' }));
  const press = () => user.click(dialog.getByRole('button', { name: 'Cancelar unidades' }));
  await press();
  expect(sentTo('cancelOrder')).toEqual([]);
  const units = dialog.getByRole('spinbutton', { name: 'Unidades de Radio' });
  expect(units).toHaveAttribute('aria-valuemax', '2');
  await user.clear(units);
  await user.type(units, '1');
  await press();
  expect(await screen.findByText('Unidades canceladas')).toBeVisible();
  expect(sentTo('cancelOrder').map(({ body }) => body)).toEqual([
    { version: 4, reason: 'Llegó roto a bodega', lines: [{ line: 2, quantity: 1 }] },
  ]);
  const again = await start(user, 'Cancelar orden', '¿Cancelar la orden 100104996?');
  await user.click(again.getByRole('checkbox', { name: 'Solo algunas unidades' }));
  expect(again.getByRole('spinbutton', { name: 'Unidades de Radio' })).toHaveAttribute('aria-valuemax', '1');
});

const heldOrder = { ...order, isHeld: true, holdReasons: ['Llamó dos veces'], actions: ['tag', 'release'] };

test('[WORK-24] a held order is released with a reason, and may be held again', async () => {
  const released = { ...heldOrder, isHeld: false, version: 5, actions: ['tag', 'hold'] };
  const { user, sentTo } = await open(heldOrder, { releaseOrder: { status: 200, data: released } });
  expect(await screen.findByText('Llamó dos veces')).toBeVisible();
  const dialog = await start(user, 'Liberar', '¿Liberar la orden 100104996?');
  await user.type(dialog.getByRole('textbox', { name: /Motivo/ }), 'Confirmó por teléfono');
  await user.click(dialog.getByRole('button', { name: 'Liberar' }));
  expect(await screen.findByText('Orden liberada')).toBeVisible();
  expect(screen.queryByText('Llamó dos veces')).toBeNull();
  expect(screen.queryByText('Detenida')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Liberar' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Detener' })).toBeVisible();
  expect(sentTo('releaseOrder').map(({ params, body }) => ({ params, body }))).toEqual([
    { params: { number: order.number }, body: { version: 4, reason: 'Confirmó por teléfono' } },
  ]);
});

test('[WORK-24] an order is held by hand, and its page says why', async () => {
  const { user, sentTo } = await open(
    { ...order, actions: ['hold'] },
    { holdOrder: { status: 200, data: { ...heldOrder, version: 5 } } },
  );
  const dialog = await start(user, 'Detener', '¿Detener la orden 100104996?');
  await user.type(dialog.getByRole('textbox', { name: /Motivo/ }), 'Llamó dos veces');
  await user.click(dialog.getByRole('button', { name: 'Detener' }));
  expect(await screen.findByText('Orden detenida')).toBeVisible();
  expect(screen.getByText('Llamó dos veces')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Liberar' })).toBeVisible();
  expect(sentTo('holdOrder').map(({ body }) => body)).toEqual([{ version: 4, reason: 'Llamó dos veces' }]);
});

test.each([
  ['[WORK-15]', 'Cancelar orden', '¿Cancelar la orden 100104996?', 'cancelOrder'],
  ['[WORK-24]', 'Liberar', '¿Liberar la orden 100104996?', 'releaseOrder'],
] as const)(
  '%s if "%s" is refused, its dialog shows the message, and the typed reason stays',
  async (_id, button, title, name) => {
    const words = 'Una parte de la orden ya salió.';
    const { user, sentTo } = await open(
      { ...heldOrder, actions: ['cancel', 'release'] },
      { [name]: refusal('TRANSITION_NOT_ALLOWED', { allowed: [] }, words) },
    );
    const dialog = await start(user, button, title);
    await user.type(dialog.getByRole('textbox', { name: /Motivo/ }), 'Ya no lo quiere');
    await user.click(dialog.getByRole('button', { name: button }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(words);
    expect(dialog.getByRole('textbox', { name: /Motivo/ })).toHaveValue('Ya no lo quiere');
    expect(sentTo(name)).toHaveLength(1);
  },
);

test('[WORK-08, WORK-22] support promises another day for a shipment, and an impossible day is refused', async () => {
  const promised = (shipmentNumber: number, promisedOn: string) => ({
    ...shipmentOf(shipmentNumber, 'ready', [radio(1)]),
    promisedOn,
  });
  const shipments = [promised(1, '2026-12-01'), promised(2, '2026-12-02'), shipmentOf(3, 'delivered', [television])];
  const now = { ...order, shipments, actions: ['promise'] };
  const words = 'La nueva fecha es de hoy en adelante.';
  let isRefused = true;
  const { user, sentTo } = await openDesk(`/ordenes/${order.number}`, {
    session: sampleSession('support'),
    calls: {
      ...orderCalls,
      getDeskOrder: { status: 200, data: now },
      correctOrder: () =>
        isRefused
          ? refusal('VALIDATION_ERROR', { fields: { promises: words } })
          : {
              status: 200,
              data: { ...now, shipments: [promised(1, '2026-12-01'), promised(2, '2026-12-09')], version: 5 },
            },
    },
  });
  const dialog = await start(user, 'Cambiar fecha prometida', 'Cambiar fecha prometida');
  const shipment = dialog.getByRole('combobox', { name: 'Envío' });
  expect(within(shipment).getAllByRole('option')).toHaveLength(2);
  await user.selectOptions(shipment, `${order.number}-2`);
  const day = dialog.getByLabelText(/Nueva fecha/);
  const send = async (text: string): Promise<void> => {
    await user.clear(day);
    if (text !== '') await user.type(day, text);
    await user.click(dialog.getByRole('button', { name: 'Cambiar fecha' }));
  };
  await send('');
  expect(await dialog.findByText('Falta este dato.')).toBeVisible();
  await send('2026-11-20');
  expect(await dialog.findByText(words)).toBeVisible();
  isRefused = false;
  await send('2026-12-09');
  expect(await screen.findByText('Fecha cambiada')).toBeVisible();
  expect(screen.getByText(dayText('2026-12-09'))).toBeVisible();
  expect(sentTo('correctOrder').map(({ body }) => body)).toEqual(
    ['2026-11-20', '2026-12-09'].map((promisedOn) => ({
      version: 4,
      promises: [{ shipmentId: `${order.number}-2`, promisedOn }],
    })),
  );
});
