import { randomUUID } from 'node:crypto';
import * as calls from '@ceiba/contract/payment-links';
import { linkExpiration } from '@ceiba/domain/advisors/advisor';
import { ok, refuse } from '@ceiba/domain/result';
import { toCartAnswer } from '../carts/cart-answer.ts';
import { answerRefusal } from '../carts/cart-refusal.ts';
import { getChangedCart, readCart } from '../carts/read-cart.store.ts';
import type { Database } from '../platform/db/database.ts';
import { hashOfToken, newLinkToken } from '../platform/http/caller.ts';
import { type FindLinkCart, type Route, route } from '../platform/http/route.ts';
import { cloneCart, findAdvisorOfCart, findLinkCart, openPaymentLink } from './payment-links.store.ts';

/** Finds the cart that a token opens, by the token's hash. */
export const createFindLinkCart =
  (db: Database): FindLinkCart =>
  (token, now) =>
    findLinkCart(db.write, hashOfToken(token), now);

export const paymentLinksRoutes = ({ db }: { db: Database }): Route[] => [
  route(calls.cloneCart, async ({ params: { id } }, { now, policy, viewerId = null }) => {
    const newCartId = randomUUID();
    const times = { now, expiresAt: linkExpiration(now, policy) };
    const refusal = await cloneCart(db.write, { sourceId: id, viewerId, newCartId }, times);
    if (refusal !== null) return answerRefusal(db.write, { cartId: id, viewerId }, refusal);
    const { prices } = toCartAnswer(await getChangedCart(db.write, newCartId, now, policy), 201);
    return ok({ status: 201, newCartId, total: prices.grandTotal });
  }),

  route(calls.openPaymentLink, async ({ params: { quoteId }, body: { token: known = null } }, { now }) => {
    const newToken = newLinkToken();
    const tokens = { newHash: hashOfToken(newToken), knownHash: known === null ? null : hashOfToken(known) };
    const newCopyId = randomUUID();
    const opened = await openPaymentLink(db.write, { linkId: quoteId, newCopyId }, tokens, now);
    if ('refusal' in opened) return refuse({ code: opened.refusal });
    const { cartId, expiresAt } = opened;
    const token = known !== null && cartId !== newCopyId ? known : newToken;
    return ok({ status: 200, data: { cartId, token, expiresAt: expiresAt.toISOString() } });
  }),

  route(calls.getLinkCart, async ({ params: { id }, query }, viewer) => {
    const { now, policy } = viewer;
    const snapshot = await readCart(db.write, id, now, policy);
    if (snapshot === undefined) return refuse({ code: 'CART_NOT_FOUND' });
    const fields = new Set(query.fields.split(',').map((field) => field.trim()));
    const advisor = fields.has('employeeInfo') ? await findAdvisorOfCart(db.write, id) : undefined;
    return ok(chosen(toCartAnswer(snapshot, 200, viewer), fields, advisor ?? null));
  }),
];

type Fields = Omit<calls.LinkCart, 'status' | 'id'>;

/** Picks the requested fields of a link's cart (DEC-148). */
function chosen(
  cart: ReturnType<typeof toCartAnswer>,
  fields: ReadonlySet<string>,
  advisor: Fields['employeeInfo'],
): calls.LinkCart {
  const all: Fields = {
    email: cart.email ?? null,
    shippingAddress: cart.shippingAddresses?.[0] ?? null,
    billingAddress: cart.billingAddress ?? null,
    paymentMethod: cart.selectedPaymentMethod,
    products: cart.items,
    totalQuantity: cart.totalQuantity,
    totals: {
      subtotal: cart.prices.subtotal,
      total: cart.prices.grandTotal,
      discountTotal: cart.prices.discount,
      itemsCount: cart.totalQuantity,
    },
    coupons: cart.appliedCoupons,
    employeeInfo: advisor,
  };
  const asked: Fields = Object.fromEntries(Object.entries(all).filter(([name]) => fields.has(name)));
  return { status: 200, id: cart.id, ...asked };
}
