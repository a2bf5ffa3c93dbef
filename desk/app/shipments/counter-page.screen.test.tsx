import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal } from '../testing/desk-network.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';
import { sampleShipment, sampleTill, tillsPage } from '../testing/sample-shipment.ts';

const noHistory = { status: 200, data: [], next: null } as const;
const session = sampleSession('warehouse');

test('[WORK-12, WORK-13] the counter reads the QR code of the order’s page, takes the cash due, and offers a signature', async () => {
  const waiting = sampleShipment({
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
      listTills: tillsPage(sampleTill(1, 'Caja 1')),
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

test('[WORK-12, WORK-13] the counter asks before the next code discards an unsaved proof', async () => {
  const waiting = sampleShipment({
    ...{ state: 'at_store', isPickup: true, storeCode: 'MAX', cashToCollect: 0, moves: ['delivered'] },
    actions: ['move'],
  });
  const handed = { ...waiting, state: 'delivered', moves: [], actions: ['proof'], version: 5 };
  const desk = await openDesk('/entregas', {
    session: sampleSession('manager'),
    calls: {
      listTills: tillsPage(),
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
  const confirmation = await screen.findByRole('alertdialog', { name: 'Tienes cambios sin guardar' });
  await user.click(within(confirmation).getByRole('button', { name: 'Seguir editando' }));
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
  '[CASH-03] with several open tills in the store, %s asks which one takes a pickup’s cash',
  async (_where, address) => {
    const waiting = sampleShipment({
      ...{ state: 'at_store', storeCode: 'MAX', isPickup: true, cashToCollect: 459 },
      ...{ moves: ['delivered'], actions: ['move'] },
    });
    const desk = await openDesk(address, {
      session: sampleSession('manager'),
      calls: {
        listTills: ({ query: { state, storeCode } }) =>
          state === 'open' && storeCode === 'MAX'
            ? tillsPage(sampleTill(1, 'Caja 1'), sampleTill(2, 'Caja 2'), {
                ...sampleTill(3, 'Caja general'),
                isGeneral: true,
              })
            : tillsPage(),
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
    // A till chosen in another store, long ago.
    localStorage.setItem('ceiba.desk.till', sampleTill(9, '').id);
    if (address === '/entregas')
      await user.type(
        await screen.findByRole('textbox', { name: 'Número del envío, de la orden, o el QR' }),
        '100000042-1 204815{Enter}',
      );
    else await user.click(await screen.findByRole('button', { name: 'Entregar' }));
    const choice = await screen.findByRole('combobox', { name: 'Cobras en' });
    await within(choice).findByRole('option', { name: 'Caja 1' });
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

test('[CASH-03] a disabled till field shows while the tills load, so that "Entregar" does not move', async () => {
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof tillsPage>>();
  const waiting = sampleShipment({
    ...{ state: 'at_store', storeCode: 'MAX', isPickup: true, cashToCollect: 459 },
    ...{ moves: ['delivered'], actions: ['move'] },
  });
  const desk = await openDesk('/entregas', {
    session: sampleSession('manager'),
    calls: { listTills: () => promise, getShipment: { status: 200, data: waiting }, getHistory: noHistory },
  });
  await desk.user.type(
    await screen.findByRole('textbox', { name: 'Número del envío, de la orden, o el QR' }),
    '100000042-1 204815{Enter}',
  );
  const field = await screen.findByRole('combobox', { name: 'Cobras en' });
  expect(field).toBeDisabled();
  expect(field).toHaveDisplayValue('Buscando cajas…');
  resolve(tillsPage(sampleTill(1, 'Caja 1'), sampleTill(2, 'Caja 2')));
  await waitFor(() => expect(field).toBeEnabled());
  expect(field).toHaveDisplayValue('Elige la caja');
});

test('[CASH-03] a refusal about the till is shown to people who cannot read tills', async () => {
  const waiting = sampleShipment({
    ...{ state: 'at_store', storeCode: 'MAX', isPickup: true, cashToCollect: 459 },
    ...{ moves: ['delivered'], actions: ['move'] },
  });
  const desk = await openDesk('/entregas', {
    // A person who hands over without a till cannot read tills.
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

test('[WORK-13] a late answer does not replace a shipment that was scanned after it', async () => {
  const slow = Promise.withResolvers<void>();
  const desk = await openDesk('/entregas', {
    session: sampleSession('warehouse'),
    calls: {
      getShipment: async ({ params: { id = '' } }) => {
        if (id === '100000041-1') await slow.promise;
        return { status: 200, data: sampleShipment({ id, state: 'at_store', isPickup: true, moves: ['delivered'] }) };
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

test('[OFF-21] typed values stay after another person’s change, and the next press hands the shipment over', async () => {
  let now = sampleShipment({ state: 'at_store', isPickup: true, moves: ['delivered'], actions: ['move'] });
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

test('[WORK-13] a scan after a refusal, or during a handover, discards nothing', async () => {
  const waiting = sampleShipment({
    ...{ state: 'at_store', storeCode: 'MAX', isPickup: true, moves: ['delivered'], actions: ['move'] },
  });
  const answered = Promise.withResolvers<void>();
  let isSlow = false;
  const desk = await openDesk('/entregas', {
    session: sampleSession('manager'),
    calls: {
      listTills: tillsPage(),
      getShipment: ({ params: { id } }) => ({ status: 200, data: { ...waiting, id } }),
      noteScannedCode: { status: 200, data: { product: null } },
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
  expect(desk.sentTo('noteScannedCode').map(({ body }) => body)).toEqual([{ code: '7401000000017' }]);
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

test('[WORK-13, WORK-12] after five wrong codes a supervisor hands over without the code, with a reason', async () => {
  const waiting = sampleShipment({
    ...{ state: 'at_store', storeCode: 'MAX', isPickup: true, moves: ['delivered'], actions: ['move'] },
  });
  const words = 'Demasiados códigos equivocados: lo entrega un supervisor, con motivo.';
  const desk = await openDesk('/entregas', {
    session: sampleSession('manager'),
    calls: {
      listTills: tillsPage(),
      getShipment: { status: 200, data: waiting },
      moveShipment: ({ body }) =>
        JSON.stringify(body).includes('"reason"')
          ? { status: 200, data: { ...waiting, state: 'delivered', moves: [], actions: [], version: 5 } }
          : refusal('APPROVAL_REQUIRED', {}, words),
    },
  });
  const { user } = desk;
  const field = await screen.findByRole('textbox', { name: 'Número del envío, de la orden, o el QR' });
  await user.type(field, '100000042-1 111111{Enter}');
  const code = await screen.findByRole('textbox', { name: 'Código para recoger' });
  await user.click(screen.getByRole('button', { name: 'Entregar' }));
  expect(await screen.findByText(words)).toBeVisible();
  await user.clear(code);
  await user.type(screen.getByRole('textbox', { name: 'Motivo, si hace falta' }), 'Mostró su DPI');
  await user.click(screen.getByRole('button', { name: 'Entregar' }));
  expect(await screen.findByText('100000042-1 entregado')).toBeVisible();
  expect(desk.sentTo('moveShipment').map(({ body }) => body)).toEqual([
    { to: 'delivered', version: 4, code: '111111' },
    { to: 'delivered', version: 4, reason: 'Mostró su DPI' },
  ]);
});

test.each([1440, 390])(
  '[WORK-13, CASH-03] a pickup is found by phone, shows its buyer, and gives change and receipt, at %i',
  async (width) => {
    const waiting = sampleShipment({
      ...{ state: 'at_store', isPickup: true, storeCode: 'MAX', cashToCollect: 459, moves: ['delivered'] },
      actions: ['move'],
    });
    const found = {
      name: 'Walter Quiñónez',
      phone: '44710932',
      storeName: 'Ceiba Zona 10',
      units: 2,
      since: waiting.since,
    };
    const receipt = { tillId: sampleTill(1, '').id, movementId: '77' };
    const desk = await openDesk('/entregas', {
      session: sampleSession('cashier'),
      width,
      calls: {
        listTills: tillsPage(sampleTill(1, 'Caja 1')),
        findPickups: ({ query: { q } }) => ({
          status: 200,
          data:
            q === 'nadie'
              ? []
              : [
                  { ...found, id: waiting.id, cashToCollect: 459 },
                  { ...found, id: '100000077-1', cashToCollect: 0 },
                ],
        }),
        getShipment: { status: 200, data: waiting },
        moveShipment: {
          status: 200,
          data: {
            ...{ ...waiting, state: 'delivered', moves: [], actions: [], cashToCollect: 0, cashCollected: 459 },
            ...{ receipt, version: 5 },
          },
        },
      },
    });
    const { user } = desk;
    const field = await screen.findByRole('textbox', { name: 'Número del envío, de la orden, o el QR' });
    await user.type(field, 'nadie{Enter}');
    expect(await screen.findByText('Nada espera en la tienda para nadie.')).toBeVisible();
    await user.clear(field);
    await user.type(field, '4471-0932{Enter}');
    await user.click(await screen.findByRole('button', { name: /100000042-1.*cobra Q459\.00/ }));
    expect(await screen.findByText('Walter Quiñónez · 4471-0932')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Q500' }));
    expect(screen.getByText('Q41.00')).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: 'Código para recoger' }), '204815');
    await user.click(screen.getByRole('button', { name: 'Entregar' }));
    expect(await screen.findByText('100000042-1 entregado a Walter Quiñónez')).toBeVisible();
    expect(screen.getByText('Listo', { selector: '[role=status] *' })).toBeVisible();
    expect(screen.queryByText(/^Buscando/)).toBeNull();
    expect(screen.getByRole('link', { name: 'Imprimir' })).toHaveAttribute(
      'href',
      `/v1/admin/tills/${receipt.tillId}/movements/77/receipt`,
    );
    expect(desk.sentTo('moveShipment').map(({ body }) => body)).toMatchObject([
      { to: 'delivered', code: '204815', amountReceived: 459, handedOver: 500 },
    ]);
  },
);

test.each([
  ['waiting', /^Está en espera: si falta el pago/, true],
  ['delivered', /^Ya se entregó/, false],
  ['packed', /^Está en "Empacado"/, false],
] as const)(
  '[WORK-13] a shipment that is %s is refused at the counter, with the reason first',
  async (state, reason, isPaidFirst) => {
    const desk = await openDesk('/entregas', {
      session: sampleSession('cashier'),
      calls: {
        listTills: tillsPage(),
        getShipment: { status: 200, data: sampleShipment({ state, isPickup: true, storeCode: 'MAX', moves: [] }) },
      },
    });
    const field = await screen.findByRole('textbox', { name: 'Número del envío, de la orden, o el QR' });
    await desk.user.type(field, '100000042-1{Enter}');
    await screen.findByRole('heading', { name: '100000042-1' });
    const scan = within(screen.getByRole('status'));
    expect(scan.getByText('No se entrega: 100000042-1 · Walter Quiñónez')).toBeVisible();
    expect(scan.getByText(reason)).toBeVisible();
    expect(scan.queryByText(/para entregar/)).toBeNull();
    const till = screen.queryByRole('link', { name: 'Ir a la caja' });
    expect(till?.getAttribute('href') ?? null).toBe(isPaidFirst ? '/caja' : null);
  },
);

test('[OFF-24, WORK-13] on a phone "Entregar" is in the bottom bar, and code and cash come first', async () => {
  const waiting = { state: 'at_store', isPickup: true, storeCode: 'MAX', cashToCollect: 459 } as const;
  const desk = await openDesk('/entregas', {
    session: sampleSession('cashier'),
    width: 390,
    calls: {
      listTills: tillsPage(sampleTill(1, 'Caja 1')),
      getShipment: { status: 200, data: sampleShipment({ ...waiting, moves: ['delivered'], actions: ['move'] }) },
    },
  });
  const field = await screen.findByRole('textbox', { name: 'Número del envío, de la orden, o el QR' });
  await desk.user.type(field, '100000042-1{Enter}');
  expect((await screen.findByRole('button', { name: 'Entregar' })).closest('[data-thumb-bar]')).not.toBeNull();
  const fields = screen.getAllByRole('textbox').slice(1);
  const names = ['Código para recoger', 'Recibido en efectivo', 'Quién recibió', 'Motivo, si hace falta'];
  expect(fields.map((each, at) => each === screen.getByRole('textbox', { name: new RegExp(`^${names[at]}`) }))).toEqual(
    names.map(() => true),
  );
});
