import { removeCartDonation, setCartDonation } from '@ceiba/contract/donations';
import { quetzales } from '@ceiba/domain/money/money';
import { ok } from '@ceiba/domain/result';
import { toLinesAnswer } from '../carts/cart-answer.ts';
import { answerRefusal, refuseUnchanged } from '../carts/cart-refusal.ts';
import { getChangedCart } from '../carts/carts.store.ts';
import type { Database } from '../platform/database.ts';
import { type Route, route } from '../platform/route.ts';
import { removeDonation, setDonation } from './donations.store.ts';

export const donationsRoutes = ({ db }: { db: Database }): Route[] => [
  route(setCartDonation, async ({ params: { id }, body }, { now, policy, customer }) => {
    const refusal = await setDonation(db.write, id, quetzales(body.donation), now);
    if (refusal !== null) return answerRefusal(db.write, id, refusal);
    return ok(toLinesAnswer(await getChangedCart(db.write, id, now, policy), 201, customer?.id));
  }),

  route(removeCartDonation, async ({ params: { id } }, { now, policy, customer }) => {
    if (!(await removeDonation(db.write, id, now))) return refuseUnchanged(db.write, id);
    return ok(toLinesAnswer(await getChangedCart(db.write, id, now, policy), 200, customer?.id));
  }),
];
