import { randomUUID } from 'node:crypto';
import { dayMs } from '@ceiba/domain/dates/civil-date';
import { deliveryFee } from '@ceiba/domain/delivery/delivery-fee';
import { homeRegionId } from '@ceiba/domain/delivery/regions';
import { add, type Centavos, sum, times, zero } from '@ceiba/domain/money/money';
import { hasComeToNothing, type OrderStatus } from '@ceiba/domain/orders/order';
import { failureReasons, hasEnded, type ShipmentState, statusOfShipments } from '@ceiba/domain/orders/shipment';
import { cashOfShipments, worthOfSellers } from '@ceiba/domain/orders/shipment-worth';
import { defaultShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { insertRows } from '@ceiba/server/loading/loading.store';
import type { Tx } from '@ceiba/server/platform/db/database';
import { demoCustomerId } from './demo-accounts.ts';
import {
  collectCash,
  type OrderableProduct,
  readOrderableProducts,
  takeFromWarehouse,
  takeOrderNumbers,
} from './demo-orders.store.ts';

/** What a shipment went through: the last is where it stands. */
type Passed = Partial<Record<ShipmentState, number>>;

interface PlannedOrder {
  /** Days before now. */
  placed: number;
  /** Which of the products, those of others from 4 on, and how many. */
  lines: readonly (readonly [product: number, quantity: number])[];
  /** How long after it was placed the shop's own shipment, and that of others, came to each state, in days, in that order. */
  own: Passed;
  others?: Passed;
}

/**
 * DEC-164: six orders of the demo customer in different states, paid at the door, as the sandbox bank knows no charge of them.
 * Two of them can be returned, in part; of the last the days for that are over.
 */
const plannedOrders: readonly PlannedOrder[] = [
  {
    placed: 90,
    lines: [[0, 1]],
    own: { picking: 1, sent: 2, delivered: 3 },
  },
  { placed: 40, lines: [[1, 1]], own: { canceled: 1 } },
  {
    placed: 12,
    lines: [
      [2, 2],
      [4, 1],
    ],
    own: { picking: 1, sent: 2, delivered: 3 },
    others: { picking: 2, sent: 3, delivered: 5 },
  },
  // Brought twice in vain; its goods are not back yet.
  { placed: 8, lines: [[1, 2]], own: { picking: 1, sent: 2, undelivered: 4 } },
  {
    placed: 4,
    lines: [
      [0, 1],
      [5, 1],
    ],
    own: { picking: 1, sent: 2, delivered: 3 },
    others: { picking: 2 },
  },
  { placed: 2, lines: [[3, 1]], own: { picking: 0.5, sent: 1 } },
];

/** Of the third order one of two units is on its way back. */
const returnedOrder = 2;

const person = {
  firstname: 'María',
  lastname: 'López',
  telephone: '55551234',
  street: ['6a avenida 10-20'],
  city: 'Guatemala',
  region: { regionId: homeRegionId, region: 'Guatemala' },
  postcode: '01001',
  country_code: 'GT',
  latitude: null,
  longitude: null,
  zone: 'Zona 1',
  storeCode: null,
  trustedPerson: null,
  nit: '12345679',
};

const idOf = (kind: 1 | 2 | 3, n: number): string =>
  `01900000-0000-7000-8000-00000000${kind}${String(n).padStart(3, '0')}`;

interface BuiltOrder extends PlannedOrder {
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
  passed: Passed;
  cashDue: Centavos;
}

/** The six orders with the return. */
export async function loadDemoOrders(tx: Tx, now: Date): Promise<void> {
  const products = await readOrderableProducts(tx, 4, 2);
  const numbers = await takeOrderNumbers(tx, plannedOrders.length);
  const orders = plannedOrders.map((plan, index) => build(plan, { index, number: numbers[index] ?? 0, products, now }));
  await writeOrders(tx, orders);
  await writeShipments(tx, orders);
  for (const order of orders.filter(({ status }) => status !== 'canceled')) await claim(tx, order);
  const returned = orders[returnedOrder];
  if (returned !== undefined) await writeReturn(tx, returned, now);
}

function build(
  plan: PlannedOrder,
  { index, number, products, now }: { index: number; number: number; products: readonly OrderableProduct[]; now: Date },
): BuiltOrder {
  const placedAt = now.getTime() - plan.placed * dayMs;
  const bought = plan.lines.flatMap(([at, quantity], line) => {
    const product = products[at];
    return product === undefined ? [] : [{ position: line + 1, product, quantity }];
  });
  const subtotal = sum(bought.map(({ product, quantity }) => times(product.unit_price, quantity)));
  const shipping = deliveryFee(
    { deliveryType: 'delivery', regionId: homeRegionId, deliveryBase: subtotal, isDigitalOnly: false },
    defaultShopPolicy,
  );
  const at = (days: number) => new Date(placedAt + days * dayMs);
  const shipments = shipmentsOf(plan, bought, shipping);
  return {
    ...plan,
    shipments,
    status: statusOfShipments(
      shipments.map(({ state }) => state),
      false,
    ),
    id: idOf(1, index),
    cartId: randomUUID(),
    number,
    at,
    bought,
    subtotal,
    shipping,
    total: add(subtotal, shipping),
  };
}

function shipmentsOf(plan: PlannedOrder, bought: BuiltOrder['bought'], shipping: Centavos): BuiltShipment[] {
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
    const state = stateNames.findLast((name) => passed[name] !== undefined) ?? 'ready';
    return { sellerId, state, passed, cashDue: cash[index] ?? zero };
  });
}

/** In the order of a shipment's life. */
const stateNames: readonly ShipmentState[] = ['picking', 'sent', 'undelivered', 'delivered', 'canceled'];

async function writeOrders(tx: Tx, orders: readonly BuiltOrder[]): Promise<void> {
  await insertRows(
    tx,
    'carts',
    orders.map(({ cartId, at }) => ({
      id: cartId,
      status: 'ordered',
      customer_id: demoCustomerId,
      created_at: at(0),
      updated_at: at(0),
    })),
  );
  await insertRows(
    tx,
    'orders',
    orders.map(({ id, number, cartId, status, subtotal, shipping, total, at }) => ({
      id,
      number,
      cart_id: cartId,
      status,
      customer_id: demoCustomerId,
      email: 'cliente@ceiba.example',
      contact: { firstName: person.firstname, lastName: person.lastname, phone: person.telephone },
      shipping_method: 'delivery',
      shipping_address: person,
      billing_address: { ...person, documentType: 'NIT' },
      payment_type: 'Cash',
      payment_plan: 0,
      subtotal,
      warranties: 0,
      donation: 0,
      shipping,
      delivery_rate: shipping,
      discount: 0,
      total,
      discounts: [],
      is_counted: false,
      is_paired: false,
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
        free_gifts: [],
      })),
    ),
  );
  await insertRows(
    tx,
    'payments',
    orders.map(({ id, status, total, at, shipments }, index) => ({
      id: idOf(2, index),
      order_id: id,
      kind: 'Cash',
      plan: 0,
      amount: total,
      status: paymentStatus(status),
      refusal_code: hasComeToNothing(status) ? status.toUpperCase() : null,
      created_at: at(0),
      decided_at:
        status === 'delivered' || hasComeToNothing(status)
          ? at(Math.max(...shipments.map(({ state, passed }) => passed[state] ?? 0)))
          : null,
    })),
  );
}

/** Cash is paid with the delivery. */
const paymentStatus = (status: OrderStatus): string => {
  if (hasComeToNothing(status)) return 'refused';
  return status === 'delivered' ? 'approved' : 'pending';
};

/** What was collected is written after the row, as the table itself writes its movement then. */
async function writeShipments(tx: Tx, orders: readonly BuiltOrder[]): Promise<void> {
  await insertRows(
    tx,
    'shipments',
    orders.flatMap(({ id, shipments, at }) =>
      shipments.map(({ sellerId, state, passed, cashDue }, index) => ({
        order_id: id,
        n: index + 1,
        seller_id: sellerId,
        place: 'BODEGA',
        promised_on: at(4),
        state,
        cash_due: cashDue,
        attempts: state === 'undelivered' ? 2 : 0,
        reason: state === 'undelivered' ? failureReasons.nadie : null,
        picked_at: passed.picking === undefined ? null : at(passed.picking),
        left_at: passed.sent === undefined ? null : at(passed.sent),
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

/** What an order that stands has left the warehouse. One after the other, as nobody else sees these products yet (record 0034). */
async function claim(tx: Tx, { id, bought, shipments }: BuiltOrder): Promise<void> {
  await insertRows(
    tx,
    'stock_claims',
    bought.map(({ product, quantity }) => ({
      order_id: id,
      n: 1 + shipments.findIndex(({ sellerId }) => sellerId === product.seller_id),
      product_id: product.product_id,
      store_code: 'BODEGA',
      quantity,
      released_at: null,
    })),
  );
  const goods = bought.map(({ product, quantity }) => ({ productId: product.product_id, quantity }));
  await takeFromWarehouse(tx, { orderId: id, goods });
}

const writeReturn = (tx: Tx, order: BuiltOrder, now: Date): Promise<void> =>
  insertRows(tx, 'returns', [
    {
      id: idOf(3, 0),
      // Below the first that the shop gives.
      number: 100_000,
      order_id: order.id,
      position: 1,
      quantity: 1,
      reason: 'Falla de fábrica',
      description: 'No enciende desde el segundo día.',
      requested_at: new Date(now.getTime() - 2 * dayMs),
    },
  ]);
