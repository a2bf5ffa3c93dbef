import { dayMs } from '@ceiba/domain/dates/civil-date';
import { centavos, zero } from '@ceiba/domain/money/money';
import { defaultShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { permissions } from '@ceiba/domain/staff/permissions';
import { courierTable } from '@ceiba/server/couriers/couriers.table';
import { scanOnto } from '@ceiba/server/couriers/manifests';
import { openManifest } from '@ceiba/server/couriers/manifests.store';
import { lockSeen, type OrderEditor } from '@ceiba/server/orders/desk/change-order';
import { holdOrder } from '@ceiba/server/orders/desk/hold-order';
import { refundOrder } from '@ceiba/server/orders/desk/refund-order';
import type { Tx } from '@ceiba/server/platform/db/database';
import { insertEntity } from '@ceiba/server/platform/entities/entity.store';
import { correctCarrier, findShipment } from '@ceiba/server/shipments/shipments.store';
import { openTillSession } from '@ceiba/server/tills/till-counts.store';
import { insertTill } from '@ceiba/server/tills/tills.store';
import {
  type BuiltOrder,
  type Buyer,
  buildOrder,
  idOf,
  insertOrders,
  insertReturn,
  type PlannedOrder,
} from './build-orders.ts';
import { readOrderableProducts } from './demo-orders.store.ts';

/** `units` of one product. */
type Way = Pick<PlannedOrder, 'placed' | 'own' | 'isUnconfirmed'> & { units?: number };

/** States of these orders (§0.5 of desk.md): every state of a shipment, as on a morning in the warehouse. */
const deliveries: readonly Way[] = [
  { placed: 0.1, own: {}, isUnconfirmed: true },
  // Some orders that are not started yet are late.
  ...[0.05, 0.2, 0.4, 0.7, 0.9, 1.5, 2, 3].map((placed) => ({ placed, own: {} })),
  ...[0.8, 1.1, 1.6].map((placed) => ({ placed, own: { picking: 0.7 } })),
  ...[1.2, 1.4, 1.9, 2.3].map((placed) => ({ placed, own: { picking: 0.6, packed: 1 } })),
  ...[2, 2.5, 3, 4].map((placed) => ({ placed, own: { picking: 0.6, packed: 0.9, sent: 1.3 } })),
  // Four units have free delivery, so that no delivery cost has to be refunded.
  ...[6, 9].map((placed) => ({ placed, units: 4, own: { picking: 0.6, packed: 0.9, sent: 1.3, undelivered: 3 } })),
  ...[5, 7, 8, 10].map((placed) => ({ placed, own: { picking: 0.6, packed: 0.9, sent: 1.3, delivered: 2 } })),
  { placed: 3, own: { canceled: 0.5 } },
];
const pickedUp: readonly Way[] = [
  { placed: 0.6, own: {} },
  ...[2, 4].map((placed) => ({ placed, own: { picking: 0.4, packed: 0.6, at_store: 0.8 } })),
];

/** The store at which the pickup orders wait. */
const storeCode = 'MAX';

const names = [
  ['Ana', 'Morales'],
  ['Luis', 'García'],
  ['Sofía', 'Pérez'],
  ['Carlos', 'Ramírez'],
  ['Elena', 'Tzoc'],
  ['Jorge', 'Castillo'],
  ['Lucía', 'Hernández'],
  ['Mario', 'Coc'],
  ['Paola', 'Juárez'],
  ['Diego', 'Aguilar'],
] as const;

const buyerOf = (at: number): Buyer => {
  const [firstname, lastname] = names[at % names.length] ?? names[0];
  const email = `${firstname}.${lastname}@correo.example`.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return {
    customerId: null,
    email,
    person: {
      ...{ firstname, lastname, telephone: `4155${String(1000 + (at % names.length))}` },
      ...{ street: [`${1 + (at % 18)}a calle ${2 + at}-${10 + at}`], city: 'Guatemala' },
      ...{ zone: `Zona ${1 + (at % 16)}`, nit: 'CF' },
    },
  };
};

/** Ids of these orders start here, after the orders of the demo customer. */
const firstIndex = 100;

/** Returns the editor: Marta, who manages the shop. */
const editorAt = (now: Date): OrderEditor => {
  const [id, name] = ['01900000-0000-7000-8000-000000000302', 'Marta Xicará'];
  return {
    author: { actor: { kind: 'staff', id }, name, requestId: null, now },
    staff: {
      ...{ id, sessionId: id, name, email: 'gerencia@ceiba.example', role: 'manager', stores: null },
      ...{ permissions: new Set(permissions), sessionExpiresAt: now, confirmedAt: now },
    },
  };
};

/** The age of each order in days. */
export const deskOrderDays = [...deliveries, ...pickedUp].map(({ placed }) => placed);

/** Loads thirty orders of guests in all states with these numbers, and some actions of desk users: a hold, a refund, a till, a manifest. */
export async function loadDeskOrders(tx: Tx, numbers: readonly number[], now: Date): Promise<void> {
  const ofWarehouse = await readOrderableProducts(tx, { place: 'BODEGA', least: 10, own: 20, others: 0 });
  const ofStore = await readOrderableProducts(tx, { place: storeCode, least: 3, own: 3, others: 0 });
  const ways = [
    ...deliveries.map((way) => ({ way, products: ofWarehouse, storeCode: null })),
    ...pickedUp.map((way) => ({ way, products: ofStore, storeCode })),
  ];
  const orders = ways.map(({ way, products, storeCode: store }, at) =>
    buildOrder(
      { ...way, lines: linesOf(at, { products: products.length, units: way.units }) },
      { index: firstIndex + at, number: numbers[at] ?? 0, products, buyer: buyerOf(at), storeCode: store, now },
    ),
  );
  await insertOrders(tx, orders);
  await actAtDesk(tx, orders, now);
}

/** Returns one product, or two in every third order. Of the second product, one or two units. */
const linesOf = (
  at: number,
  { products, units }: { products: number; units: number | undefined },
): PlannedOrder['lines'] =>
  at % 3 === 0 && units === undefined
    ? [
        [at % products, 1],
        [(at + 1) % products, 1 + (at % 2)],
      ]
    : [[at % products, units ?? 1]];

const inState = (orders: readonly BuiltOrder[], state: string): BuiltOrder[] =>
  orders.filter(({ shipments }) => shipments.every((shipment) => shipment.state === state));

async function actAtDesk(tx: Tx, orders: readonly BuiltOrder[], now: Date): Promise<void> {
  const editor = editorAt(now);
  const { actor } = editor.author;
  const [held] = inState(orders, 'ready');
  const [refunded, returned] = inState(orders, 'delivered');
  const [packed] = inState(orders, 'packed');
  if (held === undefined || refunded === undefined || returned === undefined || packed === undefined)
    throw new Error('the demo shop has too few orders');

  const orderNumber = String(held.number);
  const seen = await lockSeen(tx, orderNumber, editor);
  if (!seen.ok) throw new Error(`order ${orderNumber} does not exist`);
  const asked = { version: seen.value.version, reason: 'El teléfono no contesta: confirmar la dirección' };
  const hold = await holdOrder(tx, { orderNumber, asked }, editor);
  const paid = await lockSeen(tx, String(refunded.number), editor);
  if (!paid.ok) throw new Error(`order ${refunded.number} does not exist`);
  const refund = await refundOrder(
    tx,
    {
      ...{ orderNumber: String(refunded.number), version: paid.value.version },
      ...{ lines: [], shipping: zero, goodwill: centavos(50_00) },
      ...{ reason: 'Llegó con la caja golpeada', to: 'till' },
    },
    editor,
    { publicUrl: '', policy: defaultShopPolicy },
  );
  if (!hold.ok || !refund.ok) throw new Error('the demo shop’s hold or refund was refused');

  await insertReturn(tx, returned, {
    id: idOf(3, firstIndex),
    description: 'Deja de cargar a los pocos minutos.',
    requestedAt: new Date(now.getTime() - 3 * dayMs),
    receivedAt: new Date(now.getTime() - dayMs),
  });

  const till = await insertTill(tx, storeCode, 'Caja 1');
  if (till !== undefined) await openTillSession(tx, till, { float: centavos(500_00), actor }, now);

  await insertEntity(tx, courierTable, { code: 'cargo-expreso', name: 'Cargo Expreso' });
  // The packer chose the courier.
  for (const { number } of inState(orders, 'packed')) {
    const shipment = await findShipment(tx, `${number}-1`);
    if (shipment !== undefined) await correctCarrier(tx, shipment, { courier: 'Cargo Expreso' });
  }
  const manifest = await openManifest(tx, { courier: 'cargo-expreso', storeCode: 'BODEGA', actor }, now);
  const onto = { id: manifest ?? 0, maySee: () => true };
  const scan = { scanId: idOf(3, firstIndex), code: `${packed.number}-1` };
  if (!(await scanOnto(tx, onto, scan, editor.author)).ok) throw new Error('the demo shop’s manifest refused a scan');
}
