import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DeskAnswer } from '../session/desk-client.ts';
import { noAnswer, refusal } from '../testing/desk-network.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';

type Till = DeskAnswer<'getTill'>['data'];
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
  float: 500,
  movements: [],
  closing: null,
  version: 2,
  actions: ['pay', 'move', 'unpay', 'close'],
  ...changes,
});

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

const { movements: _, closing: __, float: ___, version: ____, actions: _____, ...row } = till();
const list = { status: 200, data: [row], next: null, total: { value: 1, capped: false } };
const session = sampleSession('cashier');
const calls = { listTills: list, getTill: { status: 200, data: till() } };

test.each([1440, 390])('[CASH-02] a store payment is found, taken and printed: two presses, at %i', async (width) => {
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
});

test('[CASH-02] an answer that comes late replaces no order that was searched after it', async () => {
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

test('[CASH-02] a voucher has its number, and one that was used says which order it paid', async () => {
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

test('[CASH-01] a closed till is opened with its float, and closed by count with the reason of a difference', async () => {
  let now = till({ state: 'closed', openedAt: null, openedBy: null, float: null, version: 1, actions: ['open'] });
  const desk = await openDesk('/caja', {
    session,
    calls: {
      ...calls,
      getTill: () => ({ status: 200, data: now }),
      openTill: () => {
        now = till();
        return { status: 200, data: now };
      },
      closeTill: ({ body }) =>
        JSON.stringify(body).includes('reason')
          ? {
              status: 200,
              data: till({ state: 'closed', openedAt: null, openedBy: null, float: null, actions: ['open'] }),
            }
          : refusal('VALIDATION_ERROR', {
              fields: { reason: 'Cuenta otra vez o escribe por qué.' },
            }),
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
  expect(await closing.findByText('Cuenta otra vez o escribe por qué.')).toBeVisible();
  await desk.user.type(closing.getByRole('textbox', { name: /Motivo/ }), 'Vuelto de más');
  await desk.user.click(closing.getByRole('button', { name: 'Cerrar caja' }));
  expect(await screen.findByText('La caja está cerrada')).toBeVisible();
});

test('[CASH-02] a payment whose answer got lost is not taken again with another amount', async () => {
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

test('[CASH-02] an order that is paid again after a payment was taken back has its new receipt', async () => {
  const movement = (number: string, kind: 'payment' | 'unpaid'): Till['movements'][number] => ({
    ...{ id: number, kind, means: 'cash', amount: kind === 'payment' ? 1299 : -1299, orderNumber: order.orderNumber },
    ...{ reference: null, received: null, change: null, reason: null },
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

test('[CASH-02] a payment is taken back with its reason, and told why where its order has left', async () => {
  const paid: Till['movements'][number] = {
    ...{ id: '7', kind: 'payment', means: 'cash', amount: 1299, orderNumber: order.orderNumber, reference: null },
    ...{ received: 1400, change: 101, reason: null, at: '2026-11-27T16:35:00.000Z', by: 'Brenda Coc' },
  };
  const left = 'La orden ya salió: no se puede anular su cobro.';
  let now = till({ movements: [paid] });
  let hasLeft = true;
  const desk = await openDesk('/caja', {
    session,
    calls: {
      ...calls,
      getTill: () => ({ status: 200, data: now }),
      unpayAtTill: () => {
        if (hasLeft) return refusal('TRANSITION_NOT_ALLOWED', {}, left);
        const back = { ...paid, id: '8', kind: 'unpaid' as const, amount: -1299, reason: 'Era otra orden' };
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
  expect(await dialog.findByText(left)).toBeVisible();
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

test.each([
  ['leaves the till that this browser stands at', id, 'Caja 2, Ceiba Zona 10'],
  ['has no till guessed where this browser stands at none', '', 'Elige la caja'],
])('[CASH-10] a refund %s, and what was typed stays', async (_how, own, first) => {
  const slow = Promise.withResolvers<void>();
  const other = { ...row, id: id.replace(/01$/, '00'), name: 'Caja 1' };
  const desk = await openDesk('/caja/reembolsos', {
    session,
    calls: {
      listCashRefunds: {
        status: 200,
        data: [
          {
            ...{ id: id.replace(/01$/, '77'), orderNumber: '100104990', since: '2026-11-27T15:04:00.000Z' },
            ...{ name: 'Walter Quiñónez', phone: '44710932', storeName: null, amount: 250, transfer: null },
            accountSavedAt: null,
            payAt: [{ storeCode: row.storeCode, name: row.storeName }],
          },
        ],
        next: null,
        total: { value: 1, capped: false },
      },
      listTills: async () => {
        await slow.promise;
        const elsewhere = { ...row, id: id.replace(/01$/, '02'), storeCode: 'XELA', storeName: 'Ceiba Xela' };
        return { ...list, data: [elsewhere, other, row] };
      },
      payRefundAtTill: { status: 200, data: { orderNumber: '100104990', amount: 250, reference: 'R-7' } },
    },
  });
  const { user } = desk;
  localStorage.setItem('ceiba.desk.till', own);
  await user.click(await screen.findByText('100104990'));
  await user.click(await screen.findByRole('button', { name: 'Pagar en una caja' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Entregar Q250.00' }));
  await user.type(dialog.getByRole('textbox', { name: 'Comprobante' }), 'R-');
  slow.resolve();
  expect(await dialog.findByRole('option', { name: first })).toHaveProperty('selected', true);
  expect(dialog.queryByRole('option', { name: /Xela/ })).toBeNull();
  await user.type(dialog.getByRole('textbox', { name: 'Comprobante' }), '7');
  if (own === '') await user.selectOptions(dialog.getByRole('combobox', { name: 'Caja' }), 'Caja 2, Ceiba Zona 10');
  await user.click(dialog.getByRole('button', { name: 'Entregar Q250.00' }));
  await waitFor(() => expect(desk.sentTo('payRefundAtTill')).toHaveLength(1));
  expect(desk.sentTo('payRefundAtTill')[0]?.body).toEqual({ tillId: id, reference: 'R-7', amount: 250 });
});

test('[CASH-10] a refund that no open till may pay says where it is paid', async () => {
  const { user } = await openDesk('/caja/reembolsos', {
    session,
    calls: {
      listCashRefunds: {
        status: 200,
        data: [
          {
            ...{ id: id.replace(/01$/, '77'), orderNumber: '100104990', since: '2026-11-27T15:04:00.000Z' },
            ...{ name: 'Walter Quiñónez', phone: '44710932', storeName: null, amount: 250, transfer: null },
            accountSavedAt: null,
            payAt: [{ storeCode: 'XELA', name: 'Ceiba Xela' }],
          },
        ],
        next: null,
        total: { value: 1, capped: false },
      },
      listTills: { ...list, data: [row] },
    },
  });
  await user.click(await screen.findByText('100104990'));
  await user.click(await screen.findByRole('button', { name: 'Pagar en una caja' }));
  expect(await screen.findByText('Este reembolso se paga en Ceiba Xela')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Entregar Q250.00' })).toBeNull();
});

test('[CASH-10] what was transferred says which account was read, and a newer one is told in the server’s words', async () => {
  const message = 'La cuenta se cambió después de que la viste: ahora es BAM …4567.';
  const desk = await openDesk('/caja/reembolsos', {
    session: sampleSession('owner'),
    calls: {
      listCashRefunds: {
        status: 200,
        data: [
          {
            ...{ id: id.replace(/01$/, '77'), orderNumber: '100104990', since: '2026-11-27T15:04:00.000Z' },
            ...{ name: 'Walter Quiñónez', phone: '44710932', storeName: null, amount: 250, payAt: [] },
            ...{ transfer: 'Banrural …4567', accountSavedAt: '2026-11-27T15:10:00.000Z' },
          },
        ],
        next: null,
        total: { value: 1, capped: false },
      },
      openRefundTransfer: {
        status: 200,
        data: {
          ...{ bank: 'Banrural', account: '300-123-4567', name: 'Lucía Paz', amount: 250 },
          accountSavedAt: '2026-11-27T15:20:00.000Z',
        },
      },
      payRefundByTransfer: () => refusal('VERSION_CONFLICT', { current: {} }, message),
    },
  });
  const { user } = desk;
  const pay = async (): Promise<void> => {
    await user.click(await screen.findByRole('button', { name: 'Ya se transfirió' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Transferencia de Q250.00' }));
    await user.type(dialog.getByRole('textbox', { name: 'Referencia del banco' }), '998877');
    await user.click(dialog.getByRole('button', { name: 'Marcar pagado Q250.00' }));
    expect(await dialog.findByText(message)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Cancelar' }));
  };
  await user.click(await screen.findByText('100104990'));
  await pay();
  await user.click(await screen.findByText('100104990'));
  await user.click(await screen.findByRole('button', { name: 'Ver la cuenta' }));
  expect(await screen.findByText('Banrural, 300-123-4567, Lucía Paz')).toBeVisible();
  await pay();
  const common = { reference: '998877', amount: 250 };
  expect(desk.sentTo('payRefundByTransfer').map(({ body }) => body)).toEqual([
    { ...common, accountSavedAt: '2026-11-27T15:10:00.000Z' },
    { ...common, accountSavedAt: '2026-11-27T15:20:00.000Z' },
  ]);
});

test('[CASH-10] support notes a refund for transfer by bank, account and name, which is then known by a part of it', async () => {
  let transfer: string | null = null;
  const desk = await openDesk('/ordenes', {
    session: sampleSession('support'),
    calls: {
      listOrderRows: { status: 200, data: [], next: null, total: { value: 0, capped: false } },
      listCashRefunds: () => ({
        status: 200,
        data: [
          {
            ...{ id: id.replace(/01$/, '77'), orderNumber: '100104990', since: '2026-11-27T15:04:00.000Z' },
            ...{ name: 'Walter Quiñónez', phone: '44710932', storeName: null, amount: 250, payAt: [], transfer },
            accountSavedAt: transfer === null ? null : '2026-11-27T15:10:00.000Z',
          },
        ],
        next: null,
        total: { value: 1, capped: false },
      }),
      setRefundTransfer: () => {
        transfer = 'Banrural …4567';
        return { status: 200, data: { transfer } };
      },
    },
  });
  const { user } = desk;
  await user.click(await screen.findByRole('link', { name: 'Reembolsos por pagar' }));
  await user.click(await screen.findByText('100104990'));
  await user.click(await screen.findByRole('button', { name: 'Anotar la cuenta' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Cuenta para la orden 100104990' }));
  const save = () => user.click(dialog.getByRole('button', { name: 'Guardar cuenta' }));
  await user.type(dialog.getByRole('textbox', { name: 'Banco' }), 'Banrural');
  await user.type(dialog.getByRole('textbox', { name: 'Número de cuenta' }), '300-123-4567');
  await save();
  expect(await dialog.findByText('Falta este dato.')).toBeVisible();
  await user.type(dialog.getByRole('textbox', { name: 'A nombre de' }), 'Lucía Paz');
  await save();
  expect(await screen.findByText('Cuenta guardada')).toBeVisible();
  await user.click(await screen.findByText('100104990'));
  expect(await screen.findByText('Por transferencia: Banrural …4567')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Cambiar la cuenta' })).toBeVisible();
  expect(desk.sentTo('setRefundTransfer').map((sent) => [sent.params, sent.body])).toEqual([
    [{ id: id.replace(/01$/, '77') }, { bank: 'Banrural', account: '300-123-4567', name: 'Lucía Paz' }],
  ]);
});

test('[CASH-10] accounting, who uses no till, marks as paid what was transferred', async () => {
  const amount = 250;
  const desk = await openDesk('/ordenes', {
    session: sampleSession('accounting'),
    calls: {
      listOrderRows: { status: 200, data: [], next: null, total: { value: 0, capped: false } },
      listCashRefunds: {
        status: 200,
        data: [
          {
            ...{ id: id.replace(/01$/, '77'), orderNumber: '100104990', since: '2026-11-27T15:04:00.000Z' },
            ...{ name: 'Walter Quiñónez', phone: '44710932', storeName: null, amount, payAt: [] },
            ...{ transfer: 'Banrural …4567', accountSavedAt: '2026-11-27T15:10:00.000Z' },
          },
        ],
        next: null,
        total: { value: 1, capped: false },
      },
      payRefundByTransfer: { status: 200, data: { orderNumber: '100104990', amount, reference: '998877' } },
    },
  });
  const { user } = desk;
  await user.click(await screen.findByRole('link', { name: 'Reembolsos por pagar' }));
  await user.click(await screen.findByText('100104990'));
  await user.click(await screen.findByRole('button', { name: 'Ya se transfirió' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Transferencia de Q250.00' }));
  await user.type(dialog.getByRole('textbox', { name: 'Referencia del banco' }), '998877');
  await user.click(dialog.getByRole('button', { name: 'Marcar pagado Q250.00' }));
  expect(await screen.findByText('Reembolso pagado')).toBeVisible();
  expect(desk.sentTo('payRefundByTransfer').map(({ body }) => body)).toEqual([
    { reference: '998877', amount, accountSavedAt: '2026-11-27T15:10:00.000Z' },
  ]);
});
