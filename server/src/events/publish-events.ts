import { randomUUIDv7 } from 'node:crypto';
import type { EventData, EventType, WholeOrder } from '@ceiba/contract/events';
import { inBatches } from '../jobs/batches.ts';
import { findEventRefunds, findEventReturns, findWholeOrders } from '../orders/reading/whole-orders.store.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import {
  type EventProduct,
  findEventCustomers,
  findEventImports,
  findEventProducts,
  findEventReceipts,
  pricesOf,
  publishedOf,
  stockOf,
} from './event-facts.store.ts';
import { handOutEvents, type NewEvent, type NotedEvent, takeNotedEvents } from './events.store.ts';
import { enqueueSender } from './send-events.ts';

/** Types whose event shows the current state of its subject. If several events wait, only the last is sent. */
const coalesced: ReadonlySet<EventType> = new Set(['stock.changed', 'prices.changed', 'orders.changed']);

/**
 * Orders the recorded events by their causes. An order's placing comes first, because one statement records placing and
 * payment in no order. Repeated changes of a subject are merged.
 */
function inOrder(noted: readonly NotedEvent[]): NotedEvent[] {
  const last = new Map(noted.map((event) => [`${event.type} ${event.subject}`, event.id]));
  return noted
    .filter(({ id, type, subject }) => !coalesced.has(type) || last.get(`${type} ${subject}`) === id)
    .sort((a, b) => Number(b.type === 'orders.placed') - Number(a.type === 'orders.placed') || a.id - b.id);
}

/** The current data from which payloads are built. */
interface Facts {
  orders: Map<string, WholeOrder>;
  refunds: Map<string, EventData<'refunds.done'>['refund']>;
  returns: Map<string, EventData<'returns.closed'>['return']>;
  products: Map<string, EventProduct>;
  customers: Map<string, EventData<'customers.registered'>>;
  imports: Map<string, EventData<'imports.finished'>>;
  /** By the number of the delivery: C-12/1. */
  receipts: Map<string, EventData<'purchases.received'>>;
}

const subjectsOf = (noted: readonly NotedEvent[], ...families: string[]): string[] => [
  ...new Set(
    noted.filter(({ type }) => families.some((family) => type.startsWith(family))).map(({ subject }) => subject),
  ),
];

const ifAny = async <V>(ids: readonly string[], find: (ids: readonly string[]) => Promise<Map<string, V>>) =>
  ids.length === 0 ? new Map<string, V>() : find(ids);

async function findFacts(tx: Tx, noted: readonly NotedEvent[], now: Date): Promise<Facts> {
  const details = (key: 'refund' | 'return') => noted.flatMap(({ detail }) => detail[key] ?? []);
  return {
    orders: await ifAny(subjectsOf(noted, 'orders.', 'shipments.', 'refunds.', 'returns.', 'coupons.'), (ids) =>
      findWholeOrders(tx, ids),
    ),
    refunds: await ifAny(details('refund'), (ids) => findEventRefunds(tx, ids)),
    returns: await ifAny(details('return'), (ids) => findEventReturns(tx, ids)),
    products: await ifAny(subjectsOf(noted, 'stock.', 'prices.', 'products.'), (ids) =>
      findEventProducts(tx, ids, now),
    ),
    customers: await ifAny(subjectsOf(noted, 'customers.registered'), (ids) => findEventCustomers(tx, ids)),
    imports: await ifAny(subjectsOf(noted, 'imports.'), (ids) => findEventImports(tx, ids)),
    receipts: await ifAny(subjectsOf(noted, 'purchases.'), (ids) => findEventReceipts(tx, ids)),
  };
}

interface Payload {
  entity: string;
  data: EventData;
}

const ofOrder = ({ number }: WholeOrder, data: EventData): Payload => ({ entity: `order:${number}`, data });

const nothing = { value: 0, currency: 'GTQ' } as const;

/** Builds the event of a redeemed coupon. The discount of an order's coupon has this ID (`calculateCartTotals`). */
const redeemed = ({ couponCode, number, discounts }: WholeOrder): EventData<'coupons.redeemed'> => ({
  code: couponCode ?? '',
  discount: discounts.find(({ id }) => id === 'DISCOUNT_UNDEFINED')?.amount ?? nothing,
  orderNumber: number,
});

function payloadOfOrder({ type, detail }: NotedEvent, order: WholeOrder, facts: Facts): Payload | undefined {
  switch (type) {
    case 'shipments.changed':
      return ofOrder(order, { subOrderId: `${order.number}-${detail.n}`, order });
    case 'refunds.done': {
      const refund = facts.refunds.get(detail.refund ?? '');
      return refund && ofOrder(order, { refund, order });
    }
    case 'returns.requested':
    case 'returns.closed': {
      const returned = facts.returns.get(detail.return ?? '');
      return returned && ofOrder(order, { return: returned, order });
    }
    case 'coupons.redeemed':
      return ofOrder(order, redeemed(order));
    default:
      return ofOrder(order, order);
  }
}

function payloadOfProduct({ type }: NotedEvent, product: EventProduct): Payload {
  const entity = `product:${product.sku}`;
  if (type.startsWith('stock.')) return { entity, data: stockOf(product) };
  if (type === 'prices.changed') return { entity, data: pricesOf(product) };
  return { entity, data: type === 'products.published' ? publishedOf(product) : { sku: product.sku } };
}

/** Returns an event's payload. Undefined if the event has no effect (an order paid but not placed), or if its subject is deleted (a product). */
function payloadOf(event: NotedEvent, facts: Facts): Payload | undefined {
  const { type, subject, detail } = event;
  if (type === 'customers.erased') return { entity: `customer:${subject}`, data: { id: subject } };
  if (type === 'customers.registered') {
    const data = facts.customers.get(subject);
    return data && { entity: `customer:${subject}`, data };
  }
  if (type === 'imports.finished') {
    const data = facts.imports.get(subject);
    return data && { entity: `import:${subject}`, data };
  }
  if (type === 'purchases.received') {
    const data = facts.receipts.get(`C-${subject}/${detail.n}`);
    return data && { entity: `purchase:${data.purchase}`, data };
  }
  const product = facts.products.get(subject);
  if (product !== undefined) return payloadOfProduct(event, product);
  const order = facts.orders.get(subject);
  return order && payloadOfOrder(event, order, facts);
}

/** Writes the events of a batch of recorded changes, and assigns them to the endpoints. Returns the number of changes. */
async function publishSome(tx: Tx, now: Date): Promise<number> {
  const noted = await takeNotedEvents(tx);
  if (noted.length === 0) return 0;
  const ordered = inOrder(noted);
  const facts = await findFacts(tx, ordered, now);
  const events = ordered.flatMap((event): NewEvent[] => {
    const payload = payloadOf(event, facts);
    if (payload === undefined) return [];
    const { type, occurredAt } = event;
    return [{ id: randomUUIDv7(), type, occurredAt, entity: payload.entity, data: JSON.stringify(payload.data) }];
  });
  for (const endpointId of await handOutEvents(tx, events, now)) await enqueueSender(tx, endpointId);
  return noted.length;
}

/** Publishes all events recorded and committed until now to the endpoints (HOOK-02). */
export const publishEvents = (db: Database, now: Date): Promise<number> =>
  inBatches(() => db.transaction((tx) => publishSome(tx, now)));
