import {
  confirmOrder,
  placeOrder as endpoint,
  findPlacement,
  issueOneTimeCode,
  placeLinkOrder,
  placeStoreOrder,
} from '@ceiba/contract/orders';
import { budgetPolicies, type PlacingBudgets } from '@ceiba/domain/orders/order-budgets';
import { ok, refuse } from '@ceiba/domain/result';
import { z } from 'zod';
import type { Captcha } from '../captcha/captcha.ts';
import { changeRefusal, ownerRefusal } from '../carts/cart-refusal.ts';
import { findCartState } from '../carts/carts.store.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { networkOf } from '../platform/http/caller.ts';
import { maintenanceRefusal } from '../platform/http/maintenance.ts';
import { type Refusal, type RequestContext, type Route, route } from '../platform/http/route.ts';
import { createFairGate } from '../platform/limits/concurrency-limit.ts';
import { withFactor } from '../platform/limits/rate-limit.ts';
import type { Config } from '../platform/operations/config.ts';
import { confirmByLink } from './placing/confirm-cash-order.ts';
import { findKey, isKeyStored } from './placing/idempotency.store.ts';
import { issueCode } from './placing/one-time-code.ts';
import { type PlaceOrderDeps, placeOrder } from './placing/place-order.ts';
import { type OrderRequest, type PlacingClient, placedAnswer } from './placing/placement.ts';
import * as placements from './placing/placing.store.ts';

export interface OrdersRoutesDeps extends PlaceOrderDeps {
  captcha: Captcha;
  config: Pick<Config, 'rateLimitFactor'>;
}

/** The number of claims that one client may run concurrently. The lock of the client's budgets runs them one after the other anyway. */
const claimsAtOnce = 2;

/** The maximum number of waiting claims of all clients. A claim waits `claimWaitMs` milliseconds, no longer than a browser may wait. */
const claimsWaiting = 500;
const claimWaitMs = 10_000;

/** Returns whether the call's key is stored. An order that was started is completed, even if the cart or the shop has changed since. */
const isBegun = async (tx: Tx, key: string | undefined, now: Date): Promise<boolean> =>
  key !== undefined && (await isKeyStored(tx, key, now));

export const ordersRoutes = (deps: OrdersRoutesDeps): Route[] => {
  const gate = createFairGate({
    atOnce: Number.POSITIVE_INFINITY,
    atOnceEach: claimsAtOnce,
    waiting: claimsWaiting,
    waitMs: claimWaitMs,
  });
  const clientOfCall = (context: RequestContext): PlacingClient => ({
    caller: context.client,
    budgets: budgetsOf(context.policy, deps.config.rateLimitFactor),
    openCashOrderDays: context.policy.openCashOrderDays,
    prove: (isHard) => deps.captcha.redeem(context.captchaToken, context, { isHard }),
    // Claims take turns by network, because one network may have more clients than there are database connections.
    inTurn: (work) => gate.run(networkOf(context.client), work),
  });
  const placing =
    (isStorePayment: boolean) =>
    async ({ body }: { body: OrderRequest }, context: RequestContext) => {
      // The cart of a payment link has no valid one-time code (DEC-141).
      if (isStorePayment && context.isLink) return refuse({ code: 'PAY_OTP_INVALID' as const });
      const { now, policy, idempotencyKey, setHeader } = context;
      if (policy.maintenance !== 'off' && !(await isBegun(deps.db.write, idempotencyKey, now)))
        return refuse(maintenanceRefusal(policy.maintenance));
      const { result, isReplayed } = await placeOrder(deps, {
        request: body,
        idempotencyKey,
        now,
        policy,
        viewerId: context.viewerId,
        isLink: context.isLink,
        customerId: context.customer?.id,
        isStorePayment,
        client: clientOfCall(context),
      });
      if (isReplayed) setHeader('Idempotent-Replayed', 'true');
      return result.ok ? ok({ status: 200, data: result.value }) : result;
    };
  const refuseEarlier: NonNullable<Route['refuseEarlier']> = ({ body }, context) =>
    refuseMalformed(deps.db, body, context);
  return [
    { ...route(endpoint, placing(false)), refuseEarlier, takesStock: true },
    { ...route(placeLinkOrder, placing(false)), refuseEarlier, takesStock: true },
    { ...route(placeStoreOrder, placing(true)), refuseEarlier, takesStock: true },
    route(issueOneTimeCode, async ({ params }, context) => {
      const { now, viewerId = null } = context;
      const issued = await issueCode(deps.db, { cartId: params.id, viewerId, client: clientOfCall(context) }, now);
      return issued.ok ? ok({ status: 200, data: issued.value }) : issued;
    }),
    route(findPlacement, async ({ body: { cartId, keys } }, { viewerId = null }) => {
      const found = await placements.findPlacement(deps.db.write, cartId, keys);
      const notOwn = ownerRefusal(found, viewerId);
      if (found === undefined || notOwn !== null) return refuse(notOwn ?? { code: 'CART_NOT_FOUND' });
      const { status: state, isOwn, orderNumber, confirmationDue } = found;
      const placed = orderNumber === null ? null : placedAnswer(orderNumber, confirmationDue);
      return ok({ status: 200, data: { state, isOwn, orderNumber: null, ...placed } });
    }),
    route(confirmOrder, async ({ body }, { now }) => {
      const outcome = await confirmByLink(deps.db, body.token, now);
      return outcome.ok ? ok({ status: 200, data: outcome.value }) : outcome;
    }),
  ];
};

/** Multiplies every budget by RATE_LIMIT_FACTOR (DEC-196). Each result is at least one. */
const budgetsOf = (policy: PlacingBudgets, factor: number): PlacingBudgets => {
  const budgets = { ...policy };
  for (const name of budgetPolicies) budgets[name] = withFactor(policy[name], factor);
  return budgets;
};

const namesCart = z.object({ cartId: z.uuid() });

/**
 * Handles a body that does not parse. Applies the checks that DEC-172 puts before the form. A known key belongs to an earlier call with a
 * valid body.
 */
async function refuseMalformed(
  db: Database,
  body: unknown,
  { idempotencyKey: key, viewerId }: Pick<RequestContext, 'idempotencyKey' | 'viewerId'>,
): Promise<Refusal | undefined> {
  const named = namesCart.safeParse(body);
  if (!named.success) return undefined;
  const { cartId } = named.data;
  const cart = await findCartState(db.write, cartId);
  if (cart === undefined) return { code: 'CART_NOT_FOUND' };
  const notOwn = ownerRefusal(cart, viewerId);
  if (notOwn !== null) return notOwn;
  if (key !== undefined && (await findKey(db.write, key)) !== undefined) return { code: 'IDEMPOTENCY_KEY_REUSED' };
  const refusal = changeRefusal(cart, viewerId);
  return refusal === null ? undefined : { ...refusal };
}
