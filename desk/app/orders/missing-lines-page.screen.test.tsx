import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DeskAnswer } from '../session/desk-client.ts';
import type { DeskCalls } from '../testing/desk-network.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';
import { orderCalls, orderedAt, sampleOrder } from '../testing/sample-order.ts';

type MissingLine = DeskAnswer<'listMissingLines'>['data'][number];

const shipmentId = `${sampleOrder.number}-1`;
const missing = (changes: Partial<MissingLine> = {}): MissingLine => ({
  ...{ id: `${shipmentId}.2`, shipmentId, orderNumber: sampleOrder.number, line: 2, sku: 'RADIO', title: 'Radio' },
  ...{ missing: 1, customer: 'Ana Ajú', phone: '55124087', promisedOn: '2026-11-28', storeCode: 'BODEGA' },
  since: orderedAt,
  ...changes,
});

const shipment: DeskAnswer<'getDeskOrder'>['data']['shipments'][number] = {
  ...{ id: shipmentId, sellerId: 1, seller: 'Ceiba', storeCode: 'BODEGA', state: 'picking', isLate: false },
  ...{ promisedOn: '2026-11-28', attempts: 0, courier: null, trackingNumber: null, cashToCollect: 0, shortfall: 0 },
  ...{ reason: null, version: 3, isOwn: true },
  lines: [
    { line: 1, sku: 'TV-55', title: 'Televisor', quantity: 1 },
    { line: 2, sku: 'RADIO', title: 'Radio', quantity: 3 },
  ],
};
const order = { ...sampleOrder, shipments: [shipment], actions: ['edit', 'promise', 'cancel', 'refund'] };

const open = async (line: MissingLine, calls: DeskCalls) => {
  const desk = await openDesk('/ordenes/sin-existencias', {
    session: sampleSession('support'),
    calls: {
      ...orderCalls,
      getDeskOrder: { status: 200, data: order },
      listMissingLines: { status: 200, data: [line], next: null, total: { value: 1, capped: false } },
      ...calls,
    },
  });
  await desk.user.click(await screen.findByText(line.shipmentId));
  const dialog = within(await screen.findByRole('dialog', { name: /sin existencias$/ }));
  return { ...desk, press: async (name: string) => desk.user.click(await dialog.findByRole('button', { name })) };
};

test('[WORK-08] a line with missing units gets a new date', async () => {
  const desk = await open(missing(), { correctOrder: { status: 200, data: { ...order, version: 5 } } });
  await desk.press('Otra fecha');
  const dialog = within(await screen.findByRole('dialog', { name: 'Cambiar fecha prometida' }));
  const day = dialog.getByLabelText(/Nueva fecha/);
  await desk.user.clear(day);
  await desk.user.type(day, '2026-12-05');
  await desk.user.click(dialog.getByRole('button', { name: 'Cambiar fecha' }));
  await waitFor(() => expect(desk.sentTo('correctOrder')).toHaveLength(1));
  expect(desk.sentTo('correctOrder')[0]?.body).toEqual({
    version: 4,
    promises: [{ shipmentId, promisedOn: '2026-12-05' }],
  });
});

test('[WORK-08, WORK-17] a missing line is canceled and refunded: its units are preselected in the dialog', async () => {
  const refund = {
    ...{
      id: '01a21b45-9d58-7b10-8d76-792b15967a09',
      orderNumber: order.number,
      amount: 33.33,
      money: 33.33,
      points: 0,
    },
    ...{ giftCards: 0, to: 'origin', state: 'due', reason: 'No hay', by: 'Marta', createdAt: orderedAt, doneAt: null },
    ...{ decidedBy: null, courtesyReason: null, shipping: 0, donation: 0, goodwill: 0, reference: null, refusal: null },
    ...{ lines: [], decidedAt: null, rejection: null, actions: [] },
  };
  const desk = await open(missing(), { createRefund: { status: 201, data: refund } });
  await desk.press('Reducir y reembolsar');
  const dialog = within(await screen.findByRole('dialog', { name: 'Reembolsar' }));
  expect(dialog.getByRole('spinbutton', { name: 'Cantidad de Radio' })).toHaveValue('1');
  expect(dialog.getByRole('radio', { name: /^No se envía/ })).toBeChecked();
  await desk.user.type(dialog.getByRole('textbox', { name: /Motivo/ }), 'No hay');
  await desk.user.click(dialog.getByRole('button', { name: 'Reembolsar Q33.33' }));
  await waitFor(() => expect(desk.sentTo('createRefund')).toHaveLength(1));
  expect(desk.sentTo('createRefund')[0]?.body).toMatchObject({
    orderNumber: order.number,
    lines: [{ line: 2, quantity: 1 }],
    unsent: 'cancel',
  });
});

test('[WORK-08] in a partly found line, another product replaces only the missing units', async () => {
  const hit = { kind: 'product', id: 'RADIO-2', title: 'Radio azul', text: 'RADIO-2', isExact: false } as const;
  const desk = await open(missing(), {
    searchDesk: { status: 200, data: [{ ...hit, href: '/admin/ordenes?q=RADIO-2' }] },
    replaceOrderLine: { status: 200, data: { ...order, version: 5 } },
  });
  await desk.press('Otro producto');
  const dialog = within(await screen.findByRole('dialog', { name: 'Otro producto en lugar de Radio' }));
  expect(dialog.getByText(/Se cambia solo lo que falta: 1 de 3 unidades\./)).toBeVisible();
  await desk.user.type(dialog.getByRole('textbox', { name: 'Producto nuevo' }), 'radio');
  await desk.user.click(await dialog.findByRole('radio', { name: /Radio azul/ }));
  await desk.user.type(dialog.getByRole('textbox', { name: /Motivo/ }), 'Lo prefiere azul');
  await desk.user.click(dialog.getByRole('button', { name: 'Cambiar producto' }));
  expect(await screen.findByText('Radio azul va en lugar de Radio')).toBeVisible();
  expect(desk.sentTo('replaceOrderLine').map(({ body }) => body)).toEqual([
    { version: 4, line: 2, sku: 'RADIO-2', reason: 'Lo prefiere azul', shipmentId },
  ]);
});

test('[WORK-08] the replacement product is found by name, and shows before it is chosen', async () => {
  const hit = { kind: 'product', id: 'TV-50', title: 'Televisor 50', text: 'TV-50', isExact: false } as const;
  const desk = await open(missing({ id: `${shipmentId}.1`, line: 1, sku: 'TV-55', title: 'Televisor' }), {
    searchDesk: { status: 200, data: [{ ...hit, href: '/admin/ordenes?q=TV-50' }] },
    replaceOrderLine: { status: 200, data: { ...order, version: 5 } },
  });
  await desk.press('Otro producto');
  const dialog = within(await screen.findByRole('dialog', { name: 'Otro producto en lugar de Televisor' }));
  await desk.user.type(dialog.getByRole('textbox', { name: 'Producto nuevo' }), 'televisor');
  await desk.user.click(await dialog.findByRole('radio', { name: /Televisor 50/ }));
  await desk.user.type(dialog.getByRole('textbox', { name: /Motivo/ }), 'Le gusta más');
  await desk.user.click(dialog.getByRole('button', { name: 'Cambiar producto' }));
  expect(await screen.findByText('Televisor 50 va en lugar de Televisor')).toBeVisible();
  expect(desk.sentTo('replaceOrderLine').map(({ body }) => body)).toEqual([
    { version: 4, line: 1, sku: 'TV-50', reason: 'Le gusta más', shipmentId },
  ]);
});
