import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { DeskAnswer } from '../session/desk-client.ts';
import { noAnswer, refusal } from '../testing/desk-network.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';

type Transfer = DeskAnswer<'getTransfer'>['data'];

const line = (changes: Partial<Transfer['lines'][number]> = {}): Transfer['lines'][number] => ({
  ...{ sku: 'TV-1', title: 'Televisor 43"', codes: ['7401000000017'], planned: 3 },
  ...{ sent: 0, received: 0, returned: 0, lost: 0, inTransit: 0, available: 50 },
  ...changes,
});
const transfer = (changes: Partial<Transfer> = {}): { status: 200; data: Transfer } => ({
  status: 200,
  data: {
    ...{ number: 'T-12', state: 'draft', fromStore: 'BODEGA', fromName: 'Bodega central', toStore: 'MAX' },
    ...{ toName: 'Miraflores', units: 3, inTransit: 0, createdAt: '2026-11-27T15:04:00.000Z', note: '' },
    ...{ createdBy: 'Wilmer Chávez', sentAt: null, endedAt: null, closeReason: null, shipment: null },
    ...{ lines: [line()], differences: [], version: 1, actions: ['send', 'close'] },
    ...changes,
  },
});
const sent = transfer({
  ...{ state: 'sent', inTransit: 3, version: 2, actions: ['send', 'receive', 'close'] },
  lines: [line({ sent: 3, inTransit: 3 })],
});
const history = { getHistory: { status: 200, data: [], next: null } } as const;
const session = sampleSession('warehouse');
const address = '/inventario/traslados/T-12';

beforeEach(() => localStorage.clear());

test('[WORK-31] a transfer names the shipment for which it brings units', async () => {
  await openDesk(address, { session, calls: { ...history, getTransfer: transfer({ shipment: '100000042-1' }) } });
  expect(await screen.findByRole('link', { name: '100000042-1' })).toHaveAttribute('href', '/preparacion/100000042-1');
});

test.each([1440, 390])('[PROD-20] units are scanned where they leave and sent together, at %i', async (width) => {
  const desk = await openDesk(address, {
    session,
    width,
    calls: { ...history, getTransfer: transfer(), sendTransfer: sent },
  });
  const field = await screen.findByRole('textbox', { name: 'Escanea o escribe el código' });
  await desk.user.type(field, '7401000000017{Enter}tv-1{Enter}');
  expect(await screen.findByText('Van 2.')).toBeVisible();
  await desk.user.click(screen.getByRole('button', { name: 'Enviar 2 unidades' }));
  expect(await screen.findByText('Salieron 2 unidades')).toBeVisible();
  expect(desk.sentTo('sendTransfer').map(({ body }) => body)).toEqual([
    { version: 1, lines: [{ sku: 'TV-1', quantity: 2 }] },
  ]);
});

test.each([1440, 390])(
  '[PROD-20] units in transit limit the receipt, and missing units get a reason, at %i',
  async (width) => {
    const received = transfer({
      ...{ state: 'sent', inTransit: 1, version: 3, actions: ['send', 'receive', 'close'] },
      lines: [line({ sent: 3, received: 2, inTransit: 1 })],
    });
    let isDone = false;
    const closed = transfer({
      ...{ state: 'closed', version: 4, actions: [], endedAt: '2026-11-28T15:04:00.000Z' },
      lines: [line({ sent: 3, received: 2, lost: 1 })],
      differences: [
        {
          ...{ sku: 'TV-1', title: 'Televisor 43"', units: 1, fate: 'lost', reason: 'Caja rota' },
          ...{ at: '2026-11-28T15:04:00.000Z', by: 'Wilmer Chávez' },
        },
      ],
    });
    const desk = await openDesk(address, {
      session,
      width,
      calls: {
        ...history,
        getTransfer: () => (isDone ? closed : sent),
        receiveTransfer: ({ body }) => {
          isDone = JSON.stringify(body).includes('lost');
          return isDone ? closed : received;
        },
      },
    });
    const field = await screen.findByRole('textbox', { name: 'Escanea o escribe el código' });
    await desk.user.type(field, 'TV-1{Enter}TV-1{Enter}');
    await desk.user.click(screen.getByRole('button', { name: 'Recibir 2 unidades' }));
    expect(await screen.findByText('Llegaron 2 unidades')).toBeVisible();
    await desk.user.type(field, 'TV-1{Enter}TV-1{Enter}');
    expect(await screen.findByText('Vienen 1 y ya las leíste.')).toBeVisible();
    await desk.user.click(screen.getByRole('button', { name: 'Una menos de Televisor 43"' }));
    const lost = screen.queryByRole('button', { name: 'Faltan unidades' });
    if (lost === null) await desk.user.click(screen.getByRole('button', { name: 'Más acciones' }));
    await desk.user.click(lost ?? (await screen.findByRole('menuitem', { name: 'Faltan unidades' })));
    const dialog = within(await screen.findByRole('dialog', { name: 'Unidades que no llegaron' }));
    await desk.user.type(dialog.getByRole('textbox', { name: /Motivo/ }), 'Caja rota');
    await desk.user.click(dialog.getByRole('button', { name: 'Anotar diferencia' }));
    expect(await screen.findByText('Con diferencia')).toBeVisible();
    expect(screen.getByRole('list', { name: 'Diferencias' })).toHaveTextContent('Caja rota');
    expect(desk.sentTo('receiveTransfer').map(({ body }) => body)).toEqual([
      { version: 2, lines: [{ sku: 'TV-1', quantity: 2 }] },
      { version: 3, lines: [{ sku: 'TV-1', quantity: 0, lost: 1, reason: 'Caja rota' }] },
    ]);
  },
);

test('[PROD-20, OFF-24] a batch without an answer is sent again with its key, and later scans wait', async () => {
  let isDown = true;
  const desk = await openDesk(address, {
    session,
    calls: { ...history, getTransfer: sent, receiveTransfer: () => (isDown ? noAnswer : sent) },
  });
  const field = await screen.findByRole('textbox', { name: 'Escanea o escribe el código' });
  await desk.user.type(field, 'TV-1{Enter}');
  await desk.user.click(screen.getByRole('button', { name: 'Recibir 1 unidad' }));
  expect(await screen.findByText('Sin respuesta')).toBeVisible();
  await desk.user.type(field, 'TV-1{Enter}');
  isDown = false;
  await desk.user.click(screen.getByRole('button', { name: 'Volver a enviar lo leído' }));
  expect(await screen.findByRole('button', { name: 'Recibir 1 unidad' })).toBeVisible();
  const calls = desk.sentTo('receiveTransfer');
  expect(calls.map(({ body }) => body)).toEqual(Array(2).fill({ version: 2, lines: [{ sku: 'TV-1', quantity: 1 }] }));
  expect(new Set(calls.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
});

test('[PROD-20] a refused batch stays on the screen, and an unrequested product is looked up', async () => {
  const desk = await openDesk(address, {
    session,
    calls: {
      ...history,
      getTransfer: transfer(),
      getProductStock: ({ params }) =>
        params['sku'] === 'RADIO'
          ? {
              status: 200,
              data: {
                ...{ sku: 'RADIO', title: 'Radio portátil', hasStock: true, places: [], threshold: null },
                ...{ movements: [], mayMove: [] },
              },
            }
          : refusal('NOT_FOUND'),
      sendTransfer: refusal('STOCK_WOULD_BE_NEGATIVE', {}, 'En Bodega central quedan 0 de RADIO para mover.'),
    },
  });
  const field = await screen.findByRole('textbox', { name: 'Escanea o escribe el código' });
  await desk.user.type(field, 'NADA{Enter}');
  expect(await screen.findByText('Ningún producto tiene NADA.')).toBeVisible();
  await desk.user.clear(field);
  await desk.user.type(field, 'RADIO{Enter}');
  expect(await screen.findByText('No estaba pedido. Sale en este traslado.')).toBeVisible();
  await desk.user.click(screen.getByRole('button', { name: 'Enviar 1 unidad' }));
  expect(await screen.findByText('En Bodega central quedan 0 de RADIO para mover.')).toBeVisible();
  expect(within(screen.getByRole('list', { name: 'Leídas' })).getByText('Radio portátil')).toBeVisible();
});

test('[PROD-20] a transfer in transit is closed with the outcome of its units and a reason', async () => {
  const desk = await openDesk(address, {
    session,
    calls: { ...history, getTransfer: sent, closeTransfer: transfer({ state: 'closed', version: 3, actions: [] }) },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Cerrar traslado' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Cerrar traslado' }));
  expect(dialog.getByText('3 unidades siguen en camino. Di qué pasó con ellas.')).toBeVisible();
  await desk.user.selectOptions(dialog.getByRole('combobox', { name: /Qué pasó/ }), 'Se perdieron');
  await desk.user.type(dialog.getByRole('textbox', { name: /Motivo/ }), 'Robo en ruta');
  await desk.user.click(dialog.getByRole('button', { name: 'Cerrar traslado' }));
  await waitFor(() =>
    expect(desk.sentTo('closeTransfer').map(({ body }) => body)).toEqual([
      { version: 2, fate: 'lost', reason: 'Robo en ruta' },
    ]),
  );
});

test('[PROD-20] a new transfer takes its products as typed, pasted or scanned lines', async () => {
  const places = [
    { code: 'BODEGA', name: 'Bodega central', isRetired: false },
    { code: 'MAX', name: 'Miraflores', isRetired: false },
  ];
  const desk = await openDesk('/inventario/traslados', {
    session,
    calls: {
      ...history,
      listTransfers: { status: 200, data: [], next: null, total: { value: 0, capped: false } },
      listNames: { status: 200, data: places.map(({ code, name }) => ({ code, name })) },
      createTransfer: { ...transfer(), status: 201 },
      getTransfer: transfer(),
    },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Nuevo traslado' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Nuevo traslado' }));
  await dialog.findAllByRole('option', { name: 'Bodega central' });
  const goods = dialog.getByRole('textbox', { name: /Productos/ });
  await desk.user.type(goods, 'un televisor grande');
  await desk.user.click(dialog.getByRole('button', { name: 'Crear traslado' }));
  expect(await dialog.findByText(/un producto por línea/)).toBeVisible();
  await desk.user.clear(goods);
  await desk.user.type(goods, 'TV-1 2{Enter}7401000000017{Enter}');
  await desk.user.click(dialog.getByRole('button', { name: 'Crear traslado' }));
  expect(await screen.findByRole('heading', { name: 'Traslado T-12' })).toBeVisible();
  expect(desk.sentTo('createTransfer').map(({ body }) => body)).toEqual([
    {
      ...{ from: 'BODEGA', to: 'MAX', note: null },
      lines: [
        { sku: 'TV-1', quantity: 2 },
        { sku: '7401000000017', quantity: 1 },
      ],
    },
  ]);
});
