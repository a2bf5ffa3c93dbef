import type { PlaceOrderDeps } from '../orders/placing/place-order.ts';
import type { PaymentGateway } from '../payments/gateway.ts';
import { createCardKeys } from '../payments/save-card.ts';
import { noPrograms } from './points-calls.ts';
import type { TestShop } from './test-shop.ts';

const noCardSaver: PlaceOrderDeps['cardSaver'] = {
  save: () => {
    throw new Error('there is no card to save');
  },
};

/** The dependencies of placing an order: no certificate to look up, no card to save and no pause, unless `more` changes that. */
export const placingDeps = (
  { db }: Pick<TestShop, 'db'>,
  gateway: PaymentGateway,
  more: Partial<PlaceOrderDeps> = {},
): PlaceOrderDeps => ({
  db,
  gateway,
  programs: noPrograms,
  cardSaver: noCardSaver,
  cardKeys: createCardKeys(db, 'llave de prueba'),
  pausePoints: { reach: async () => {} },
  settleAfterMs: 60_000,
  ...more,
});
