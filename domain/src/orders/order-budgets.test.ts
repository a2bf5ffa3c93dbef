import { expect, test } from 'vitest';
import {
  type BudgetCounts,
  budgetPolicies,
  type ClientCounts,
  judgeBudgets,
  orderBudgets,
  type PaidBy,
  type PlacingBudgets,
} from './order-budgets.ts';

const none: ClientCounts = {
  ...{ orders: 0, firstOrder: null, declines: 0, firstDecline: null, declinesOfBin: 0, firstDeclineOfBin: null },
  unconfirmed: { orders: 0, units: 0, value: 0 },
  unpaid: { units: 0, value: 0 },
  storeOrders: 0,
};
const nothing: BudgetCounts = {
  ...{ client: none, network: null, contactOrders: 0, cartDeclines: 0, cardDeclines: 0 },
  ...{ firstCardDecline: null, shopDeclines: 0 },
};
const most: PlacingBudgets = {
  ...{
    ordersPerAddress: 20,
    openCashOrders: 5,
    unconfirmedOrders: 10,
    unconfirmedUnits: 60,
    unconfirmedValue: 1_000_00,
  },
  ...{ unpaidUnits: 240, unpaidValue: 4_000_00, openStoreOrders: 8, declinesPerCart: 5, declinesPerAddress: 10 },
  ...{ declinesPerBin: 10, declinesPerCard: 5, declinesPerShop: 60 },
};
const judge = (counts: Partial<BudgetCounts>, paidBy: PaidBy = 'Cash', isContactConfirmed = false) =>
  judgeBudgets({ ...nothing, ...counts }, most, { paidBy, isContactConfirmed, clientsOfNetwork: 16 });
const first = new Date('2026-11-25T10:00:00Z');

test('[DEC-196] the first order of a client may use all of its budgets, without a captcha', () => {
  expect(judge({})).toEqual({
    ...{ spent: null, freeAt: null, requiredCaptcha: null },
    unconfirmedLeft: { orders: 10, units: 60, value: 1_000_00 },
    unpaidLeft: { units: 240, value: 4_000_00 },
  });
});

test('[DEC-196] the first used-up budget refuses, until its oldest part expires', () => {
  const client = { ...none, orders: 20, firstOrder: first, declines: 10, firstDecline: first };
  expect(judge({ client, cartDeclines: 5 }, 'Card')).toMatchObject({
    spent: 'ordersPerAddress',
    freeAt: new Date('2026-11-25T11:00:00Z'),
  });
  expect(judge({ client: { ...client, orders: 19 }, cartDeclines: 5 }, 'Card')).toMatchObject({
    spent: 'declinesPerCart',
    freeAt: null,
  });
  expect(judge({ cardDeclines: 5, firstCardDecline: first }, 'Card')).toMatchObject({
    spent: 'declinesPerCard',
    freeAt: new Date('2026-11-26T10:00:00Z'),
  });
});

test('[DEC-196] from half of a budget on a captcha is required, a harder one if the whole shop is attacked', () => {
  expect(judge({ client: { ...none, orders: 9 } }).requiredCaptcha).toBe(null);
  expect(judge({ client: { ...none, orders: 10 } }).requiredCaptcha).toBe('usual');
  expect(judge({ shopDeclines: 60 }, 'Card').requiredCaptcha).toBe('hard');
});

test('[DEC-218] unpaid orders block an order for a till, but a cash order depends on its size', () => {
  const client = { ...none, unconfirmed: { orders: 10, units: 70, value: 0 }, unpaid: { units: 70, value: 0 } };
  expect(judge({ client }, 'StorePayment').spent).toBe('unconfirmedOrders');
  expect(judge({ client }, 'Cash')).toMatchObject({ spent: null, requiredCaptcha: 'usual' });
  expect(judge({ client }, 'Cash').unconfirmedLeft).toEqual({ orders: 0, units: -10, value: 1_000_00 });
  expect(judge({ client }, 'StorePayment', true).spent).toBe(null);
});

test('[DEC-218] a network has the budget of sixteen clients, and of two for store orders', () => {
  const network = { ...none, orders: 319, storeOrders: 15 };
  expect(judge({ network }, 'StorePayment').spent).toBe(null);
  expect(judge({ network: { ...network, storeOrders: 16 } }, 'StorePayment').spent).toBe('openStoreOrders');
  expect(judge({ network: { ...network, orders: 320 } }, 'Card').spent).toBe('ordersPerAddress');
  const held = { ...none, unpaid: { units: 16 * 240 - 3, value: 0 } };
  expect(judge({ network: held }).unpaidLeft.units).toBe(3);
});

test('each budget has a row with its message, and a policy with its name', () => {
  expect(budgetPolicies).toEqual([...Object.keys(orderBudgets), 'declinesPerShop']);
  for (const { text } of Object.values(orderBudgets)) expect(text).toMatch(/\.$/);
});
