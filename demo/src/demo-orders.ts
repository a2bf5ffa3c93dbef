import { dayMs } from '@ceiba/domain/dates/civil-date';
import type { Tx } from '@ceiba/server/platform/db/database';
import { type Buyer, buildOrder, idOf, insertOrders, insertReturn, type PlannedOrder } from './build-orders.ts';
import { demoCustomerId } from './demo-accounts.ts';
import { readOrderableProducts } from './demo-orders.store.ts';

/**
 * Six orders of the demo customer in different states (DEC-164). The orders are paid at the door, because the sandbox
 * bank has no charges for them. Two orders can be returned in part. The last order can no longer be returned.
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
  // Two delivery attempts failed. Its goods are not back yet.
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

/** The third order. One of its two units is on its way back. */
const returnedOrder = 2;

const buyer: Buyer = {
  customerId: demoCustomerId,
  email: 'cliente@ceiba.example',
  person: {
    firstname: 'María',
    lastname: 'López',
    telephone: '55551234',
    street: ['6a avenida 10-20'],
    city: 'Guatemala',
    zone: 'Zona 1',
    nit: '12345679',
  },
};

/** The age of each order in days. */
export const demoOrderDays = plannedOrders.map(({ placed }) => placed);

/** Loads the six orders with these numbers, and the return. */
export async function loadDemoOrders(tx: Tx, numbers: readonly number[], now: Date): Promise<void> {
  const products = await readOrderableProducts(tx, { place: 'BODEGA', least: 10, own: 4, others: 2 });
  const orders = plannedOrders.map((plan, index) =>
    buildOrder(plan, { index, number: numbers[index] ?? 0, products, buyer, storeCode: null, now }),
  );
  await insertOrders(tx, orders);
  const returned = orders[returnedOrder];
  if (returned === undefined) return;
  await insertReturn(tx, returned, {
    id: idOf(3, 0),
    // These numbers are below the first number that the shop gives.
    number: 100_000,
    description: 'No enciende desde el segundo día.',
    requestedAt: new Date(now.getTime() - 2 * dayMs),
    receivedAt: null,
  });
}
