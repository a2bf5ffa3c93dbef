import { dayMs } from '@ceiba/domain/dates/civil-date';
import { homeRegionId } from '@ceiba/domain/delivery/regions';
import { insertRows } from '@ceiba/server/loading/loading.store';
import { sandboxAccount } from '@ceiba/server/payments/http-gateway';
import type { Tx } from '@ceiba/server/platform/db/database';
import { sandboxKey } from '@ceiba/server/platform/operations/config';

/**
 * The hash of `Ceiba2026demo`, the password of every demo account (DEC-164). It is fixed, because the password is public. The
 * first start then does not have to compute the hash.
 */
export const demoPasswordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$BpQHM6wd1vWlHwN1oVWG2A$ZxwpC1/tKAJifs3QlV3lMaoBJAqHg7gAPFftl0p/B5U';

/** The account with an example of all data that a customer can have: cliente@ceiba.example. */
export const demoCustomerId = '01900000-0000-7000-8000-000000000001';

/** The accounts of the demo shop. Their ids never change, so that other rows can refer to the accounts (DEC-164). */
const demoCustomers = [
  {
    id: demoCustomerId,
    email: 'cliente@ceiba.example',
    first_name: 'María',
    last_name: 'López',
    phone: '55551234',
    dpi: '1234567890101',
    date_of_birth: '1990-05-15',
    gender: 2,
    nit: '12345679',
    billing_name: 'Juan Pérez',
    billing_address: '6a avenida 10-20, zona 1',
    has_loyalty: true,
  },
  {
    id: '01900000-0000-7000-8000-000000000002',
    email: 'nuevo@ceiba.example',
    first_name: 'Luis',
    last_name: 'Morales',
    phone: null,
    dpi: null,
    date_of_birth: null,
    gender: null,
    nit: null,
    billing_name: null,
    billing_address: null,
    has_loyalty: false,
  },
  {
    id: '01900000-0000-7000-8000-000000000003',
    email: 'empleado@ceiba.example',
    first_name: 'Andrés',
    last_name: 'Castillo',
    phone: '44445678',
    dpi: null,
    date_of_birth: '1988-02-03',
    gender: 1,
    nit: '576937K',
    billing_name: 'Comercial La Aurora, S.A.',
    billing_address: '12 calle 1-25, zona 10',
    has_loyalty: false,
  },
] as const;

/** Two addresses of `cliente@ceiba.example`. The first is the default address (DEC-164). */
const demoAddresses = [
  {
    id: '01900000-0000-7000-8000-000000000011',
    alias: 'Casa',
    street: ['12 calle 1-25, apartamento 4B'],
    city: 'Guatemala',
    zone: 'Zona 10',
    latitude: 14.5995,
    longitude: -90.5131,
    is_default: true,
    phone: '55551234',
    nit: 'CF',
  },
  {
    id: '01900000-0000-7000-8000-000000000012',
    alias: 'Oficina',
    street: ['6a avenida 10-20, oficina 302'],
    city: 'Guatemala',
    zone: 'Zona 1',
    latitude: 14.6407,
    longitude: -90.5133,
    is_default: false,
    phone: '22456789',
    nit: '12345679',
  },
] as const;

/** Loads the accounts, their addresses and the one staff e-mail, all confirmed at the opening of the shop. */
async function loadCustomers(tx: Tx, now: Date): Promise<void> {
  await insertRows(
    tx,
    'customers',
    demoCustomers.map((customer) => ({
      ...customer,
      password_hash: demoPasswordHash,
      email_confirmed_at: now,
      created_at: now,
    })),
  );
  const [customer] = demoCustomers;
  const owner = { customer_id: customer.id, first_name: customer.first_name, last_name: customer.last_name };
  await insertRows(
    tx,
    'addresses',
    demoAddresses.map((address) => ({ ...address, ...owner, region_id: homeRegionId, created_at: now })),
  );
  await insertRows(tx, 'employee_emails', [{ email: 'empleado@ceiba.example', added_at: now }]);
}

/** A Visa and an Amex that can be charged, and an expired card (DEC-164). The sandbox bank has their tokens. */
const cards = [
  {
    id: '01900000-0000-7000-8000-000000000201',
    vault_token: 'tok_demo_expired',
    masked: '555555******4444',
    expiry_month: 6,
    expiry_year: 2024,
  },
  {
    id: '01900000-0000-7000-8000-000000000202',
    vault_token: 'tok_demo_amex',
    masked: '378282*****0005',
    expiry_month: 12,
    expiry_year: 2035,
  },
  {
    id: '01900000-0000-7000-8000-000000000203',
    vault_token: 'tok_demo_visa',
    masked: '411111******1111',
    expiry_month: 12,
    expiry_year: 2035,
  },
] as const;

/** Loads the demo customer's saved cards, the latest one last. */
const loadSavedCards = (tx: Tx, now: Date): Promise<void> =>
  insertRows(
    tx,
    'saved_cards',
    cards.map((card) => ({
      ...card,
      acquirer: sandboxAccount(sandboxKey),
      customer_id: demoCustomerId,
      saved_at: now,
    })),
  );

const listId = '01900000-0000-7000-8000-000000000101';

/** A sold-out product, which stays in the list and cannot be moved (WISH-08). */
const wishes = [
  { id: '01900000-0000-7000-8000-000000000111', sku: 'TV-0017', quantity: 1 },
  { id: '01900000-0000-7000-8000-000000000112', sku: 'FRE-0003', quantity: 2 },
  { id: '01900000-0000-7000-8000-000000000113', sku: 'TV-0016', quantity: 1 },
] as const;

/** Loads the demo customer's list of products for later (DEC-164). */
async function loadWishlist(tx: Tx, productIds: ReadonlyMap<string, number>, now: Date): Promise<void> {
  await insertRows(tx, 'wishlists', [{ id: listId, customer_id: demoCustomerId, created_at: now }]);
  await insertRows(
    tx,
    'wishlist_items',
    wishes.map(({ id, sku, quantity }) => ({
      id,
      wishlist_id: listId,
      product_id: productIds.get(sku),
      quantity,
      added_at: now,
    })),
  );
}

/** The code in README.md. The code is valid for a year, so that also an old shop shows the cart. */
const sharedCart = 'K7M4QPXR';

/** One line has another price now, and one is sold out (WA-03). */
const sharedLines = [
  { position: 1, sku: 'FRE-0003', quantity: 2, price: 999_00 },
  { position: 2, sku: 'TV-0016', quantity: 1, price: 4_999_00 },
] as const;

/** Loads the code of a shared cart (WA-02). */
async function loadCartCode(tx: Tx, productIds: ReadonlyMap<string, number>, now: Date): Promise<void> {
  const until = new Date(now.getTime() + 365 * dayMs);
  await insertRows(tx, 'cart_codes', [{ code: sharedCart, contents: 'demo', created_at: now, expires_at: until }]);
  await insertRows(
    tx,
    'cart_code_lines',
    sharedLines.map(({ sku, ...line }) => ({ ...line, code: sharedCart, product_id: productIds.get(sku) })),
  );
}

/** Loads an active advisor of the main store, and an advisor who has left (DEC-164). Their hashes are for testing, not secrets. */
const loadAdvisors = (tx: Tx, now: Date): Promise<void> =>
  insertRows(tx, 'advisors', [
    {
      ...{ hash: 'asesor-demo', store_code: 'MAX', first_name: 'Andrea', added_at: now, ended_at: null },
      staff_email: 'asesora@ceiba.example',
    },
    {
      ...{ hash: 'asesor-retirado', store_code: 'MAX', first_name: 'Diego', added_at: now, ended_at: now },
      staff_email: null,
    },
  ]);

/** Loads the demo accounts with all their data except orders (DEC-164). */
export async function loadAccounts(tx: Tx, productIds: ReadonlyMap<string, number>, now: Date): Promise<void> {
  await loadCustomers(tx, now);
  await loadSavedCards(tx, now);
  await loadWishlist(tx, productIds, now);
  await loadCartCode(tx, productIds, now);
  await loadAdvisors(tx, now);
}
