import { removeCartDonation, setCartDonation } from '@ceiba/contract/donations';
import { quetzales } from '@ceiba/domain/money/money';
import { ok } from '@ceiba/domain/result';
import { toLinesAnswer } from '../carts/cart-answer.ts';
import { changeCart } from '../carts/change-cart.ts';
import { readCart } from '../carts/read-cart.store.ts';
import type { Database } from '../platform/db/database.ts';
import { type Route, route } from '../platform/http/route.ts';
import { removeDonation, setDonation } from './donations.store.ts';

export const donationsRoutes = ({ db }: { db: Database }): Route[] => [
  route(setCartDonation, async ({ params: { id }, body }, viewer) => {
    const { now } = viewer;
    const changed = await changeCart(db, { id, ...viewer }, readCart, (tx) =>
      setDonation(tx, id, quetzales(body.donation), now),
    );
    return changed.ok ? ok(toLinesAnswer(changed.value.cart, 201, viewer)) : changed;
  }),

  route(removeCartDonation, async ({ params: { id } }, viewer) => {
    const { now } = viewer;
    const changed = await changeCart(db, { id, ...viewer }, readCart, (tx) => removeDonation(tx, id, now));
    return changed.ok ? ok(toLinesAnswer(changed.value.cart, 200, viewer)) : changed;
  }),
];
