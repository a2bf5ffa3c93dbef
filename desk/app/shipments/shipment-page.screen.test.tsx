import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { noAnswer, refusal } from '../testing/desk-network.ts';
import { couriersPage } from '../testing/entity-answers.ts';
import { type Desk, openDesk, sampleSession } from '../testing/open-desk.tsx';
import { type Shipment, sampleLine, sampleShipment } from '../testing/sample-shipment.ts';

const noHistory = { status: 200, data: [], next: null } as const;
const session = sampleSession('warehouse');

const open = (
  found: Shipment,
  calls: NonNullable<Parameters<typeof openDesk>[1]>['calls'] = {},
  who = session,
): Promise<Desk> =>
  openDesk(`/preparacion/${found.id}`, {
    session: who,
    calls: {
      getShipment: { status: 200, data: found },
      getHistory: noHistory,
      listCouriers: couriersPage(),
      ...calls,
    },
  });

test('[WORK-09] a shipment’s content is printed on a sheet or on a strip of 80 mm', async () => {
  await open(sampleShipment());
  const paper = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  await screen.findByRole('link', { name: 'Imprimir contenido' });
  expect([paper('Imprimir contenido'), paper('Contenido en 80 mm')]).toEqual([
    '/v1/admin/shipments/100000042-1/slip?size=letter',
    '/v1/admin/shipments/100000042-1/slip?size=strip',
  ]);
});

test('[WORK-31] units in another store are brought by a transfer, and the shipment waits for it', async () => {
  const comesFrom = [{ storeCode: 'MAX', name: 'Miraflores', quantity: 2 }];
  const lines = [sampleLine({ picked: 0, comesFrom })];
  let now = sampleShipment({ state: 'ready', lines, moves: ['picking'], actions: ['move', 'bring'] });
  const desk = await open(now, {
    getShipment: () => ({ status: 200, data: now }),
    bringUnits: () => {
      now = { ...now, moves: [], actions: [], awaitsGoods: true, transfers: [{ number: 'T-12', from: 'MAX' }] };
      return { status: 201, data: { transfers: ['T-12'] } };
    },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Traer de otra tienda' }));
  await desk.user.click(await screen.findByRole('button', { name: 'Pedir el traslado' }));
  expect(await screen.findByRole('link', { name: 'T-12 desde MAX' })).toHaveAttribute(
    'href',
    '/inventario/traslados/T-12',
  );
  expect(screen.getByText('Espera unidades')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Preparar' })).toBeNull();
  expect(desk.sentTo('bringUnits')).toHaveLength(1);
});

test('[WORK-32] a shipment of a presale says that it waits for its units', async () => {
  await open(sampleShipment({ state: 'ready', moves: [], awaitsGoods: true }));
  expect(await screen.findByText(/en el orden en que se hicieron los pedidos/)).toBeVisible();
});

test('[WORK-11] a shipment’s tracking number is corrected later, with a reason', async () => {
  const desk = await open(sampleShipment(), {
    changeShipment: ({ body }) =>
      JSON.stringify(body).includes('reason')
        ? { status: 200, data: sampleShipment({ trackingNumber: 'K-9', version: 5 }) }
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

test('[WORK-11] a failed attempt is recorded with its reason, and the second makes the shipment undelivered', async () => {
  let now = sampleShipment();
  const desk = await open(now, {
    getShipment: () => ({ status: 200, data: now }),
    moveShipment: () => {
      now = now.attempts === 0 ? { ...now, attempts: 1, version: 5 } : { ...now, attempts: 2, version: 6 };
      if (now.attempts === 2) now = { ...now, state: 'undelivered', moves: [], actions: ['receive'] };
      return { status: 200, data: now };
    },
  });
  const { user } = desk;
  const attempt = async (reason?: string): Promise<void> => {
    await user.click(await screen.findByRole('button', { name: 'Anotar intento' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Anotar intento 100000042-1' }));
    const choice = dialog.getByRole('combobox', { name: 'Motivo' });
    if (reason !== undefined) await user.selectOptions(choice, reason);
    expect(within(choice).queryByRole('option', { name: 'Nadie lo recogió' })).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Anotar intento' }));
    await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Motivo' })).toBeNull());
  };
  await attempt();
  expect(await screen.findByText('Intento anotado')).toBeVisible();
  expect(screen.getByText('Intentos').nextSibling).toHaveTextContent('1');
  await attempt('Sin efectivo');
  expect(await screen.findByText('No entregado')).toBeVisible();
  expect(screen.getByText('Intentos').nextSibling).toHaveTextContent('2');
  expect(screen.queryByRole('button', { name: 'Anotar intento' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Recibir' })).toBeVisible();
  expect(desk.sentTo('moveShipment').map(({ params, body }) => ({ params, body }))).toEqual([
    { params: { id: '100000042-1' }, body: { to: 'sent', version: 4, reason: 'Nadie en casa' } },
    { params: { id: '100000042-1' }, body: { to: 'sent', version: 5, reason: 'Sin efectivo' } },
  ]);
});

test('[WORK-11] the dialog of an attempt shows its refusal', async () => {
  const words = 'Este paso no es posible ahora: ya se entregó.';
  const desk = await open(sampleShipment(), {
    moveShipment: refusal('TRANSITION_NOT_ALLOWED', { allowed: [] }, words),
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Anotar intento' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Anotar intento 100000042-1' }));
  await desk.user.selectOptions(dialog.getByRole('combobox', { name: 'Motivo' }), 'Rechazado');
  await desk.user.click(dialog.getByRole('button', { name: 'Anotar intento' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent(words);
  expect(dialog.getByRole('combobox', { name: 'Motivo' })).toHaveValue('Rechazado');
});

test('[WORK-12] at the door, received cash is recorded without a till, and wrong amounts show an error', async () => {
  const due = sampleShipment({ cashToCollect: 1_459.5 });
  const fields = [
    { reason: 'Es menos de lo que se debía cobrar: escribe por qué.' },
    { amountReceived: 'Escribe cuánto se recibió.' },
    { amountReceived: 'Se cobran Q1,459.50: lo demás es vuelto.' },
  ];
  const desk = await open(due, {
    moveShipment: () => {
      const refused = fields.pop();
      if (refused) return refusal('VALIDATION_ERROR', { fields: refused });
      const handed = { cashCollected: 1_400, receiver: 'Don Beto', reason: 'No tenía cambio' };
      return {
        status: 200,
        data: { ...due, ...handed, state: 'delivered', moves: [], actions: [], cashToCollect: 0, version: 5 },
      };
    },
  });
  const { user } = desk;
  expect(await screen.findByText('Q1,459.50')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Entregar' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Entregar 100000042-1' }));
  const amount = dialog.getByRole('textbox', { name: 'Recibido en efectivo' });
  expect(amount).toHaveValue('1459.5');
  expect(amount).toHaveAccessibleDescription(/Se debía cobrar Q1,459\.50/);
  await user.type(dialog.getByRole('textbox', { name: 'Quién recibió' }), 'Don Beto');
  const press = () => user.click(dialog.getByRole('button', { name: 'Entregar' }));
  await user.clear(amount);
  await user.type(amount, '1500');
  await press();
  expect(await dialog.findByText('Se cobran Q1,459.50: lo demás es vuelto.')).toBeVisible();
  await user.clear(amount);
  await press();
  expect(await dialog.findByText('Escribe cuánto se recibió.')).toBeVisible();
  await user.type(amount, 'Q1,400.00');
  await press();
  expect(await dialog.findByText(/escribe por qué/)).toBeVisible();
  expect(amount).toHaveValue('Q1,400.00');
  await user.type(dialog.getByRole('textbox', { name: /^Motivo/ }), 'No tenía cambio');
  await press();
  expect(await screen.findByText('Cobrado')).toBeVisible();
  expect(screen.getByText('Cobrado').nextSibling).toHaveTextContent('Q1,400.00');
  expect(screen.getByText('Recibió').nextSibling).toHaveTextContent('Don Beto');
  expect(screen.queryByText('Q1,459.50')).toBeNull();
  const delivered = { to: 'delivered', version: 4, receiver: 'Don Beto' };
  expect(desk.sentTo('moveShipment').map(({ body }) => body)).toEqual([
    { ...delivered, amountReceived: 1_500 },
    delivered,
    { ...delivered, amountReceived: 1_400 },
    { ...delivered, amountReceived: 1_400, reason: 'No tenía cambio' },
  ]);
  expect(desk.sentTo('listTills')).toEqual([]);
});

test('[WORK-11] a returned shipment is scanned by unit or label, and only then restocked or scrapped', async () => {
  const undelivered = sampleShipment({
    state: 'undelivered',
    moves: [],
    actions: ['receive'],
    units: 3,
    lines: [sampleLine(), sampleLine({ line: 2, sku: 'CABLE', codes: [], title: 'Cable', quantity: 1, picked: 1 })],
  });
  const desk = await open(undelivered, {
    noteScannedCode: { status: 200, data: { product: null } },
    receiveShipment: {
      status: 200,
      data: { ...undelivered, actions: [], receivedAt: '2026-11-27T17:00:00.000Z', version: 5 },
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
  expect(desk.sentTo('noteScannedCode').map(({ body }) => body)).toEqual([
    { code: 'PHONE', storeCode: undelivered.storeCode },
  ]);
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

test('[WORK-12] a photo of the handover is added and shown, and other files are refused', async () => {
  let isPicture = false;
  const desk = await open(sampleShipment({ state: 'delivered', moves: [], actions: ['proof'], receiver: 'Don Beto' }), {
    saveProof: () =>
      isPicture
        ? {
            status: 200,
            data: sampleShipment({
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

test('[WORK-05] a shipment shows only its own lines, with the scanned units of each', async () => {
  await open(
    sampleShipment({ state: 'picking', lines: [sampleLine({ picked: 1, serials: ['SN-1'] })], moves: [], actions: [] }),
  );
  expect(await screen.findByText('1 de 2')).toBeVisible();
  expect(screen.getByText('Series: SN-1')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Orden 100000042' })).toHaveAttribute('href', '/ordenes/100000042');
});

test('[OFF-21] after a conflict the page names the other person, and typed values stay', async () => {
  let now = sampleShipment({ state: 'packed', courier: null, moves: ['sent'], actions: ['move'] });
  const desk = await openDesk(`/preparacion/${now.id}`, {
    session,
    calls: {
      listCouriers: couriersPage(),
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

test('[WORK-10, OFF-21] after a refused "Dividir" the typed units stay, and the message shows', async () => {
  const words = 'Este paso no es posible ahora: su courier ya viene.';
  let now = sampleShipment({
    state: 'ready',
    moves: [],
    actions: ['split'],
    lines: [sampleLine({ picked: 0, quantity: 3 })],
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
  const units = dialog.getByRole('spinbutton', { name: 'Unidades de Bocina' });
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

test('[OFF-21] a step that another person has taken disappears after its refusal', async () => {
  let now = sampleShipment({ state: 'ready', moves: ['picking'], actions: ['move'] });
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

test('[WORK-06] a press after a lost answer takes no second wave, and shows the first wave', async () => {
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

test('[WORK-12] a signature that was not saved stays, and the next press saves it', async () => {
  // jsdom cannot draw.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((give) => give(new Blob(['firma'])));
  let tries = 0;
  const handed = sampleShipment({ state: 'delivered', moves: [], actions: ['proof'], receiver: 'Don Beto' });
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

test('[WORK-15] a shipment that has not left is canceled on its page, with a reason', async () => {
  const packed = sampleShipment({ state: 'packed', moves: ['sent', 'canceled'], actions: ['move'] });
  const desk = await open(
    packed,
    { moveShipment: { status: 200, data: { ...packed, state: 'canceled', moves: [], actions: [], version: 5 } } },
    sampleSession('manager'),
  );
  const { user } = desk;
  await user.click(await screen.findByRole('button', { name: 'Cancelar envío' }));
  const dialog = within(await screen.findByRole('dialog', { name: /Cancelar envío/ }));
  await user.type(dialog.getByRole('textbox', { name: /Motivo/ }), 'Se rompió en bodega');
  await user.click(dialog.getByRole('button', { name: 'Cancelar envío' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancelar envío' })).toBeNull());
  expect(screen.getAllByText('Cancelado').length).toBeGreaterThan(0);
  expect(desk.sentTo('moveShipment').map(({ params, body }) => ({ params, body }))).toEqual([
    { params: { id: packed.id }, body: { to: 'canceled', version: 4, reason: 'Se rompió en bodega' } },
  ]);
});

test.each([
  ['packed', 'picking', 'Preparando'],
  ['sent', 'packed', 'Empacado'],
  ['at_store', 'packed', 'Empacado'],
] as const)(
  '[WORK-01] a manager moves a shipment from %s back to %s, with the reason; once',
  async (state, to, shown) => {
    const forward = state === 'packed' ? (['sent'] as const) : (['delivered'] as const);
    const found = sampleShipment({ state, isPickup: state === 'at_store', moves: [...forward, to] });
    const words = 'Este paso no es posible ahora.';
    let isRefused = true;
    const desk = await open(
      found,
      {
        moveShipment: () =>
          isRefused
            ? refusal('TRANSITION_NOT_ALLOWED', { allowed: forward }, words)
            : { status: 200, data: sampleShipment({ state: to, moves: [], version: 5 }) },
      },
      sampleSession('manager'),
    );
    const { user } = desk;
    await user.click(await screen.findByRole('button', { name: 'Regresar un paso' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Regresar un paso 100000042-1' }));
    const press = () => user.click(dialog.getByRole('button', { name: 'Regresar un paso' }));
    await user.type(dialog.getByRole('textbox', { name: 'Motivo' }), 'Era otro bulto');
    await press();
    expect(await dialog.findByRole('alert')).toHaveTextContent(words);
    isRefused = false;
    await press();
    expect(await screen.findByText('Regresó un paso')).toBeVisible();
    expect(screen.getByText(shown)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Regresar un paso' })).toBeNull();
    const body = { to, version: 4, reason: 'Era otro bulto' };
    expect(desk.sentTo('moveShipment').map((sent) => sent.body)).toEqual([body, body]);
  },
);
