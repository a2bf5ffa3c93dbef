import {
  advanceDemoShipment,
  findOrder,
  getOrder,
  getTracking,
  getTrackingByNumber,
  listOrders,
  openOrderLink,
  ordersPerPage,
} from '@ceiba/contract/orders';
import { trackingTitle } from '@ceiba/domain/orders/order';
import { shipmentRules } from '@ceiba/domain/orders/shipment';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database.ts';
import { type Refusal, type Route, route } from '../platform/route.ts';
import { lookUpOrder } from './look-up-order.ts';
import { moveShipment } from './move-shipment.ts';
import {
  findOrderById,
  findOrderByLink,
  findOrderByNumber,
  listCustomerOrders,
  type OrderRow,
} from './order-history.store.ts';
import { hashOfToken } from './order-link.ts';
import { toFollowedOrder, toOrder, toTracking } from './order-views.ts';
import { hasUnpaidGiftCard } from './shipments.store.ts';

/** Whoever asks has just ordered, or followed a mail of this moment: the primary is asked. */
export const orderHistoryRoutes = ({
  db,
  config,
}: {
  db: Database;
  config: Pick<Config, 'rateLimitFactor'>;
}): Route[] => [
  route(findOrder, async ({ body }, { client, now }) => {
    const found = await lookUpOrder(db, body, { client, now, factor: config.rateLimitFactor });
    return found.ok ? followed(found.value) : found;
  }),
  route(openOrderLink, async ({ body }) => followed(await findOrderByLink(db.write, hashOfToken(body.link)))),
  route(listOrders, async ({ query }, { customer, now, policy }) => {
    const rows = await listCustomerOrders(db.write, customer.id, query.after ?? null, ordersPerPage + 1);
    const orders = rows.slice(0, ordersPerPage).map((row) => toOrder(row, { now, policy }));
    return ok({ status: 200, orders, next: rows.length > ordersPerPage ? (orders.at(-1)?.number ?? null) : null });
  }),
  route(getOrder, async ({ params }, { customer, now, policy }) => {
    const row = own(await findOrderByNumber(db.write, params.number), customer);
    return row.ok ? ok(toOrder(row.value, { now, policy })) : row;
  }),
  route(getTracking, async ({ params }, { customer }) =>
    tracked(own(await findOrderById(db.write, params.id), customer)),
  ),
  route(getTrackingByNumber, async ({ params }, { customer }) =>
    tracked(own(await findOrderByNumber(db.write, params.orderNumber), customer)),
  ),
  route(advanceDemoShipment, async ({ body: { orderNumber, sellerId } }, { now }) => {
    // What its courier collects is nobody's money, and a gift card is worth some once it is paid (DEC-83).
    if (await hasUnpaidGiftCard(db.write, orderNumber)) return refuse({ code: 'SHIPMENT_NOT_MOVABLE' });
    const moved = await moveShipment(
      db,
      {
        orderNumber,
        choice: { sellerId },
        // What a demo's courier collects is always right.
        deed: { kind: 'advance', cash: { amount: 'due', difference: null } },
        actor: { kind: 'token', id: 'demo' },
      },
      now,
    );
    if (moved.ok) {
      const { state, isPickup } = moved.value;
      return ok({ status: 200, data: { step: trackingTitle(shipmentRules[state].stage, isPickup) } });
    }
    const { code } = moved.error;
    return refuse({ code: code.endsWith('_UNKNOWN') ? 'ORDER_NOT_FOUND' : 'SHIPMENT_NOT_MOVABLE' });
  }),
];

const notFound = { code: 'ORDER_NOT_FOUND' } as const satisfies Refusal;

const followed = (row: OrderRow | undefined) =>
  row === undefined ? refuse(notFound) : ok({ status: 200, data: toFollowedOrder(row) });

/** HIST-11: somebody else's order is as if it did not exist (DEC-169). */
const own = (row: OrderRow | undefined, customer: { id: string }): Result<OrderRow, typeof notFound> =>
  row !== undefined && row.customer_id === customer.id ? ok(row) : refuse(notFound);

const tracked = (row: ReturnType<typeof own>) => (row.ok ? ok({ status: 200, data: toTracking(row.value) }) : row);
