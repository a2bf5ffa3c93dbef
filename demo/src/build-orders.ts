import { randomUUID } from 'node:crypto';
import { dayMs } from '@ceiba/domain/dates/civil-date';
import { deliveryFee } from '@ceiba/domain/delivery/delivery-fee';
import { homeRegionId } from '@ceiba/domain/delivery/regions';
import { add, type Centavos, sum, times, zero } from '@ceiba/domain/money/money';
import { containedTax, ivaBasisPoints } from '@ceiba/domain/money/shares';
import { isCanceledOrUndelivered, type OrderStatus } from '@ceiba/domain/orders/order';
import { failureReasons, hasEnded, type ShipmentState, statusOfShipments } from '@ceiba/domain/orders/shipment';
import { cashOfShipments, worthOfSellers } from '@ceiba/domain/orders/shipment-worth';
import { defaultShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { insertRows } from '@ceiba/server/loading/loading.store';
import type { Tx } from '@ceiba/server/platform/db/database';
import { collectCash, type OrderableProduct, takeGoods, writeListedRows } from './demo-orders.store.ts';

/** The states that a shipment went through, each with its days after the order. The last is its current state. */
type Passed = Partial<Record<ShipmentState, number>>;

export interface PlannedOrder {
  /** Days before now. */
  placed: number;
  /** Indexes of the products and their quantities. Products of other sellers start at 4. */
  lines: readonly (readonly [product: number, quantity: number])[];
  /** The states of the shop's shipment, and of the other sellers' shipment. */
  own: Passed;
  others?: Passed;
  /** True if the mailed link was not opened yet. */
  isUnconfirmed?: boolean;
}

/** The buyer of an order. */
export interface Buyer {
  /** Null for a guest. */
  customerId: string | null;
  email: string;
  person: Person;
}

interface Person {
  firstname: string;
  lastname: string;
  telephone: string;
  street: string[];
  city: string;
  zone: string;
  nit: string;
}

/** Returns an address as orders store it. `storeCode`: the store for a pickup. */
const addressOf = (person: Person, storeCode: string | null) => ({
  ...person,
  region: { regionId: homeRegionId, region: 'Guatemala' },
  postcode: '01001',
  country_code: 'GT',
  latitude: null,
  longitude: null,
  storeCode,
  trustedPerson: null,
});

/** Returns a fixed id. Each kind counts separately. */
export const idOf = (kind: 1 | 2 | 3, n: number): string =>
  `01900000-0000-7000-8000-00000000${kind}${String(n).padStart(3, '0')}`;

export interface BuiltOrder extends PlannedOrder {
  buyer: Buyer;
  storeCode: string | null;
  paymentId: string;
  id: string;
  cartId: string;
  number: number;
  at: (days: number) => Date;
  bought: { position: number; product: OrderableProduct; quantity: number }[];
  subtotal: Centavos;
  shipping: Centavos;
  total: Centavos;
  status: OrderStatus;
  shipments: BuiltShipment[];
}

interface BuiltShipment {
  sellerId: number;
  state: ShipmentState;
  since: Date;
  passed: Passed;
  cashDue: Centavos;
}

interface BuildOptions {
  /** Position among all built orders. The ids are derived from it. */
  index: number;
  number: number;
  products: readonly OrderableProduct[];
  buyer: Buyer;
  /** The store for a pickup. Null for a delivery. */
  storeCode: string | null;
  now: Date;
}

/** Builds the planned order, paid in cash at the handover. */
export function buildOrder(
  plan: PlannedOrder,
  { index, number, products, buyer, storeCode, now }: BuildOptions,
): BuiltOrder {
  const placedAt = now.getTime() - plan.placed * dayMs;
  const bought = plan.lines.flatMap(([at, quantity], line) => {
    const product = products[at];
    return product === undefined ? [] : [{ position: line + 1, product, quantity }];
  });
  const subtotal = sum(bought.map(({ product, quantity }) => times(product.unit_price, quantity)));
  const fee = deliveryFee(
    { deliveryType: 'delivery', regionId: homeRegionId, deliveryBase: subtotal, isDigitalOnly: false },
    defaultShopPolicy,
  );
  const shipping = storeCode === null ? fee : zero;
  const at = (days: number) => new Date(placedAt + days * dayMs);
  const shipments = shipmentsOf(plan, { bought, shipping, at });
  return {
    ...plan,
    shipments,
    status: statusOfShipments(
      shipments.map(({ state }) => state),
      false,
    ),
    id: idOf(1, index),
    paymentId: idOf(2, index),
    buyer,
    storeCode,
    cartId: randomUUID(),
    number,
    at,
    bought,
    subtotal,
    shipping,
    total: add(subtotal, shipping),
  };
}

function shipmentsOf(
  plan: PlannedOrder,
  { bought, shipping, at }: Pick<BuiltOrder, 'bought' | 'shipping' | 'at'>,
): BuiltShipment[] {
  const lines = bought.map(({ product, quantity }) => ({
    sellerId: product.seller_id,
    net: times(product.unit_price, quantity),
    isGiftCard: false,
  }));
  const sellers = worthOfSellers(lines);
  const unpaid = sum([...lines.map(({ net }) => net), shipping]);
  const cash = cashOfShipments([...sellers.values()], { shipping, donation: zero, unpaid });
  return [...sellers.keys()].map((sellerId, index) => {
    const passed = sellerId === 1 ? plan.own : (plan.others ?? {});
    const first = plan.isUnconfirmed === true ? 'waiting' : 'ready';
    const state = stateNames.findLast((name) => passed[name] !== undefined) ?? first;
    return { sellerId, state, since: at(passed[state] ?? 0), passed, cashDue: cash[index] ?? zero };
  });
}

/** The states in the order of a shipment's life. */
const stateNames: readonly ShipmentState[] = [
  'picking',
  'packed',
  'sent',
  'at_store',
  'undelivered',
  'delivered',
  'canceled',
];

async function writeOrders(tx: Tx, orders: readonly BuiltOrder[]): Promise<void> {
  await insertRows(
    tx,
    'carts',
    orders.map(({ cartId, buyer, at }) => ({
      id: cartId,
      status: 'ordered',
      customer_id: buyer.customerId,
      created_at: at(0),
      updated_at: at(0),
    })),
  );
  await insertRows(
    tx,
    'orders',
    orders.map(({ id, number, cartId, status, buyer, storeCode, isUnconfirmed, subtotal, shipping, total, at }) => ({
      id,
      number,
      cart_id: cartId,
      status,
      customer_id: buyer.customerId,
      email: buyer.email,
      contact: {
        firstName: buyer.person.firstname,
        lastName: buyer.person.lastname,
        phone: buyer.person.telephone,
      },
      shipping_method: storeCode === null ? 'delivery' : 'storepickup',
      shipping_address: addressOf(buyer.person, storeCode),
      billing_address: { ...addressOf(buyer.person, null), documentType: 'NIT' },
      payment_type: 'Cash',
      payment_plan: 0,
      subtotal,
      warranties: 0,
      donation: 0,
      shipping,
      shipping_tax_rate: ivaBasisPoints,
      delivery_rate: shipping,
      discount: 0,
      total,
      discounts: [],
      confirmation_due: isUnconfirmed === true ? at(1) : null,
      // Old purchases of guests must not affect the current best-sellers.
      is_counted: buyer.customerId === null && !isCanceledOrUndelivered(status),
      is_paired: buyer.customerId === null,
      created_at: at(0),
      placed_at: at(0),
      updated_at: at(0),
    })),
  );
  await insertRows(
    tx,
    'order_lines',
    orders.flatMap(({ id, bought }) =>
      bought.map(({ position, product, quantity }) => ({
        order_id: id,
        position,
        ...product,
        quantity,
        goods_iva: containedTax(times(product.unit_price, quantity), product.tax_rate),
        free_gifts: [],
      })),
    ),
  );
  await insertRows(
    tx,
    'payments',
    orders.map(({ id, paymentId, status, total, at, shipments }) => ({
      id: paymentId,
      order_id: id,
      kind: 'Cash',
      plan: 0,
      amount: total,
      status: paymentStatus(status),
      refusal_code: isCanceledOrUndelivered(status) ? status.toUpperCase() : null,
      created_at: at(0),
      decided_at:
        status === 'delivered' || isCanceledOrUndelivered(status)
          ? at(Math.max(...shipments.map(({ state, passed }) => passed[state] ?? 0)))
          : null,
    })),
  );
}

/** Cash is paid on delivery. */
const paymentStatus = (status: OrderStatus): string => {
  if (isCanceledOrUndelivered(status)) return 'refused';
  return status === 'delivered' ? 'approved' : 'pending';
};

const leftAt = ({ sent, at_store: atStore }: Passed, at: (days: number) => Date): Date | null => {
  const leftAfterDays = sent ?? atStore;
  return leftAfterDays === undefined ? null : at(leftAfterDays);
};

/** Writes the collected cash after the row, because a trigger of the table then records the movement. */
async function writeShipments(tx: Tx, orders: readonly BuiltOrder[]): Promise<void> {
  await insertRows(
    tx,
    'shipments',
    orders.flatMap(({ id, storeCode, shipments, at }) =>
      shipments.map(({ sellerId, state, since, passed, cashDue }, index) => ({
        order_id: id,
        n: index + 1,
        seller_id: sellerId,
        store_code: storeCode,
        place: storeCode ?? 'BODEGA',
        promised_on: at(4),
        state,
        since,
        cash_due: cashDue,
        attempts: state === 'undelivered' ? 2 : 0,
        reason: state === 'undelivered' ? failureReasons.nadie : null,
        picked_at: passed.picking === undefined ? null : at(passed.picking),
        left_at: leftAt(passed, at),
        ended_at: hasEnded(state) ? at(passed[state] ?? 0) : null,
      })),
    ),
  );
  await insertRows(
    tx,
    'shipment_lines',
    orders.flatMap(({ id, shipments, bought }) =>
      bought.map(({ position, product, quantity }) => ({
        order_id: id,
        n: 1 + shipments.findIndex(({ sellerId }) => sellerId === product.seller_id),
        position,
        quantity,
      })),
    ),
  );
  await collectCash(
    tx,
    orders.map(({ id }) => id),
  );
}

/**
 * Takes the goods of a placed order from its place, one order after the other. No other transaction sees these products
 * yet (record 0034).
 */
async function claim(tx: Tx, { id, bought, storeCode, shipments }: BuiltOrder): Promise<void> {
  const place = storeCode ?? 'BODEGA';
  await insertRows(
    tx,
    'stock_claims',
    bought.map(({ product, quantity }) => ({
      order_id: id,
      n: 1 + shipments.findIndex(({ sellerId }) => sellerId === product.seller_id),
      product_id: product.product_id,
      store_code: place,
      quantity,
      released_at: null,
    })),
  );
  const goods = bought.map(({ product, quantity }) => ({ productId: product.product_id, quantity }));
  await takeGoods(tx, { orderId: id, place, goods });
}

/** Writes orders with their payments and shipments, and takes their goods from the stock. */
export async function insertOrders(tx: Tx, orders: readonly BuiltOrder[]): Promise<void> {
  await writeOrders(tx, orders);
  await writeShipments(tx, orders);
  for (const order of orders.filter(({ status }) => status !== 'canceled')) await claim(tx, order);
  await writeListedRows(
    tx,
    orders.map(({ id }) => id),
  );
}

interface PlannedReturn {
  id: string;
  /** Number of the return. By default the next number of the shop. */
  number?: number;
  description: string;
  requestedAt: Date;
  /** The time at which the goods were returned. Null while the goods are on the way back. */
  receivedAt: Date | null;
}

/** Creates a return of one unit of an order's first line. */
export const insertReturn = (
  tx: Tx,
  order: BuiltOrder,
  { id, description, requestedAt, receivedAt, ...given }: PlannedReturn,
): Promise<void> =>
  insertRows(tx, 'returns', [
    {
      ...{ ...given, id, order_id: order.id, position: 1, quantity: 1 },
      ...{
        reason: 'Falla de fábrica',
        description,
        requested_at: requestedAt,
        received_at: receivedAt,
        approved_at: receivedAt,
      },
    },
  ]);
