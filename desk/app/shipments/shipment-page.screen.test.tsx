import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { DeskAnswer } from '../session/desk-client.ts';
import { noAnswer, refusal } from '../testing/desk-network.ts';
import { type Desk, openDesk, sampleSession } from '../testing/open-desk.tsx';

type Shipment = DeskAnswer<'getShipment'>['data'];

const lineOf = (changes: Partial<Shipment['lines'][number]> = {}): Shipment['lines'][number] => ({
  line: 1,
  sku: 'SPEAKER',
  codes: ['7401000000017'],
  title: 'Bocina',
  picture: '/media/bocina.avif',
  quantity: 2,
  picked: 2,
  missing: 0,
  isGoods: true,
  needsSerial: false,
  serials: [],
  comesFrom: [],
  ...changes,
});

const shipment = (changes: Partial<Shipment> = {}): Shipment => ({
  id: '100000042-1',
  orderNumber: '100000042',
  sellerId: 1,
  state: 'sent',
  isLate: false,
  isHeld: false,
  isPickup: false,
  promisedOn: '2026-11-28',
  destination: 'Zona 10, Guatemala',
  storeCode: 'BODEGA',
  courier: 'Expreso Kukul',
  trackingNumber: null,
  since: '2026-11-27T15:04:00.000Z',
  units: 2,
  attempts: 0,
  cashToCollect: 0,
  dueAt: null,
  parcels: 1,
  receiver: null,
  cashCollected: null,
  reason: null,
  pickId: null,
  hasProof: false,
  receivedAt: null,
  sentAgainAs: null,
  moves: ['sent', 'delivered', 'undelivered'],
  lines: [lineOf()],
  version: 4,
  actions: ['move', 'edit', 'proof'],
  ...changes,
});

type TillRow = DeskAnswer<'listTills'>['data'][number];

const sampleTill = (number: number, name: string): TillRow => ({
  id: `01a21b45-9d58-7b10-8d76-792b15967a0${number}`,
  name,
  storeCode: 'MAX',
  storeName: 'Ceiba Zona 10',
  state: 'open',
  isGeneral: false,
  openedAt: '2026-11-27T15:04:00.000Z',
  openedBy: 'Brenda Coc',
});
const tills = (...data: TillRow[]) => ({ status: 200, data, next: null, total: { value: data.length, capped: false } });

const noHistory = { status: 200, data: [], next: null } as const;
const session = sampleSession('warehouse');

const open = (found: Shipment, calls: NonNullable<Parameters<typeof openDesk>[1]>['calls'] = {}): Promise<Desk> =>
  openDesk(`/preparacion/${found.id}`, {
    session,
    calls: { getShipment: { status: 200, data: found }, getHistory: noHistory, ...calls },
  });

test('[WORK-11] its tracking number is corrected later, with the reason', async () => {
  const desk = await open(shipment(), {
    changeShipment: ({ body }) =>
      JSON.stringify(body).includes('reason')
        ? { status: 200, data: shipment({ trackingNumber: 'K-9', version: 5 }) }
        : refusal('VALIDATION_ERROR'),
  });
  const { user } = desk;
  await user.click(await screen.findByRole('button', { name: 'Corregir guía' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Corregir guía/ }));
  await user.type(dialog.getByRole('textbox', { name: 'Guía' }), 'K-9');
  await user.type(dialog.getByRole('textbox', { name: 'Motivo' }), 'Mal leída');
  await user.click(dialog.getByRole('button', { name: 'Corregir guía' }));
  expect(await screen.findByText('K-9')).toBeVisible();
  expect(desk.sentTo('changeShipment').map(({ body }) => body)).toEqual([
    { version: 4, courier: 'Expreso Kukul', trackingNumber: 'K-9', parcels: 1, reason: 'Mal leída' },
  ]);
});

test('[WORK-11] what came back is read unit by unit, or by the label of its parcel; only then it is restocked or scrapped', async () => {
  const lost = shipment({
    state: 'undelivered',
    moves: [],
    actions: ['receive'],
    units: 3,
    lines: [lineOf(), lineOf({ line: 2, sku: 'CABLE', codes: [], title: 'Cable', quantity: 1, picked: 1 })],
  });
  const desk = await open(lost, {
    receiveShipment: {
      status: 200,
      data: { ...lost, actions: [], receivedAt: '2026-11-27T17:00:00.000Z', version: 5 },
    },
  });
  const { user } = desk;
  await user.click(await screen.findByRole('button', { name: 'Recibir' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Recibir 100000042-1' }));
  const field = dialog.getByRole('textbox', { name: 'Escanea o escribe el código' });
  const restock = dialog.getByRole('button', { name: 'Reingresar' });
  const read = async (code: string): Promise<void> => {
    await user.clear(field);
    await user.type(field, `${code}{Enter}`);
  };
  await read('PHONE');
  expect(dialog.getByText('No es de este envío')).toBeVisible();
  for (const code of ['7401000000017', 'speaker']) await read(code);
  expect(dialog.getByText('2 de 2')).toBeVisible();
  await read('SPEAKER');
  expect(dialog.getByText('Ya están todas: Bocina')).toBeVisible();
  expect(
    [restock, dialog.getByRole('button', { name: 'Desechar' })].every((button) => button.matches(':disabled')),
  ).toBe(true);
  await read('100000042-1');
  expect(dialog.getByText('1 de 1')).toBeVisible();
  await user.click(restock);
  expect(await screen.findByText('Reingresado al inventario')).toBeVisible();
  expect(desk.sentTo('receiveShipment').map(({ body }) => body)).toEqual([{ version: 4, fate: 'restock' }]);
  expect(screen.queryByRole('button', { name: 'Recibir' })).toBeNull();
});

test('[WORK-12] a photo of the handing over is added, and seen; what is no picture says so', async () => {
  let isPicture = false;
  const desk = await open(shipment({ state: 'delivered', moves: [], actions: ['proof'], receiver: 'Don Beto' }), {
    saveProof: () =>
      isPicture
        ? {
            status: 200,
            data: shipment({
              state: 'delivered',
              moves: [],
              actions: ['proof'],
              receiver: 'Don Beto',
              hasProof: true,
              version: 5,
            }),
          }
        : refusal('RETURN_IMAGE_INVALID'),
  });
  const { user } = desk;
  const card = within(
    (await screen.findByRole('heading', { name: 'Prueba de entrega' })).closest('section') ?? document.body,
  );
  const photo = new File(['x'], 'puerta.jpg', { type: 'image/jpeg' });
  await user.upload(card.getByLabelText('Agregar foto'), photo);
  expect(await card.findByRole('alert')).toBeVisible();
  isPicture = true;
  await user.upload(card.getByLabelText('Agregar foto'), photo);
  expect(await screen.findByRole('img', { name: 'Prueba de entrega de 100000042-1' })).toHaveAttribute(
    'src',
    '/v1/admin/shipments/100000042-1/proof',
  );
  expect(desk.sentTo('saveProof').map(({ body }) => body)).toMatchObject([
    { photos: [{ name: 'puerta.jpg' }] },
    { photos: [{ name: 'puerta.jpg' }] },
  ]);
});

test('[WORK-12, WORK-13] the counter reads the QR of the order’s page, takes the cash that is due, and a signature is offered', async () => {
  const waiting = shipment({
    state: 'at_store',
    isPickup: true,
    storeCode: 'MAX',
    cashToCollect: 459,
    moves: ['delivered'],
    actions: ['move'],
  });
  const desk = await openDesk('/entregas', {
    session: sampleSession('manager'),
    width: 390,
    calls: {
      listTills: tills(sampleTill(1, 'Caja 1')),
      getShipment: { status: 200, data: waiting },
      moveShipment: ({ body }) =>
        JSON.stringify(body).includes('"code":"204815"')
          ? {
              status: 200,
              data: { ...waiting, state: 'delivered', moves: [], actions: ['proof'], cashToCollect: 0, version: 5 },
            }
          : refusal('VALIDATION_ERROR', { fields: { code: 'El código no coincide. Quedan 4 intentos.' } }),
    },
  });
  const { user } = desk;
  const field = await screen.findByRole('textbox', { name: 'Número del envío, de la orden, o el QR' });
  await user.type(field, '100000042-1 999999{Enter}');
  expect(await screen.findByText('Cobra Q459.00')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Entregar' }));
  expect(await screen.findByText('El código no coincide. Quedan 4 intentos.')).toBeVisible();
  await user.clear(field);
  await user.type(field, '100000042-1 204815{Enter}');
  expect(await screen.findByRole('textbox', { name: 'Código para recoger' })).toHaveValue('204815');
  await user.click(screen.getByRole('button', { name: 'Entregar' }));
  expect(await screen.findByText('100000042-1 entregado')).toBeVisible();
  expect(desk.sentTo('moveShipment').at(-1)?.body).toMatchObject({
    to: 'delivered',
    amountReceived: 459,
    code: '204815',
  });
  expect(await screen.findByRole('button', { name: 'Firmar' })).toBeVisible();
});

test('[WORK-12, WORK-13] a proof that is not saved yet stays at the counter: the next code asks before it is dropped', async () => {
  const waiting = shipment({
    ...{ state: 'at_store', isPickup: true, storeCode: 'MAX', cashToCollect: 0, moves: ['delivered'] },
    actions: ['move'],
  });
  const handed = { ...waiting, state: 'delivered', moves: [], actions: ['proof'], version: 5 };
  const desk = await openDesk('/entregas', {
    session: sampleSession('manager'),
    calls: {
      listTills: tills(),
      getShipment: ({ params: { id } }) => ({ status: 200, data: { ...waiting, id } }),
      moveShipment: { status: 200, data: handed },
      saveProof: refusal('UPSTREAM_UNAVAILABLE'),
    },
  });
  const { user } = desk;
  const field = await screen.findByRole('textbox', { name: 'Número del envío, de la orden, o el QR' });
  await user.type(field, '100000042-1 204815{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Entregar' }));
  const photo = new File([Uint8Array.of(1)], 'firma.png', { type: 'image/png' });
  await user.upload(await screen.findByLabelText('Agregar foto'), photo);
  expect(await screen.findByRole('button', { name: 'Guardar de nuevo' })).toBeVisible();
  await user.type(field, '100000077-1{Enter}');
  const asked = await screen.findByRole('alertdialog', { name: 'Tienes cambios sin guardar' });
  await user.click(within(asked).getByRole('button', { name: 'Seguir editando' }));
  expect(screen.getByRole('button', { name: 'Guardar de nuevo' })).toBeVisible();
  expect(screen.getByText('La de 100000042-1 no se ha guardado.')).toBeVisible();
  await user.clear(field);
  await user.type(field, '100000077-1{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Salir sin guardar' }));
  expect(await screen.findByRole('heading', { name: '100000077-1' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Guardar de nuevo' })).toBeNull();
});

test.each([
  ['the counter', '/entregas'],
  ['its page', '/preparacion/100000042-1'],
])(
  '[CASH-03] where several tills of the store are open, %s asks which one takes the cash of a pickup',
  async (_where, address) => {
    const waiting = shipment({
      ...{ state: 'at_store', storeCode: 'MAX', isPickup: true, cashToCollect: 459 },
      ...{ moves: ['delivered'], actions: ['move'] },
    });
    const desk = await openDesk(address, {
      session: sampleSession('manager'),
      calls: {
        listTills: ({ query: { state, storeCode } }) =>
          state === 'open' && storeCode === 'MAX'
            ? tills(sampleTill(1, 'Caja 1'), sampleTill(2, 'Caja 2'), {
                ...sampleTill(3, 'Caja general'),
                isGeneral: true,
              })
            : tills(),
        getShipment: { status: 200, data: waiting },
        getHistory: noHistory,
        moveShipment: ({ body }) =>
          JSON.stringify(body).includes(sampleTill(2, '').id)
            ? {
                status: 200,
                data: { ...waiting, state: 'delivered', moves: [], actions: [], cashToCollect: 0, version: 5 },
              }
            : refusal('VALIDATION_ERROR', { fields: { tillId: 'Elige en qué caja se cobra.' } }),
      },
    });
    const { user } = desk;
    // Chosen in another store, long ago.
    localStorage.setItem('ceiba.desk.till', sampleTill(9, '').id);
    if (address === '/entregas')
      await user.type(
        await screen.findByRole('textbox', { name: 'Número del envío, de la orden, o el QR' }),
        '100000042-1 204815{Enter}',
      );
    else await user.click(await screen.findByRole('button', { name: 'Entregar' }));
    const choice = await screen.findByRole('combobox', { name: 'Cobras en' });
    expect(
      within(choice)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Elige la caja', 'Caja 1', 'Caja 2']);
    const hand = screen.getAllByRole('button', { name: 'Entregar' }).at(-1) ?? document.body;
    await user.click(hand);
    expect(await screen.findByText('Elige en qué caja se cobra.')).toBeVisible();
    await user.selectOptions(choice, 'Caja 2');
    await user.click(hand);
    await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Cobras en' })).toBeNull());
    expect(desk.sentTo('moveShipment').map(({ body }) => body)).toEqual([
      expect.not.objectContaining({ tillId: expect.anything() }),
      expect.objectContaining({ to: 'delivered', amountReceived: 459, tillId: sampleTill(2, '').id }),
    ]);
  },
);

test('[CASH-03] what the server says of a till that the desk does not know is said all the same', async () => {
  const waiting = shipment({
    ...{ state: 'at_store', storeCode: 'MAX', isPickup: true, cashToCollect: 459 },
    ...{ moves: ['delivered'], actions: ['move'] },
  });
  const desk = await openDesk('/entregas', {
    // Who hands over without working at a till reads none.
    session: sampleSession('warehouse'),
    calls: {
      getShipment: { status: 200, data: waiting },
      moveShipment: refusal('VALIDATION_ERROR', { fields: { tillId: 'Elige en qué caja se cobra.' } }),
    },
  });
  const field = await screen.findByRole('textbox', { name: 'Número del envío, de la orden, o el QR' });
  await desk.user.type(field, '100000042-1 204815{Enter}');
  await desk.user.click(await screen.findByRole('button', { name: 'Entregar' }));
  expect(await screen.findByText('Elige en qué caja se cobra.')).toBeVisible();
});

test('[WORK-13] an answer that comes late replaces no shipment that was read after it', async () => {
  const slow = Promise.withResolvers<void>();
  const desk = await openDesk('/entregas', {
    session: sampleSession('warehouse'),
    calls: {
      getShipment: async ({ params: { id = '' } }) => {
        if (id === '100000041-1') await slow.promise;
        return { status: 200, data: shipment({ id, state: 'at_store', isPickup: true, moves: ['delivered'] }) };
      },
    },
  });
  const field = await screen.findByRole('textbox', { name: 'Número del envío, de la orden, o el QR' });
  await desk.user.type(field, '100000041-1{Enter}');
  await desk.user.type(field, '100000042-1{Enter}');
  expect(await screen.findByRole('heading', { name: '100000042-1' })).toBeVisible();
  slow.resolve();
  await desk.user.type(field, 'Mientras tanto');
  expect(screen.getByRole('heading', { name: '100000042-1' })).toBeVisible();
  expect(screen.queryByText('100000041-1')).toBeNull();
});

test('[WORK-05] a shipment shows its own lines only, with what was read of each', async () => {
  await open(shipment({ state: 'picking', lines: [lineOf({ picked: 1, serials: ['SN-1'] })], moves: [], actions: [] }));
  expect(await screen.findByText('1 de 2')).toBeVisible();
  expect(screen.getByText('Series: SN-1')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Orden 100000042' })).toHaveAttribute('href', '/ordenes/100000042');
});

test('[OFF-21] whoever was slower is told who changed it, keeps what they typed, and the next press is of what it is now', async () => {
  let now = shipment({ state: 'packed', courier: null, moves: ['sent'], actions: ['move'] });
  const desk = await openDesk(`/preparacion/${now.id}`, {
    session,
    calls: {
      getShipment: () => ({ status: 200, data: now }),
      getHistory: noHistory,
      moveShipment: () => {
        if (now.version > 4) return { status: 200, data: { ...now, state: 'sent', moves: [], version: 6 } };
        now = { ...now, parcels: 2, version: 5 };
        const changed = { changedBy: 'Brenda Coc', changedAt: '2026-11-27T16:00:00.000Z' };
        return refusal('VERSION_CONFLICT', { current: now, conflicts: [], ...changed });
      },
    },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Enviar' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Enviar 100000042-1' }));
  await desk.user.type(dialog.getByRole('textbox', { name: 'Guía' }), 'K-9');
  await desk.user.click(dialog.getByRole('button', { name: 'Enviar' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent(/^Brenda Coc lo cambió antes/);
  expect(dialog.getByRole('textbox', { name: 'Guía' })).toHaveValue('K-9');
  await desk.user.click(dialog.getByRole('button', { name: 'Enviar' }));
  expect(await screen.findByText('Enviado')).toBeVisible();
  expect(desk.sentTo('moveShipment').map(({ body }) => body)).toMatchObject([
    { version: 4, trackingNumber: 'K-9' },
    { version: 5, trackingNumber: 'K-9' },
  ]);
});

test('[WORK-10, OFF-21] where "Dividir" is refused the units that were typed stay with the server’s words, and the next press is of what the shipment is now', async () => {
  const words = 'Este paso no es posible ahora: su courier ya viene.';
  let now = shipment({
    state: 'ready',
    moves: [],
    actions: ['split'],
    lines: [lineOf({ picked: 0, quantity: 3 })],
    units: 3,
  });
  const refusals = [refusal('TRANSITION_NOT_ALLOWED', { allowed: [] }, words)];
  const desk = await openDesk(`/preparacion/${now.id}`, {
    session,
    calls: {
      getShipment: () => ({ status: 200, data: now }),
      getHistory: noHistory,
      splitShipment: () => {
        const next = refusals.pop();
        if (next !== undefined) return next;
        if (now.version > 4) return { status: 201, data: { ...now, id: '100000042-2', version: 1 } };
        now = { ...now, version: 5 };
        return refusal('VERSION_CONFLICT', { changedBy: 'Brenda Coc', changedAt: '2026-11-27T16:00:00.000Z' });
      },
    },
  });
  const { user } = desk;
  await user.click(await screen.findByRole('button', { name: 'Dividir envío' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Dividir 100000042-1' }));
  const units = dialog.getByRole('textbox', { name: 'Bocina' });
  await user.clear(units);
  await user.type(units, '2');
  const press = () => user.click(dialog.getByRole('button', { name: 'Dividir envío' }));
  await press();
  expect(await dialog.findByText(words)).toBeVisible();
  expect(units).toHaveValue('2');
  await press();
  expect(await dialog.findByText(/^Brenda Coc lo cambió antes/)).toBeVisible();
  expect(units).toHaveValue('2');
  await waitFor(() => expect(desk.sentTo('getShipment').length).toBeGreaterThan(1));
  await press();
  expect(await screen.findByText('Nuevo envío 100000042-2')).toBeVisible();
  expect(desk.sentTo('splitShipment').map(({ body }) => body)).toEqual(
    [4, 4, 5].map((version) => ({ version, lines: [{ line: 1, quantity: 2 }] })),
  );
});

test('[OFF-21] a step that somebody else took goes from the page once it is refused', async () => {
  let now = shipment({ state: 'ready', moves: ['picking'], actions: ['move'] });
  const desk = await openDesk(`/preparacion/${now.id}`, {
    session,
    calls: {
      getShipment: () => ({ status: 200, data: now }),
      getHistory: noHistory,
      moveShipment: () => {
        now = { ...now, state: 'picking', moves: ['packed'], version: 5 };
        return refusal('TRANSITION_NOT_ALLOWED', {}, 'Este paso no es posible ahora.');
      },
    },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Preparar' }));
  expect(await screen.findByText('Preparar: Este paso no es posible ahora.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Empacado' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Preparar' })).toBeNull();
});

test('[WORK-06] a press after a lost answer takes no second wave, and the one that was taken is shown', async () => {
  let isTaken = false;
  const ready = { all: 20, late: 0, today: 0, tomorrow: 0, later: 20, cash: 0, pickup: 0 };
  const wave = { id: '7', storeCode: 'BODEGA', shipments: 20, units: 40, picked: 0 };
  const desk = await openDesk('/preparacion?state=ready&held=false&storeCode=BODEGA', {
    session,
    calls: {
      listShipments: { status: 200, data: [], next: null, total: { value: 0, capped: false } },
      getPreparation: () => ({
        status: 200,
        data: { places: [{ storeCode: 'BODEGA', name: 'Bodega', ready }], picks: isTaken ? [wave] : [] },
      }),
      takePick: () => {
        if (isTaken) return { status: 201, data: { id: '7', shipments: [] } };
        isTaken = true;
        return noAnswer;
      },
      getPick: refusal('NOT_FOUND'),
    },
  });
  const take = await screen.findByRole('button', { name: 'Tomar 20 envíos' });
  await desk.user.click(take);
  expect(await screen.findByText('Tu tanda 7')).toBeVisible();
  await desk.user.click(take);
  await waitFor(() => expect(desk.address()).toBe('/preparacion/tanda/7'));
  const [first, second] = desk.sentTo('takePick').map(({ headers }) => headers['idempotency-key']);
  expect(second).toBe(first);
});

test('[WORK-12] a signature that was not saved is kept, and is saved by the next press', async () => {
  // jsdom draws nothing.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((give) => give(new Blob(['firma'])));
  let tries = 0;
  const handed = shipment({ state: 'delivered', moves: [], actions: ['proof'], receiver: 'Don Beto' });
  const desk = await open(handed, {
    saveProof: () => {
      tries += 1;
      return tries === 1 ? noAnswer : { status: 200, data: { ...handed, hasProof: true, version: 5 } };
    },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Firmar' }));
  await desk.user.click(await screen.findByRole('img', { name: 'Espacio para firmar' }));
  await desk.user.click(screen.getByRole('button', { name: 'Guardar firma' }));
  await desk.user.click(await screen.findByRole('button', { name: 'Guardar de nuevo' }));
  expect(await screen.findByText('Prueba guardada')).toBeVisible();
  expect(desk.sentTo('saveProof')).toHaveLength(2);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('[OFF-21] what is typed at the counter stays when somebody else changed the shipment, and the next press hands it over', async () => {
  let now = shipment({ state: 'at_store', isPickup: true, moves: ['delivered'], actions: ['move'] });
  const desk = await openDesk('/entregas', {
    session,
    calls: {
      getShipment: () => ({ status: 200, data: now }),
      moveShipment: () => {
        if (now.version === 5) return { status: 200, data: { ...now, state: 'delivered', moves: [], version: 6 } };
        now = { ...now, version: 5 };
        return refusal('VERSION_CONFLICT', { changedBy: 'Brenda Coc', changedAt: '2026-11-27T16:00:00.000Z' });
      },
    },
  });
  const field = await screen.findByRole('textbox', { name: 'Número del envío, de la orden, o el QR' });
  await desk.user.type(field, '100000042-1 204815{Enter}');
  await desk.user.type(await screen.findByRole('textbox', { name: 'Quién recibió' }), 'Don Beto');
  await desk.user.click(screen.getByRole('button', { name: 'Entregar' }));
  expect(await screen.findByText(/^Brenda Coc lo cambió antes/)).toBeVisible();
  await desk.user.click(screen.getByRole('button', { name: 'Entregar' }));
  expect(await screen.findByText('100000042-1 entregado')).toBeVisible();
  expect(desk.sentTo('moveShipment').map(({ body }) => body)).toMatchObject([
    { version: 4, receiver: 'Don Beto', code: '204815' },
    { version: 5, receiver: 'Don Beto', code: '204815' },
  ]);
});

test('[WORK-13] at the counter a refused press gives the focus back to the code; what is no shipment takes nothing away, and while one is handed over the next waits', async () => {
  const waiting = shipment({
    ...{ state: 'at_store', storeCode: 'MAX', isPickup: true, moves: ['delivered'], actions: ['move'] },
  });
  const answered = Promise.withResolvers<void>();
  let isSlow = false;
  const desk = await openDesk('/entregas', {
    session: sampleSession('manager'),
    calls: {
      listTills: tills(),
      getShipment: ({ params: { id } }) => ({ status: 200, data: { ...waiting, id } }),
      moveShipment: async () => {
        if (isSlow) await answered.promise;
        return refusal('VALIDATION_ERROR', { fields: { code: 'El código no coincide. Quedan 4 intentos.' } });
      },
    },
  });
  const { user } = desk;
  const field = await screen.findByRole('textbox', { name: 'Número del envío, de la orden, o el QR' });
  await user.type(field, '100000042-1 111111{Enter}');
  await user.type(await screen.findByRole('textbox', { name: 'Quién recibió' }), 'Ana');
  await user.click(screen.getByRole('button', { name: 'Entregar' }));
  expect(await screen.findByText('El código no coincide. Quedan 4 intentos.')).toBeVisible();
  await waitFor(() => expect(field).toHaveFocus());
  await user.keyboard('7401000000017{Enter}');
  expect(await screen.findByText('No es un envío')).toBeVisible();
  expect(desk.sentTo('moveShipment')).toHaveLength(1);
  expect(screen.getByRole('textbox', { name: 'Quién recibió' })).toHaveValue('Ana');

  isSlow = true;
  await user.click(screen.getByRole('button', { name: 'Entregar' }));
  await user.clear(field);
  await user.type(field, '100000077-1{Enter}');
  expect(await screen.findByText('100000042-1 se está entregando.')).toBeVisible();
  answered.resolve();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Entregar' })).not.toHaveAttribute('aria-busy'));
  await user.clear(field);
  await user.type(field, '100000077-1{Enter}');
  expect(await screen.findByRole('heading', { name: '100000077-1' })).toBeVisible();
});
