import { removeCartDonation, setCartDonation } from '@ceiba/contract/donations';
import { quetzales } from '@ceiba/domain/money/money';
import { ok, refuse } from '@ceiba/domain/result';
import { toLinesAnswer } from '../carts/cart-answer.ts';
import { changeRefusal } from '../carts/cart-refusal.ts';
import { changeCart } from '../carts/change-cart.ts';
import { readCart } from '../carts/read-cart.store.ts';
import type { Database } from '../platform/db/database.ts';
import { type Route, route } from '../platform/http/route.ts';
import { removeDonation, setDonation } from './donations.store.ts';

export const donationsRoutes = ({ db }: { db: Database }): Route[] => [
  route(setCartDonation, async ({ params: { id }, body }, viewer) => {
    const { now } = viewer;
    const { change: refusal, ...changed } = await changeCart(db, { id, ...viewer }, readCart, (tx) =>
      setDonation(tx, id, quetzales(body.donation), now),
    );
    if (refusal !== null) return changed.refuse(refusal);
    return ok(toLinesAnswer(changed.cart(), 201, viewer));
  }),

  route(removeCartDonation, async ({ params: { id } }, viewer) => {
    const { now } = viewer;
    const {
      change: isRemoved,
      found,
      cart,
    } = await changeCart(db, { id, ...viewer }, readCart, (tx) => removeDonation(tx, id, now));
    // Open again: the placing that stood in the way has failed meanwhile.
    if (!isRemoved) return refuse(changeRefusal(found, viewer.viewerId) ?? { code: 'ORDER_IN_PROGRESS' });
    return ok(toLinesAnswer(cart(), 200, viewer));
  }),
];
