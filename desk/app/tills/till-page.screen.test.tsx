import type { Till } from '@ceiba/contract/desk/tills';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DeskAnswer } from '../session/desk-client.ts';
import { noAnswer, refusal } from '../testing/desk-network.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';
import { typeAsScanner } from '../testing/type-as-scanner.ts';

type Found = DeskAnswer<'findTillOrders'>['data'][number];

const id = '01a21b45-9d58-7b10-8d76-792b15967a01';
const till = (changes: Partial<Till> = {}): Till => ({
  id,
  name: 'Caja 2',
  storeCode: 'MAX',
  storeName: 'Ceiba Zona 10',
  state: 'open',
  isGeneral: false,
  openedAt: '2026-11-27T15:04:00.000Z',
  openedBy: 'Brenda Coc',
  movements: [],
  closing: null,
  version: 2,
  actions: ['pay', 'move', 'unpay', 'close'],
  ...changes,
});

const lastClosing: NonNullable<Till['closing']> = {
  ...{ id: '01a21b45-9d58-7b10-8d76-792b15967c01', closedAt: '2026-11-27T23:04:00.000Z', closedBy: 'Brenda Coc' },
  ...{ counts: 1, reason: 'Vuelto de más', isUnexplained: false },
  amounts: {
    ...{ float: 500, expected: 500, counted: 490, difference: -10, expectedCards: 0, countedCards: 0 },
    cardsDifference: 0,
  },
};

const order: Found = {
  orderNumber: '100104996',
  kind: 'storePayment',
  shipmentId: null,
  state: 'payable',
  name: 'Walter Quiñónez',
  phone: '44710932',
  due: 1299,
  placedAt: '2026-11-27T16:35:00.000Z',
  expiresAt: '2026-11-29T16:35:00.000Z',
  lines: [{ sku: 'KAI', title: 'Reloj Kairo', quantity: 1, worth: 1299, pictureUrl: '/x.webp' }],
  receipt: null,
};

const { movements: _, closing: __, version: ___, actions: ____, ...row } = till();
const list = { status: 200, data: [row], next: null, total: { value: 1, capped: false } };
const session = sampleSession('cashier');
const calls = { listTills: list, getTill: { status: 200, data: till() } };

test.each([1440, 390])(
  '[CASH-02] a store payment is found, taken and printed with two presses, at %i',
  async (width) => {
    const desk = await openDesk('/caja', {
      session,
      width,
      calls: {
        ...calls,
        findTillOrders: { status: 200, data: [order] },
        payAtTill: {
          status: 201,
          data: {
            movementId: '7',
            orderNumber: order.orderNumber,
            amount: 1299,
            received: 1400,
            change: 101,
            receipt: 'R-02-004418',
            orderStatus: 'processing',
          },
        },
      },
    });
    const field = await screen.findByRole('textbox', { name: 'Número de orden, teléfono o QR' });
    await desk.user.type(field, '4471-0932{Enter}');
    expect(await screen.findByRole('heading', { name: '100104996' })).toBeVisible();
    await desk.user.type(screen.getByRole('textbox', { name: 'Recibido' }), '1,400');
    expect(screen.getByText('1 de Q100 y 1 de Q1')).toBeVisible();
    await desk.user.click(screen.getByRole('button', { name: 'Cobrar Q1,299.00' }));
    expect(await screen.findByText('Cobro registrado. Orden 100104996 pagada.')).toBeVisible();
    expect(screen.getByText('Q101.00')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Imprimir' })).toHaveAttribute(
      'href',
      `/v1/admin/tills/${id}/movements/7/receipt`,
    );
    expect(screen.getByRole('link', { name: 'Imprimir en carta' })).toHaveAttribute(
      'href',
      `/v1/admin/tills/${id}/movements/7/receipt?size=letter`,
    );
    expect(desk.sentTo('payAtTill').map(({ body }) => body)).toEqual([
      { orderNumber: '100104996', kind: 'cash', amount: 1400 },
    ]);
  },
);

test('[CASH-02] a late answer does not replace an order that was searched after it', async () => {
  const slow = Promise.withResolvers<void>();
  const desk = await openDesk('/caja', {
    session,
    calls: {
      ...calls,
      findTillOrders: async ({ query: { q = '' } }) => {
        if (q === '100104995') await slow.promise;
        return { status: 200, data: [{ ...order, orderNumber: q }] };
      },
    },
  });
  const field = await screen.findByRole('textbox', { name: 'Número de orden, teléfono o QR' });
  await desk.user.type(field, '100104995{Enter}');
  await desk.user.type(field, '100104996{Enter}');
  expect(await screen.findByRole('heading', { name: '100104996' })).toBeVisible();
  slow.resolve();
  await desk.user.type(field, 'Mientras tanto');
  expect(screen.getByRole('heading', { name: '100104996' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: '100104995' })).toBeNull();
});

test('[CASH-02] a voucher has a number, and a used voucher names its order', async () => {
  const desk = await openDesk('/caja', {
    session,
    calls: {
      ...calls,
      findTillOrders: { status: 200, data: [order] },
      payAtTill: refusal('RECEIPT_USED', { orderNumber: '100104900' }),
    },
  });
  await desk.user.type(await screen.findByRole('textbox', { name: /Número de orden/ }), '100104996{Enter}');
  await desk.user.click(await screen.findByRole('button', { name: 'Tarjeta' }));
  await desk.user.type(screen.getByRole('textbox', { name: /Número del voucher/ }), '004417');
  await desk.user.click(screen.getByRole('button', { name: 'Cobrar Q1,299.00' }));
  expect(await screen.findByText('Este comprobante ya se usó en la orden 100104900.')).toBeVisible();
  expect(desk.sentTo('payAtTill').map(({ body }) => body)).toEqual([
    { orderNumber: '100104996', kind: 'card', amount: 1299, receipt: '004417' },
  ]);
});

const closed = { state: 'closed', openedAt: null, openedBy: null } as const;

test.each([1440, 390])(
  '[CASH-05] a till is closed by one count, and its difference is explained and counted again, at %i',
  async (width) => {
    let now = till({ ...closed, version: 1, actions: ['open'] });
    const unexplained = { ...lastClosing, reason: null, isUnexplained: true };
    const desk = await openDesk('/caja', {
      session,
      width,
      calls: {
        ...calls,
        getTill: () => ({ status: 200, data: now }),
        openTill: () => {
          now = till();
          return { status: 200, data: now };
        },
        closeTill: () => {
          now = till({ ...closed, version: 3, actions: ['explain', 'recount'], closing: unexplained });
          return { status: 200, data: now };
        },
        explainTill: () => {
          now = till({ ...closed, version: 4, actions: ['open', 'recount'], closing: lastClosing });
          return { status: 200, data: now };
        },
        recountTill: () => {
          now = till({ ...closed, version: 5, actions: ['open', 'recount'], closing: { ...lastClosing, counts: 2 } });
          return { status: 200, data: now };
        },
      },
    });
    await desk.user.click(await screen.findByRole('button', { name: 'Abrir caja' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Abrir caja' }));
    await desk.user.type(dialog.getByRole('textbox', { name: /Fondo contado/ }), '1,500.50');
    await desk.user.click(dialog.getByRole('button', { name: 'Abrir caja' }));
    expect(desk.sentTo('openTill')[0]?.body).toEqual({ version: 1, float: 1500.5 });
    await desk.user.click(await screen.findByRole('button', { name: 'Cerrar caja' }));
    const closing = within(await screen.findByRole('dialog', { name: 'Cerrar caja' }));
    await desk.user.type(closing.getByRole('textbox', { name: /Efectivo contado/ }), '490');
    await desk.user.click(closing.getByRole('button', { name: 'Cerrar caja' }));
    // The closing was accepted, and shows what is missing.
    const why = within(await screen.findByRole('dialog', { name: '¿Por qué no cuadra?' }));
    expect(why.getByText('Faltan Q10.00 en efectivo.')).toBeVisible();
    await desk.user.type(why.getByRole('textbox', { name: 'Motivo' }), 'Vuelto de más');
    await desk.user.click(why.getByRole('button', { name: 'Guardar motivo' }));
    expect(await screen.findByText('Motivo: Vuelto de más')).toBeVisible();
    const paper = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect([paper('Imprimir cierre'), paper('Cierre en carta')]).toEqual([
      `/v1/admin/tills/${id}/closings/${lastClosing.id}?size=strip`,
      `/v1/admin/tills/${id}/closings/${lastClosing.id}?size=letter`,
    ]);
    await desk.user.click(screen.getByRole('button', { name: 'Contar otra vez' }));
    const again = within(await screen.findByRole('dialog', { name: 'Contar otra vez' }));
    await desk.user.type(again.getByRole('textbox', { name: /Efectivo contado/ }), '500');
    await desk.user.type(again.getByRole('textbox', { name: 'Motivo' }), 'Había un billete pegado');
    await desk.user.click(again.getByRole('button', { name: 'Guardar cuenta' }));
    expect(await screen.findByText('Se contó 2 veces. Cada cuenta queda anotada.')).toBeVisible();
    expect(desk.sentTo('recountTill').map(({ body }) => body)).toEqual([
      { version: 4, kind: 'closing', counted: 500, cards: 0, reason: 'Había un billete pegado' },
    ]);
  },
);

test('[CASH-05] the person who counts the next float does not see the amount left in the till', async () => {
  const data = till({ ...closed, actions: ['open', 'recount'], closing: { ...lastClosing, amounts: null } });
  await openDesk('/caja', { session, calls: { ...calls, getTill: { status: 200, data } } });
  expect(await screen.findByText(/Último cierre/)).toBeVisible();
  expect(screen.queryByText('Efectivo contado')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Contar otra vez' })).toBeNull();
});

test('[CASH-04] a withdrawal is corrected in its row, and a payment shows no amount field', async () => {
  const shared = { reference: null, at: '2026-11-27T16:35:00.000Z', by: 'Brenda Coc', corrects: null } as const;
  const movements: Till['movements'] = [
    { ...shared, id: '9', kind: 'out', means: 'cash', amount: -200, orderNumber: null, reason: 'Pago de agua' },
    { ...shared, id: '8', kind: 'payment', means: 'cash', amount: null, orderNumber: '100104996', reason: null },
  ];
  const data = till({ movements, actions: ['pay', 'move', 'unpay', 'close', 'correct'] });
  const desk = await openDesk('/caja', {
    session,
    calls: { ...calls, getTill: { status: 200, data }, correctTillMovement: { status: 200, data } },
  });
  await desk.user.click(await screen.findByRole('button', { name: /Corregir el monto de Retiro/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Corregir retiro' }));
  await desk.user.type(dialog.getByRole('textbox', { name: /Monto verdadero/ }), '20');
  await desk.user.type(dialog.getByRole('textbox', { name: 'Motivo' }), 'Eran veinte');
  await desk.user.click(dialog.getByRole('button', { name: 'Corregir' }));
  await waitFor(() =>
    expect(desk.sentTo('correctTillMovement').map(({ params, body }) => [params, body])).toEqual([
      [
        { id, movement: '9' },
        { amount: 20, reason: 'Eran veinte' },
      ],
    ]),
  );
  expect(screen.getByText('-Q200.00')).toBeVisible();
});

test('[CASH-02] a payment with a lost answer is not taken again with another amount', async () => {
  let isPaid = false;
  const desk = await openDesk('/caja', {
    session,
    calls: {
      ...calls,
      findTillOrders: { status: 200, data: [order] },
      payAtTill: () => {
        if (isPaid) return refusal('IDEMPOTENCY_KEY_REUSED');
        isPaid = true;
        return noAnswer;
      },
    },
  });
  await desk.user.type(await screen.findByRole('textbox', { name: /Número de orden/ }), '100104996{Enter}');
  const received = await screen.findByRole('textbox', { name: 'Recibido' });
  const pay = () => desk.user.click(screen.getByRole('button', { name: 'Cobrar Q1,299.00' }));
  await desk.user.type(received, '1,300');
  await pay();
  expect(await screen.findByText(/No hay conexión/)).toBeVisible();
  await desk.user.clear(received);
  await desk.user.type(received, '1,400');
  await pay();
  expect(await screen.findByText(/^Lo que enviaste antes sí se guardó/)).toBeVisible();
  await pay();
  await waitFor(() => expect(desk.sentTo('payAtTill')).toHaveLength(3));
  expect(new Set(desk.sentTo('payAtTill').map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
});

test('[CASH-02] an order that is paid again after a reversal has its new receipt', async () => {
  const movement = (number: string, kind: 'payment' | 'unpaid'): Till['movements'][number] => ({
    ...{ id: number, kind, means: 'cash', amount: null, orderNumber: order.orderNumber },
    ...{ reference: null, reason: null, corrects: null },
    ...{ at: '2026-11-27T16:35:00.000Z', by: 'Brenda Coc' },
  });
  await openDesk('/caja', {
    session,
    calls: {
      ...calls,
      getTill: {
        status: 200,
        data: till({ movements: [movement('9', 'payment'), movement('8', 'unpaid'), movement('7', 'payment')] }),
      },
    },
  });
  expect(await screen.findByRole('button', { name: `Anular el cobro de ${order.orderNumber}` })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Imprimir' })).toHaveAttribute(
    'href',
    `/v1/admin/tills/${id}/movements/9/receipt`,
  );
});

test('[CASH-02] a payment is reversed with a reason, unless its order has left', async () => {
  const paid: Till['movements'][number] = {
    ...{ id: '7', kind: 'payment', means: 'cash', amount: null, orderNumber: order.orderNumber, reference: null },
    ...{ corrects: null, reason: null, at: '2026-11-27T16:35:00.000Z', by: 'Brenda Coc' },
  };
  const hasLeftText = 'La orden ya salió: no se puede anular su cobro.';
  let now = till({ movements: [paid] });
  let hasLeft = true;
  const desk = await openDesk('/caja', {
    session,
    calls: {
      ...calls,
      getTill: () => ({ status: 200, data: now }),
      unpayAtTill: () => {
        if (hasLeft) return refusal('TRANSITION_NOT_ALLOWED', {}, hasLeftText);
        const back = { ...paid, id: '8', kind: 'unpaid' as const, reason: 'Era otra orden' };
        now = till({ movements: [back, paid], version: 3 });
        return { status: 200, data: now };
      },
    },
  });
  const name = `Anular el cobro de ${order.orderNumber}`;
  await desk.user.click(await screen.findByRole('button', { name }));
  const dialog = within(await screen.findByRole('dialog', { name }));
  const press = () => desk.user.click(dialog.getByRole('button', { name: 'Anular cobro' }));
  await press();
  expect(await dialog.findByText('Falta este dato.')).toBeVisible();
  await desk.user.type(dialog.getByRole('textbox', { name: 'Motivo' }), 'Era otra orden');
  await press();
  expect(await dialog.findByText(hasLeftText)).toBeVisible();
  hasLeft = false;
  await press();
  expect(await screen.findByText('Cobro anulado')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull());
  const body = { orderNumber: order.orderNumber, reason: 'Era otra orden' };
  expect(desk.sentTo('unpayAtTill').map((sent) => [sent.params, sent.body])).toEqual([
    [{ id }, body],
    [{ id }, body],
  ]);
});

test('[CASH-01] a new second till of a store is chosen, and "Cambiar de caja" returns to the choice', async () => {
  const second = { ...row, id: id.replace(/01$/, '02'), name: 'Caja 3', state: 'closed' as const, openedBy: null };
  const general = { ...row, id: id.replace(/01$/, '03'), name: 'Caja general', isGeneral: true };
  let tills = [row, general];
  const desk = await openDesk('/caja', {
    session: sampleSession('owner'),
    calls: {
      listTills: () => ({ ...list, data: tills, total: { value: tills.length, capped: false } }),
      listPlaces: {
        status: 200,
        data: [{ storeCode: 'MAX', name: 'Ceiba Zona 10', isPickup: true, isWarehouse: false }],
      },
      getHistory: { status: 200, data: [], next: null },
      getTill: ({ params }) => ({
        status: 200,
        data: { ...till(), ...(tills.find((each) => each.id === params.id) ?? row) },
      }),
      createTill: () => {
        tills = [...tills, second];
        return { status: 201, data: { ...till(), ...second } };
      },
    },
  });
  const { user } = desk;
  await user.click(await screen.findByRole('button', { name: 'Cambiar de caja' }));
  expect(await screen.findByText('¿En qué caja estás?')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Nueva caja' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Nueva caja' }));
  await dialog.findByRole('option', { name: 'Ceiba Zona 10' });
  await user.type(dialog.getByRole('textbox', { name: /Nombre/ }), 'Caja 3');
  await user.click(dialog.getByRole('button', { name: 'Crear caja' }));
  expect(await screen.findByRole('heading', { name: 'Caja 3' })).toBeVisible();
  expect(desk.sentTo('createTill').map(({ body }) => body)).toEqual([{ storeCode: 'MAX', name: 'Caja 3' }]);
  await user.click(screen.getByRole('button', { name: 'Cambiar de caja' }));
  await user.click(await screen.findByRole('button', { name: /^Caja 2/ }));
  expect(await screen.findByRole('heading', { name: 'Caja 2' })).toBeVisible();
});

const paid = {
  status: 201,
  data: {
    ...{ movementId: '7', orderNumber: order.orderNumber, amount: 1299, received: 1500, change: 201 },
    ...{ receipt: 'R-02-004418', orderStatus: 'processing' },
  },
};

test('[CASH-02] changing from voucher to cash sends no voucher, and quick buttons fill in the amount', async () => {
  const refusals = [refusal('RECEIPT_USED', { orderNumber: '100104900' })];
  const desk = await openDesk('/caja', {
    session,
    calls: { ...calls, findTillOrders: { status: 200, data: [order] }, payAtTill: () => refusals.pop() ?? paid },
  });
  const { user } = desk;
  await user.type(await screen.findByRole('textbox', { name: /Número de orden/ }), '100104996{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Tarjeta' }));
  await user.type(screen.getByRole('textbox', { name: /Número del voucher/ }), '004417');
  const pay = () => user.click(screen.getByRole('button', { name: 'Cobrar Q1,299.00' }));
  await pay();
  expect(await screen.findByText(/ya se usó en la orden 100104900/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Efectivo' }));
  expect(screen.queryByText(/ya se usó/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Q1,400' }));
  expect(screen.getByRole('textbox', { name: 'Recibido' })).toHaveValue('1,400.00');
  await pay();
  expect(await screen.findByText('Entrega el vuelto')).toBeVisible();
  expect(desk.sentTo('payAtTill').map(({ body }) => body)).toEqual([
    { orderNumber: '100104996', kind: 'card', amount: 1299, receipt: '004417' },
    { orderNumber: '100104996', kind: 'cash', amount: 1400 },
  ]);
});

test('[CASH-02, OFF-14] after a payment a code can be scanned, and a "/" in the code opens no search', async () => {
  const desk = await openDesk('/caja', {
    session,
    calls: {
      ...calls,
      findTillOrders: ({ query: { q = '' } }) => ({
        status: 200,
        data: [{ ...order, orderNumber: q.includes('100104997') ? '100104997' : order.orderNumber }],
      }),
      payAtTill: paid,
    },
  });
  const { user } = desk;
  await user.type(await screen.findByRole('textbox', { name: /Número de orden/ }), '100104996{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Cobrar Q1,299.00' }));
  expect(await screen.findByText('Cobro registrado. Orden 100104996 pagada.')).toBeVisible();
  screen.getByRole('link', { name: 'Imprimir' }).focus();
  await typeAsScanner(user, 'https://tienda.example/pedido/100104997{Enter}');
  expect(await screen.findByRole('heading', { name: '100104997' })).toBeVisible();
  expect(screen.queryByRole('combobox', { name: 'Buscar' })).toBeNull();
  expect(desk.sentTo('findTillOrders').at(-1)?.query).toEqual({ q: 'https://tienda.example/pedido/100104997' });
});

test('[CASH-01, CASH-02] if a colleague closed the till, the order is not paid, and typed values stay', async () => {
  let now = till();
  const desk = await openDesk('/caja', {
    session,
    calls: {
      ...calls,
      getTill: () => ({ status: 200, data: now }),
      findTillOrders: { status: 200, data: [order] },
      payAtTill: () => {
        now = till({ ...closed, version: 3, actions: ['open'] });
        return refusal('TILL_CLOSED', {}, 'Esa caja ya no está abierta.');
      },
      openTill: () => {
        now = till({ version: 4 });
        return { status: 200, data: now };
      },
    },
  });
  const { user } = desk;
  await user.type(await screen.findByRole('textbox', { name: /Número de orden/ }), '100104996{Enter}');
  await user.type(await screen.findByRole('textbox', { name: 'Recibido' }), '1,400');
  await user.click(screen.getByRole('button', { name: 'Cobrar Q1,299.00' }));
  expect(await screen.findByText('La orden 100104996 no se cobró')).toBeVisible();
  // The refused form is gone, so a notice shows the refusal, as on every page.
  expect(await screen.findByText('Esa caja ya no está abierta.')).toBeVisible();
  expect(screen.getByText(/Recibido: Q1,400\.00/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Abrir caja' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Abrir caja' }));
  await user.type(dialog.getByRole('textbox', { name: /Fondo contado/ }), '500');
  await user.click(dialog.getByRole('button', { name: 'Abrir caja' }));
  expect(await screen.findByRole('textbox', { name: 'Recibido' })).toHaveValue('1,400');
});

test('[CASH-01, CASH-02] if the till closed before an answer, the page leaves the payment open', async () => {
  let now = till();
  const desk = await openDesk('/caja', {
    session,
    calls: {
      ...calls,
      getTill: () => ({ status: 200, data: now }),
      findTillOrders: { status: 200, data: [order] },
      payAtTill: () => noAnswer,
      closeTill: () => {
        now = till({ ...closed, version: 3, actions: ['open'] });
        return { status: 200, data: now };
      },
    },
  });
  const { user } = desk;
  await user.type(await screen.findByRole('textbox', { name: /Número de orden/ }), '100104996{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Cobrar Q1,299.00' }));
  expect(await screen.findByText(/No hay conexión/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Cerrar caja' }));
  const closing = within(await screen.findByRole('dialog', { name: 'Cerrar caja' }));
  await user.type(closing.getByRole('textbox', { name: /Efectivo contado/ }), '490');
  await user.click(closing.getByRole('button', { name: 'Cerrar caja' }));
  expect(await screen.findByText('No sabemos si la orden 100104996 se cobró')).toBeVisible();
  expect(screen.queryByText('La orden 100104996 no se cobró')).toBeNull();
});

test('[CASH-02] the received amount of a found order has the focus, and a short number is an amount', async () => {
  const desk = await openDesk('/caja', {
    session,
    calls: { ...calls, findTillOrders: { status: 200, data: [{ ...order, due: 169.95 }] }, payAtTill: paid },
  });
  const { user } = desk;
  const field = await screen.findByRole('textbox', { name: /Número de orden/ });
  await user.type(field, '100104996{Enter}');
  const received = await screen.findByRole('textbox', { name: 'Recibido' });
  await waitFor(() => expect(received).toHaveFocus());
  // An amount typed into the scan field is not a code, so the order stays.
  await user.type(field, '200{Enter}');
  expect(screen.getByRole('heading', { name: '100104996' })).toBeVisible();
  expect(received).toHaveValue('200');
  expect(field).toHaveValue('');
  await waitFor(() => expect(received).toHaveFocus());
  expect(desk.sentTo('payAtTill')).toEqual([]);
  await user.type(field, 'ABC{Enter}');
  expect(screen.getByText('No es una orden ni un teléfono')).toBeVisible();
  expect(screen.getByRole('heading', { name: '100104996' })).toBeVisible();
});

test('[CASH-02] the missing amount shows until another amount is typed', async () => {
  const desk = await openDesk('/caja', {
    session,
    calls: {
      ...calls,
      findTillOrders: { status: 200, data: [{ ...order, due: 169.95 }] },
      payAtTill: refusal('VALIDATION_ERROR', { fields: { amount: 'Faltan Q69.95 por cobrar.' } }),
    },
  });
  const { user } = desk;
  await user.type(await screen.findByRole('textbox', { name: /Número de orden/ }), '100104996{Enter}');
  const received = await screen.findByRole('textbox', { name: 'Recibido' });
  await user.type(received, '100{Enter}');
  expect(await screen.findByText('Faltan Q69.95 por cobrar.')).toBeVisible();
  await user.clear(received);
  await user.type(received, '200');
  expect(screen.getByText('Vuelto')).toBeVisible();
  expect(screen.queryByText('Faltan Q69.95 por cobrar.')).toBeNull();
});

test('[CASH-02] a refusal that arrives while another order is being paid shows, but not at its field', async () => {
  const slow = Promise.withResolvers<void>();
  const desk = await openDesk('/caja', {
    session,
    calls: {
      ...calls,
      findTillOrders: ({ query: { q = '' } }) => ({ status: 200, data: [{ ...order, orderNumber: q }] }),
      payAtTill: async () => {
        await slow.promise;
        return refusal('VALIDATION_ERROR', { fields: { amount: 'Faltan Q69.95 por cobrar.' } });
      },
    },
  });
  const { user } = desk;
  const field = await screen.findByRole('textbox', { name: /Número de orden/ });
  await user.type(field, '100104996{Enter}');
  await user.type(await screen.findByRole('textbox', { name: 'Recibido' }), '100{Enter}');
  await user.click(screen.getByRole('button', { name: 'Quitar orden' }));
  await user.type(field, '100104997{Enter}');
  expect(await screen.findByRole('heading', { name: '100104997' })).toBeVisible();
  const received = screen.getByRole('textbox', { name: 'Recibido' });
  expect(received).toHaveValue('');
  slow.resolve();
  expect(await screen.findByText(/Faltan Q69\.95 por cobrar\./)).toBeVisible();
  expect(received).toBeValid();
});

test('[CASH-02] a payment with a wrong amount or voucher is not sent', async () => {
  const desk = await openDesk('/caja', {
    session,
    calls: { ...calls, findTillOrders: { status: 200, data: [order] }, payAtTill: paid },
  });
  const { user } = desk;
  const pay = () => user.click(screen.getByRole('button', { name: 'Cobrar Q1,299.00' }));
  await user.type(await screen.findByRole('textbox', { name: /Número de orden/ }), '100104996{Enter}');
  await user.type(await screen.findByRole('textbox', { name: 'Recibido' }), '0');
  await pay();
  expect(await screen.findByText(/^Escribe un monto de Q0\.01 a /)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Tarjeta' }));
  await pay();
  expect(await screen.findByText('Falta este dato.')).toBeVisible();
  const voucher = screen.getByRole('textbox', { name: /Número del voucher/ });
  await user.click(voucher);
  await user.paste('4'.repeat(61));
  await pay();
  expect(voucher).toBeInvalid();
  expect(desk.sentTo('payAtTill')).toEqual([]);
  await user.clear(voucher);
  await user.type(voucher, ' 004417 ');
  await pay();
  expect(await screen.findByText('Entrega el vuelto')).toBeVisible();
  expect(desk.sentTo('payAtTill').map(({ body }) => body)).toEqual([
    { orderNumber: '100104996', kind: 'card', amount: 1299, receipt: '004417' },
  ]);
});

test('[CASH-04] a withdrawal is fully reversed with its reason, once', async () => {
  const shared = { reference: null, at: '2026-11-27T16:35:00.000Z', by: 'Brenda Coc', means: 'cash' } as const;
  const out = { ...shared, id: '9', kind: 'out', amount: -200.1, orderNumber: null, reason: 'Pago de agua' } as const;
  const back = { ...out, id: '10', kind: 'in', amount: 200.1, reason: 'Se digitó mal', corrects: '9' } as const;
  const actions = ['pay', 'move', 'unpay', 'close', 'correct'];
  let data = till({ movements: [{ ...out, corrects: null }], actions });
  const desk = await openDesk('/caja', {
    session,
    calls: {
      ...calls,
      getTill: () => ({ status: 200, data }),
      undoTillMovement: () => {
        data = till({ movements: [back, { ...out, corrects: null }], actions, version: 3 });
        return { status: 200, data };
      },
    },
  });
  await desk.user.click(await screen.findByRole('button', { name: /^Anular Retiro/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Anular retiro' }));
  expect(dialog.getByText(/Q200\.10/)).toBeVisible();
  await desk.user.type(dialog.getByRole('textbox', { name: 'Motivo' }), 'Se digitó mal');
  await desk.user.click(dialog.getByRole('button', { name: 'Anular' }));
  expect(await screen.findByText('Movimiento anulado')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Anular Retiro/ })).toBeNull());
  expect(desk.sentTo('undoTillMovement').map(({ params, body }) => [params, body])).toEqual([
    [{ id, movement: '9' }, { reason: 'Se digitó mal' }],
  ]);
});
