import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';
import { orderedAt as at } from '../testing/sample-order.ts';

const id = '01a21b45-9d58-7b10-8d76-792b15967a09';
const row = {
  ...{ id, orderNumber: '100104996', amount: 1_500, to: 'transfer', state: 'awaiting_approval', reason: 'Dañado' },
  ...{ money: 1_500, points: 0, giftCards: 0 },
  ...{ by: 'Marta Xicará', createdAt: at, doneAt: null, decidedBy: null, courtesyReason: null },
};
const refund = {
  ...row,
  ...{ shipping: 0, donation: 0, goodwill: 0, reference: null, refusal: null },
  lines: [{ line: 1, sku: 'TV-55', title: 'Televisor', quantity: 1, amount: 1_500 }],
  ...{ decidedAt: null, rejection: null, actions: ['approve', 'reject'] },
};
const listed = { status: 200, data: [row], next: null, total: { value: 1, capped: false } };

const open = (actions: readonly string[] = refund.actions) =>
  openDesk('/ordenes/reembolsos?state=awaiting_approval', {
    session: sampleSession('manager'),
    calls: {
      listRefunds: listed,
      getRefund: { status: 200, data: { ...refund, actions } },
      approveRefund: { status: 200, data: { ...refund, state: 'due', decidedBy: 'Brenda Coc', actions: [] } },
      rejectRefund: { status: 200, data: { ...refund, state: 'rejected', rejection: 'Falta la foto', actions: [] } },
    },
  });
const openRow = async (desk: Awaited<ReturnType<typeof open>>) => {
  await desk.user.click(await screen.findByText('100104996'));
  return within(await screen.findByRole('dialog', { name: 'Reembolso de Q1,500.00' }));
};

test('[WORK-19] a waiting refund shows its person and reason, and is approved by one press', async () => {
  const desk = await open();
  const dialog = await openRow(desk);
  for (const text of ['1 × Televisor', 'Transferencia', 'Dañado', 'Por aprobar'])
    expect(dialog.getByText(text)).toBeVisible();
  expect(dialog.getByText(/Marta Xicará/)).toBeVisible();
  await desk.user.click(dialog.getByRole('button', { name: 'Aprobar Q1,500.00' }));
  expect(await screen.findByText('Aprobado: Q1,500.00')).toBeVisible();
  expect(desk.sentTo('approveRefund')).toHaveLength(1);
});

test('[WORK-19] a refund is rejected with a reason, never without', async () => {
  const desk = await open();
  await desk.user.click((await openRow(desk)).getByRole('button', { name: 'Rechazar' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Rechazar el reembolso de Q1,500.00' }));
  await desk.user.click(dialog.getByRole('button', { name: 'Rechazar' }));
  expect(dialog.getByText('Falta este dato.')).toBeVisible();
  await desk.user.type(dialog.getByRole('textbox', { name: /Motivo/ }), 'Falta la foto');
  await desk.user.click(dialog.getByRole('button', { name: 'Rechazar' }));
  expect(await screen.findByText('Reembolso rechazado')).toBeVisible();
  expect(desk.sentTo('rejectRefund').map(({ body }) => body)).toEqual([{ reason: 'Falta la foto' }]);
});

test('[WORK-19] the person who requested a refund has no buttons, and reads that another person decides', async () => {
  const desk = await open([]);
  const dialog = await openRow(desk);
  expect(dialog.getByText('Lo decide otra persona que pueda aprobar reembolsos.')).toBeVisible();
  expect(dialog.queryByRole('button', { name: /Aprobar/ })).toBeNull();
});
