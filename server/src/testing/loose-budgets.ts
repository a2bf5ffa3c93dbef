import type { TestShop } from './test-shop.ts';

/** For tests of other limits: buyers who confirmed nothing may order all there is, cards may be tried often, and one person refunds any amount. */
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
