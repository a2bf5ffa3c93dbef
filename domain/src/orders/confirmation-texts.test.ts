import { expect, test } from 'vitest';
import { quetzales } from '../money/money.ts';
import { confirmBeforeText, confirmStep, nextSteps, paymentText, storePaymentSteps } from './confirmation-texts.ts';

const delivered = ['Lo preparamos y enviamos', 'Llega a tu puerta'];
const pickedUp = ['Lo preparamos en la tienda', 'Recógelo'];

test.each([
  ['delivery', false, delivered, 'en la dirección indicada.'],
  ['delivery', true, delivered, 'cobrará únicamente en efectivo'],
  ['storepickup', false, pickedUp, 'Presenta tu número de pedido y tu identificación.'],
  ['storepickup', true, pickedUp, 'Paga en efectivo al recoger tu pedido en tienda.'],
  [null, false, ['Entrega digital'], 'por correo electrónico'],
] as const)('[ORD-14] the next steps for %s, cash %s: %j', (deliveryType, isCash, titles, lastText) => {
  const steps = nextSteps({ deliveryType, isCash });
  expect(steps.map(({ title }) => title)).toEqual(titles);
  expect(steps.at(-1)?.text).toContain(lastText);
});

test.each([
  ['cashPayments', 0, 'Efectivo contra entrega. Ten listos Q9,752.00 en efectivo.'],
  ['singlePayment', 1, 'Tarjeta al contado'],
  ['monthlyPayments', 12, '12 cuotas de Q812.67'],
] as const)('[DEC-43] the payment text for %s in %d: %s', (method, plan, expected) => {
  expect(paymentText({ method, plan, total: quetzales(9_752) })).toBe(expected);
});

test('a free cash order mentions no amount for the door', () => {
  expect(paymentText({ method: 'cashPayments', plan: 0, total: quetzales(0) })).toBe('Efectivo contra entrega');
});

test('a cash order that waits for its link shows the next step and the time limit in Guatemala', () => {
  const due = new Date('2026-11-27T04:05:00Z');
  const otherwise = 'Si no lo confirmas antes del 26 de noviembre de 2026 a las 22:05, el pedido se cancela.';
  expect(confirmBeforeText(due)).toBe(otherwise);
  expect(confirmStep(due).text).toBe(`Abre el enlace del correo que te enviamos. ${otherwise}`);
});

test.each([
  ['Ceiba Miraflores', 'Paga con tu número de pedido en la caja de Ceiba Miraflores.'],
  [null, 'Paga con tu número de pedido en la caja de la tienda.'],
])('[DEC-140] an order at %s shows how to pay it and until when', (store, first) => {
  expect(storePaymentSteps(store, new Date('2026-11-24T16:05:00Z'))).toEqual([
    first,
    'Si no lo pagas antes del 24 de noviembre de 2026 a las 10:05, el pedido se cancela.',
  ]);
});
