import { getInstallments } from '@ceiba/contract/payments';
import { isBin } from '@ceiba/domain/payments/card-number';
import { installmentOffer } from '@ceiba/domain/payments/installments';
import { ok, refuse } from '@ceiba/domain/result';
import { readPricedCart } from '../carts/read-cart.store.ts';
import type { Database } from '../platform/database.ts';
import { type Route, route } from '../platform/route.ts';
import { findCardBin } from './card-bins.store.ts';

export const installmentsRoutes = ({ db }: { db: Database }): Route[] => [
  route(getInstallments, async ({ query: { bin, cartId } }, { now, policy }) => {
    if (!isBin(bin)) return refuse({ code: 'BIN_INVALID' });
    const cart = await readPricedCart(db.write, cartId, now, policy);
    if (cart === undefined) return refuse({ code: 'CART_NOT_FOUND' });
    const card = await findCardBin(db.write, bin);
    return ok({ status: 200, ...installmentOffer(card, cart.totalBeforeBankPromotion, policy) });
  }),
];
