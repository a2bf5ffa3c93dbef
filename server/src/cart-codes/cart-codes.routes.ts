import { createHash, randomUUID } from 'node:crypto';
import * as calls from '@ceiba/contract/cart-codes';
import { cartCodePath, cartCodeText } from '@ceiba/domain/cart-codes/cart-code';
import { ok, refuse } from '@ceiba/domain/result';
import { toCartAnswer } from '../carts/cart-answer.ts';
import { answerRefusal } from '../carts/cart-refusal.ts';
import { createCart, createCartOnce, openCartOf } from '../carts/carts.store.ts';
import { changeCart } from '../carts/change-cart.ts';
import { readCart, readSoldCart } from '../carts/read-cart.store.ts';
import type { Database } from '../platform/db/database.ts';
import { networkOf } from '../platform/http/caller.ts';
import { type RequestContext, type Route, route } from '../platform/http/route.ts';
import type { Config } from '../platform/operations/config.ts';
import { addCode, linesToShare, makeCode } from './cart-codes.store.ts';
import { showCode } from './code-lines.ts';
import { deskCartCodeRoute } from './desk-cart-code.ts';
import { findCartCode } from './find-cart-code.ts';

export interface CartCodesDeps {
  db: Database;
  config: Pick<Config, 'publicUrl' | 'rateLimitFactor'>;
}

export const cartCodesRoutes = ({ db, config }: CartCodesDeps): Route[] => {
  const factor = config.rateLimitFactor;
  return [
    route(calls.makeCartCode, async ({ params: { id } }, { now, policy, viewerId }) => {
      const cart = await readSoldCart(db.write, id, now, policy);
      if (cart === undefined) return refuse({ code: 'CART_NOT_FOUND' });
      const lines = linesToShare(cart);
      if (lines.length === 0) return refuse({ code: 'NO_PRODUCTS' });
      const made = await makeCode(db.write, { cartId: id, lines }, now, policy);
      if (!made.ok && made.error.code === 'RATE_LIMITED') return refuse(made.error);
      if (!made.ok) return answerRefusal(db.write, { cartId: id, viewerId }, made.error.code);
      const { code, expiresAt } = made.value;
      const url = `${config.publicUrl}${cartCodePath(code)}`;
      return ok({ status: 201, data: { code: cartCodeText(code), url, expiresAt: expiresAt.toISOString() } });
    }),

    route(calls.getCartCode, async ({ params }, { client, now }) => {
      const found = await findCartCode(db, params.code, { client, now, factor });
      return found.ok ? ok({ status: 200, data: showCode(found.value.lines) }) : found;
    }),

    route(calls.addCartCode, async ({ params, body }, viewer) => {
      const { client, now } = viewer;
      const found = await findCartCode(db, params.code, { client, now, factor });
      if (!found.ok) return found;
      const { code } = found.value;
      const id = body.cartId ?? (await ownCart(db, code, viewer));
      const request = requestOf(viewer.idempotencyKey, id, code);
      const changed = await changeCart(db, { id, ...viewer }, readCart, (tx) =>
        addCode(tx, { cartId: id, code, request }, now),
      );
      if (!changed.ok) return changed;
      const { cart, change } = changed.value;
      return ok({ ...toCartAnswer(cart, 200, viewer), added: change });
    }),

    deskCartCodeRoute(db),
  ];
};

/**
 * Returns the cart of a reader who has no cart yet: the customer's open cart, or a new cart. A guest's call that
 * repeats its key gets the first call's cart. The network is part of the key, because a cart's ID is a secret, and
 * another client may use the same simple key.
 */
const ownCart = async (
  db: Pick<Database, 'write'>,
  code: string,
  { customer, idempotencyKey, client, now, policy }: RequestContext,
): Promise<string> => {
  const newId = randomUUID();
  if (customer !== undefined) return openCartOf(db.write, customer.id, newId, now);
  const request = requestOf(idempotencyKey, networkOf(client), code);
  return request === null
    ? (await createCart(db.write, newId, now, policy)).id
    : createCartOnce(db.write, { request, newId }, now);
};

/** Names a request by its key (DEC-172). The same key with another cart, network or code is another request. */
const requestOf = (key: string | undefined, sender: string, code: string): string | null =>
  key === undefined
    ? null
    : createHash('sha256')
        .update(JSON.stringify([key, sender, code]))
        .digest('base64url');
