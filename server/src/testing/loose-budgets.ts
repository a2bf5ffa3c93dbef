import type { TestShop } from './test-shop.ts';

/** Raises limits for tests of other limits: on unconfirmed orders, on attempts per card, and on refunds per person. */
export const loosenBudgets = async ({ setPolicy }: Pick<TestShop, 'setPolicy'>): Promise<void> => {
  await setPolicy('unconfirmedOrders', '100000');
  await setPolicy('unconfirmedUnits', '1000000');
  await setPolicy('unconfirmedValue', '1000000');
  await setPolicy('orderShareBasisPoints', '100');
  await setPolicy('unpaidUnits', '1000000');
  await setPolicy('unpaidValue', '10000000');
  await setPolicy('openStoreOrders', '100000');
  await setPolicy('declinesPerCard', '100000');
  await setPolicy('declinesPerShop', '100000');
  await setPolicy('refundApprovalAbove', '1000000');
};
