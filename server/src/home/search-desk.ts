import type { foundKinds } from '@ceiba/contract/desk/home';
import { cartCodeText, readCartCode } from '@ceiba/domain/cart-codes/cart-code';
import { formatQ } from '@ceiba/domain/money/money';
import { purchaseIdOf } from '@ceiba/domain/purchases/purchase';
import { isReturnNumber, returnNumberOf, returnNumberText } from '@ceiba/domain/returns/return-window';
import { hasNeeded, type NeededPermission, seesAmounts } from '@ceiba/domain/staff/permissions';
import { findCodeLines } from '../cart-codes/cart-codes.store.ts';
import { findOrders } from '../orders/desk/order-rows.store.ts';
import { ownOrdersOf } from '../orders/desk/own-orders.ts';
import type { Tx } from '../platform/db/database.ts';
import { storesSeenBy } from '../platform/http/places.ts';
import type { StaffCaller } from '../platform/http/route.ts';
import { findCustomers, findProducts, findPurchase, findReturn, findShipments } from './home.store.ts';

/** A hit. `isExact`: the typed text is the exact name of the hit. */
export interface SearchHit {
  kind: (typeof foundKinds)[number];
  id: string;
  title: string;
  text: string;
  href: string;
  isExact: boolean;
}

/** Maximum number of hits of each kind, and in all. */
const maxOfKind = 6;
const maxFound = 20;

const joined = (...parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null && part !== '').join(' · ');

const same = (one: string | null, other: string): boolean => one !== null && one.toLowerCase() === other.toLowerCase();

type Finder = (tx: Tx, words: string, staff: StaffCaller, now: Date) => Promise<SearchHit[]>;

// One statement finds orders by number, name, phone, e-mail, NIT, SKU and tracking number. Their rows lead to their shipments.
const ordersAndShipments: Finder = async (tx, words, staff) => {
  const orders = await findOrders(tx, words, staff, maxOfKind);
  const showsTotal = seesAmounts([...staff.permissions]);
  const found = orders.map(
    ({ number, customer, phone, total }): SearchHit => ({
      kind: 'order',
      id: number,
      title: number,
      text: joined(customer, phone, showsTotal ? formatQ(total) : null),
      href: `/admin/ordenes/${number}`,
      isExact: number === words,
    }),
  );
  if (!staff.permissions.has('shipments.read')) return found;
  const shipments = await findShipments(tx, { words, orders: orders.map(({ number }) => number) }, storesSeenBy(staff));
  return [
    ...shipments.map(
      ({ id, trackingNumber }): SearchHit => ({
        kind: 'shipment',
        id,
        title: id,
        text: joined('Envío', trackingNumber),
        href: `/admin/preparacion/${id}`,
        isExact: id === words || same(trackingNumber, words),
      }),
    ),
    ...found,
  ];
};

const returnOf: Finder = async (tx, words, staff) => {
  const name = words.toUpperCase();
  if (!isReturnNumber(name)) return [];
  const found = await findReturn(tx, returnNumberOf(name), {
    stores: storesSeenBy(staff),
    assignee: ownOrdersOf(staff),
  });
  return found.map(({ number, orderNumber, title }) => ({
    kind: 'return',
    id: returnNumberText(number),
    title: returnNumberText(number),
    text: joined(`Orden ${orderNumber}`, title),
    href: `/admin/devoluciones/${returnNumberText(number)}`,
    isExact: true,
  }));
};

/** The number is printed as a bar code on the paper that the goods bring along. */
const purchaseOf: Finder = async (tx, words, staff) => {
  const number = words.toUpperCase();
  if (!/^C-\d{1,9}$/.test(number)) return [];
  return (await findPurchase(tx, purchaseIdOf(number), storesSeenBy(staff))).map(({ supplier, place }) => ({
    kind: 'purchase',
    id: number,
    title: number,
    text: joined(supplier, place),
    href: `/admin/compras/${number}`,
    isExact: true,
  }));
};

// An account belongs to no store: people limited to stores find buyers by their orders.
const customers: Finder = async (tx, words, staff) =>
  storesSeenBy(staff) !== null
    ? []
    : (await findCustomers(tx, words, maxOfKind)).map(({ id, name, email, phone, nit }) => ({
        kind: 'customer',
        id,
        title: name,
        text: joined(phone, email),
        href: `/admin/clientes/${id}`,
        isExact: same(email, words) || same(phone, words.replace(/\D/g, '')) || same(nit, words.replace(/-/g, '')),
      }));

/** A product links to its page. If the person may not read the catalogue, it links to its orders. */
const products: Finder = async (tx, words, { permissions }) =>
  (await findProducts(tx, words, maxOfKind)).map(({ sku, title, isPublished, isExact }) => ({
    kind: 'product',
    id: sku,
    title,
    text: joined(sku, isPublished ? null : 'No publicado'),
    href: permissions.has('catalog.read')
      ? `/admin/productos/${encodeURIComponent(sku)}`
      : `/admin/ordenes?q=${encodeURIComponent(sku)}`,
    isExact,
  }));

/** The cart that a shopper shared by a code (WA-04). Its goods belong to no person and no store. */
const cartCode: Finder = async (tx, words, _staff, now) => {
  const code = readCartCode(words);
  const lines = code === null ? [] : await findCodeLines(tx, code, now);
  if (code === null || lines.length === 0) return [];
  const text = cartCodeText(code);
  const [{ title } = { title: '' }] = lines;
  const others = lines.length - 1;
  return [
    {
      kind: 'cart',
      id: text,
      title: text,
      text: others === 0 ? title : `${title} y ${others} más`,
      href: `/admin/carritos/${text}`,
      isExact: true,
    },
  ];
};

/** The finder of each kind, with the permission to read it. */
const finders: readonly [NeededPermission, Finder][] = [
  ['orders.read', ordersAndShipments],
  ['orders.read', returnOf],
  ['purchases.read', purchaseOf],
  ['orders.read', cartCode],
  ['customers.read', customers],
  [['catalog.read', 'orders.read'], products],
];

/** Finds everything that these words name and that this person may read: at most 20 hits, exact hits first (OFF-13). */
export async function searchDesk(tx: Tx, words: string, staff: StaffCaller, now: Date): Promise<SearchHit[]> {
  storesSeenBy(staff);
  const allowed = finders.filter(([needed]) => hasNeeded(needed, (permission) => staff.permissions.has(permission)));
  const found = (await Promise.all(allowed.map(([, find]) => find(tx, words, staff, now)))).flat();
  return [...found.filter(({ isExact }) => isExact), ...found.filter(({ isExact }) => !isExact)].slice(0, maxFound);
}
