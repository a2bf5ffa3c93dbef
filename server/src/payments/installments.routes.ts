import { getInstallments } from '@ceiba/contract/payments';
import { findInstallments } from '@ceiba/domain/payments/installments';
import { ok, refuse } from '@ceiba/domain/result';
import { readCart } from '../carts/carts.store.ts';
import type { Database } from '../platform/database.ts';
import { type Route, route } from '../platform/route.ts';
import { findBin } from './installments.store.ts';

export const installmentsRoutes = ({ db }: { db: Database }): Route[] => [
  route(getInstallments, async ({ query: { bin, cartId } }, { now }) => {
    if (!/^\d{6}$/.test(bin)) return refuse({ code: 'BIN_INVALID' });
    const cart = await readCart(db.write, cartId, now);
    if (cart === undefined) return refuse({ code: 'CART_NOT_FOUND' });
    const known = await findBin(db.write, bin);
    const offer = findInstallments(bin, cart.totalBeforeBankPromotion, known === undefined ? [] : [known]);
    return offer.ok ? ok({ status: 200, ...offer.value }) : refuse({ code: 'BIN_INVALID' });
  }),
];
