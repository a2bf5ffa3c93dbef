import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DeskAnswer } from '../session/desk-client.ts';
import { refusal } from '../testing/desk-network.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';

type Refund = DeskAnswer<'listCashRefunds'>['data'][number];
type Till = DeskAnswer<'listTills'>['data'][number];

const id = '01a21b45-9d58-7b10-8d76-792b15967a01';
const refundId = '01a21b45-9d58-7b10-8d76-792b15967a77';
const till: Till = {
  ...{ id, name: 'Caja 2', storeCode: 'MAX', storeName: 'Ceiba Zona 10', state: 'open', isGeneral: false },
  ...{ openedAt: '2026-11-27T15:04:00.000Z', openedBy: 'Brenda Coc' },
};
const session = sampleSession('cashier');

const pageOf = <Row,>(...data: Row[]) => ({
  status: 200,
  data,
  next: null,
  total: { value: data.length, capped: false },
});
const tills = (...some: Till[]) => pageOf(...some);

/** One refund that is due. */
const due = (changes: Partial<Refund>) =>
  pageOf<Refund>({
    ...{ id: refundId, orderNumber: '100104990', since: '2026-11-27T15:04:00.000Z', name: 'Walter Quiñónez' },
    ...{
      phone: '44710932',
      storeName: null,
      amount: 250,
      transfer: null,
      accountSavedAt: null,
      voucher: null,
      payAt: [],
    },
    ...changes,
  });

/** A refund whose bank account was recorded. */
const withAccount = { transfer: 'Banrural …4567', accountSavedAt: '2026-11-27T15:10:00.000Z' };

test.each([
  ['preselects the till of this browser', id, 'Caja 2, Ceiba Zona 10'],
  ['preselects no till if this browser has none', '', 'Elige la caja'],
])('[CASH-10] a refund %s, and typed values stay', async (_how, own, first) => {
  const slow = Promise.withResolvers<void>();
  const other = { ...till, id: id.replace(/01$/, '00'), name: 'Caja 1' };
  const desk = await openDesk('/caja/reembolsos', {
    session,
    calls: {
      listCashRefunds: due({ payAt: [{ storeCode: till.storeCode, name: till.storeName }] }),
      listTills: async () => {
        await slow.promise;
        const elsewhere = { ...till, id: id.replace(/01$/, '02'), storeCode: 'XELA', storeName: 'Ceiba Xela' };
        return tills(elsewhere, other, till);
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

test('[CASH-10] a refund that no open till may pay names the stores that can pay it', async () => {
  const { user } = await openDesk('/caja/reembolsos', {
    session,
    calls: {
      listCashRefunds: due({ payAt: [{ storeCode: 'XELA', name: 'Ceiba Xela' }] }),
      listTills: tills(till),
    },
  });
  await user.click(await screen.findByText('100104990'));
  await user.click(await screen.findByRole('button', { name: 'Pagar en una caja' }));
  expect(await screen.findByText('Este reembolso se paga en Ceiba Xela')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Entregar Q250.00' })).toBeNull();
});

test('[CASH-10] a transfer records the account on the page, and the server reports a newer account', async () => {
  const message = 'La cuenta se cambió después de que la viste: ahora es BAM …4567.';
  const desk = await openDesk('/caja/reembolsos', {
    session: sampleSession('owner'),
    calls: {
      listCashRefunds: due(withAccount),
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

test('[CASH-10] support records bank, account and name for a transfer, which then show only in part', async () => {
  let transfer: string | null = null;
  const desk = await openDesk('/ordenes', {
    session: sampleSession('support'),
    calls: {
      listOrderRows: { status: 200, data: [], next: null, total: { value: 0, capped: false } },
      listCashRefunds: () => due(transfer === null ? {} : { ...withAccount, transfer }),
      setRefundTransfer: () => {
        transfer = 'Banrural …4567';
        return { status: 200, data: { transfer } };
      },
    },
  });
  const { user } = desk;
  await user.click(await within(await screen.findByRole('main')).findByRole('link', { name: 'Reembolsos por pagar' }));
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
    [{ id: refundId }, { bank: 'Banrural', account: '300-123-4567', name: 'Lucía Paz' }],
  ]);
});

test('[CASH-10] accounting, without a till, marks a transfer as paid', async () => {
  const amount = 250;
  const desk = await openDesk('/ordenes', {
    session: sampleSession('accounting'),
    calls: {
      listOrderRows: { status: 200, data: [], next: null, total: { value: 0, capped: false } },
      listCashRefunds: due(withAccount),
      payRefundByTransfer: { status: 200, data: { orderNumber: '100104990', amount, reference: '998877' } },
    },
  });
  const { user } = desk;
  await user.click(await within(await screen.findByRole('main')).findByRole('link', { name: 'Reembolsos por pagar' }));
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

test('[CASH-10] changing from voucher to cash needs a reason and a new receipt: the voucher’s values are cleared', async () => {
  const desk = await openDesk('/caja/reembolsos', {
    session,
    calls: {
      listCashRefunds: due({ voucher: '004417', payAt: [{ storeCode: till.storeCode, name: till.storeName }] }),
      listTills: tills(till),
      payRefundAtTill: { status: 200, data: { orderNumber: '100104990', amount: 250, reference: 'R-7' } },
    },
  });
  const { user } = desk;
  await user.click(await screen.findByText('100104990'));
  await user.click(await screen.findByRole('button', { name: 'Pagar en una caja' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Entregar Q250.00' }));
  const means = await dialog.findByRole('combobox', { name: 'Cómo se devuelve' });
  expect(dialog.queryByRole('textbox', { name: 'Por qué en efectivo' })).toBeNull();
  await user.type(dialog.getByRole('textbox', { name: 'Comprobante' }), 'ANUL-1');
  await user.selectOptions(means, 'Dar efectivo');
  expect(dialog.getByRole('textbox', { name: 'Comprobante' })).toHaveValue('');
  await user.type(dialog.getByRole('textbox', { name: 'Comprobante' }), 'R-7');
  const pay = () => user.click(dialog.getByRole('button', { name: 'Entregar Q250.00' }));
  await pay();
  expect(dialog.getByText('Falta este dato.')).toBeVisible();
  expect(desk.sentTo('payRefundAtTill')).toEqual([]);
  await user.type(dialog.getByRole('textbox', { name: 'Por qué en efectivo' }), 'La terminal no anula');
  await pay();
  await waitFor(() => expect(desk.sentTo('payRefundAtTill')).toHaveLength(1));
  expect(desk.sentTo('payRefundAtTill')[0]?.body).toEqual({
    ...{ tillId: id, reference: 'R-7', amount: 250 },
    ...{ means: 'cash', cashReason: 'La terminal no anula' },
  });
});
