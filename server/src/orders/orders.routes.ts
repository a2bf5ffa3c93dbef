import { placeOrder as endpoint } from '@ceiba/contract/orders';
import { ok } from '@ceiba/domain/result';
import { z } from 'zod';
import { changeRefusal } from '../carts/cart-refusal.ts';
import { findCartState } from '../carts/carts.store.ts';
import type { Database } from '../platform/database.ts';
import { type Refusal, type RequestContext, type Route, route } from '../platform/route.ts';
import { findKey } from './idempotency.store.ts';
import { type PlaceOrderDeps, placeOrder } from './place-order.ts';

export const ordersRoutes = (deps: PlaceOrderDeps): Route[] => [
  {
    ...route(endpoint, async ({ body }, { now, policy, idempotencyKey, setHeader }) => {
      const { result, isReplayed } = await placeOrder(deps, { request: body, idempotencyKey, now, policy });
      if (isReplayed) setHeader('Idempotent-Replayed', 'true');
      return result.ok ? ok({ status: 200, data: result.value }) : result;
    }),
    refuseEarlier: ({ body }, { idempotencyKey }) => refuseMalformed(deps.db, body, idempotencyKey),
  },
];

const namesCart = z.object({ cartId: z.uuid() });

/** Of a body that does not parse: what DEC-172 asks before the form. A key that is known had another, good body. */
async function refuseMalformed(
  db: Database,
  body: unknown,
  key: RequestContext['idempotencyKey'],
): Promise<Refusal | undefined> {
  const named = namesCart.safeParse(body);
  if (!named.success) return undefined;
  const cart = await findCartState(db.write, named.data.cartId);
  if (cart === undefined) return { code: 'CART_NOT_FOUND' };
  if (key !== undefined && (await findKey(db.write, key)) !== undefined) return { code: 'IDEMPOTENCY_KEY_REUSED' };
  const refusal = changeRefusal(cart);
  if (refusal === null) return undefined;
  return { code: refusal.code, ...(refusal.metadata ? { metadata: { ...refusal.metadata } } : {}) };
}
