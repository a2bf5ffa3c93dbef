import { placeOrder as endpoint } from '@ceiba/contract/orders';
import { ok } from '@ceiba/domain/result';
import { type Route, route } from '../platform/route.ts';
import { type PlaceOrderDeps, placeOrder } from './place-order.ts';

export const ordersRoutes = (deps: PlaceOrderDeps): Route[] => [
  route(endpoint, async ({ body }, { now, idempotencyKey, setHeader }) => {
    const { result, isReplayed } = await placeOrder(deps, { request: body, idempotencyKey, now });
    if (isReplayed) setHeader('Idempotent-Replayed', 'true');
    return result.ok ? ok({ status: 200, data: result.value }) : result;
  }),
];
