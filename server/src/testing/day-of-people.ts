import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { recordRun } from '../backups/backups.store.ts';
import { copyNameOf } from '../backups/manifest.ts';
import { complaintCommands } from '../complaints/complaint-command.ts';
import { applyImport, checkFile } from '../imports/import-file.ts';
import { findKind } from '../imports/kinds.ts';
import { rowCommands } from '../imports/row-commands.ts';
import type { Database } from '../platform/db/database.ts';
import { openObjectStore } from '../platform/operations/object-store.ts';
import type { BusyShop } from './busy-shop.ts';
import { mintProof } from './captcha-proofs.ts';
import { addProduct, done, openCart } from './cart-calls.ts';
import { formPayload } from './form-payload.ts';
import { operator, typingIn } from './operator.ts';
import { cash, handOver, prepareCart } from './order-calls.ts';
import { addStock, createProduct } from './shop-fixtures.ts';
import { openDesk, type TestDesk } from './test-desk.ts';

const person = {
  firstName: 'Ana',
  lastName: 'Ajú',
  phone: '5555-1234',
  registerLeal: false,
  acceptTerms: true,
} as const;

/** Somebody has an account, asks for another password, and tries to sign in by a passkey. */
async function comeAndGo({ shop }: BusyShop): Promise<void> {
  const account = { email: 'ana@correo.gt', password: 'Una-clave-larga-9' };
  done(await shop.call('register', { body: { ...person, ...account } }));
  done(await shop.call('login', { body: account }));
  done(await shop.call('requestPassword', { body: { email: account.email } }));
  done(await shop.call('startPasskeyLogin', {}));
}

/** An account is closed while an order of it is under way, which arrives. */
async function closeAccount({ shop }: BusyShop, productId: number): Promise<void> {
  const account = { email: 'rosalinda@correo.gt', password: 'Una-clave-larga-9' };
  const { sessionToken } = done(await shop.call('register', { body: { ...person, ...account } })).data;
  const headers = { authorization: `Bearer ${sessionToken}` };
  const cartId = await prepareCart(shop, { lines: [{ productId, quantity: 1 }], email: account.email });
  await shop.db.pool.query('update carts set customer_id = (select id from customers where email = $2) where id = $1', [
    cartId,
    account.email,
  ]);
  const payload = { cartId, payments: [cash(130)] };
  const placed = await shop.inject({ method: 'POST', url: '/v1/orders', payload, headers });
  if (placed.statusCode !== 200) throw new Error(placed.payload);
  done(await shop.call('closeAccount', { body: { currentPassword: account.password } }, { headers }));
  await shop.db.pool.query(handOver('$1'), [placed.json().data.orderNumber]);
}

/** A copy of the shop lies elsewhere: whoever is erased is noted there. */
const copyElsewhere = ({ shop, copies }: BusyShop): Promise<unknown> => {
  const now = () => new Date();
  const run = { kind: 'backup-elsewhere', copy: copyNameOf(now()), place: copies, now } as const;
  return recordRun(shop.db.write, run, async () => {
    await openObjectStore({ dir: copies }).put(`copies/${run.copy}`, Buffer.from('a copy'));
    return { bytes: 6 };
  });
};

/** A complaint that is answered. */
async function complain({ shop }: BusyShop): Promise<void> {
  const body = { name: 'Ana', email: 'ana@correo.gt', phone: '5555-1234', text: 'Llegó tarde.' };
  const headers = { 'x-recaptcha': await mintProof(shop), 'idempotency-key': randomUUID() };
  const { complaintNumber } = done(await shop.call('fileComplaint', { body }, { headers })).data;
  await typingIn(shop)(complaintCommands, 'complaint', 'answer', complaintNumber, 'Lo sentimos.');
}

/** What others measure: a payment that a browser told of. */
async function measure({ shop }: BusyShop): Promise<void> {
  const cartId = await openCart(shop);
  done(await addProduct(shop, cartId, 'SPEAKER'));
  const data = { currency: 'GTQ' as const, value: 100, items: [] };
  done(await shop.call('sendMessagingEvent', { body: { event: 'checkout_payment', cartId, data } }));
}

/** A file of prices whose process dies as soon as it has begun to write. */
async function importByHalf({ shop, folder }: BusyShop): Promise<void> {
  const [kind, path] = [findKind('prices'), join(folder, 'prices.csv')];
  if (kind === undefined) throw new Error('no such kind');
  await writeFile(path, 'sku,precio\nSPONSORED,90\n');
  const now = new Date();
  const checked = await checkFile(shop.db, { kind, path, format: {}, actor: operator, now });
  if (!checked.ok) throw new Error(checked.error.code);
  let begun = 0;
  const dying: Database = {
    ...shop.db,
    transaction: async (work) => {
      begun += 1;
      // As a connection is lost: what would go wrong each time ends a run.
      if (begun > 1) throw Object.assign(new Error('terminating connection'), { code: '57P01' });
      return shop.db.transaction(work);
    },
  };
  await applyImport(dying, checked.value.run.id, { now }).catch(() => {});
}

/** A file of brands is uploaded to be looked at. */
async function uploadBrands({ shop }: BusyShop, { cookie }: TestDesk): Promise<void> {
  const form = await formPayload({ kind: 'brands', file: new File(['marca\nNueva\n'], 'marcas.csv') });
  const headers = { ...form.headers, cookie, origin: shop.config.publicUrl };
  const { payload } = form;
  const uploaded = await shop.inject({ method: 'POST', url: '/v1/admin/imports', headers, payload });
  if (uploaded.statusCode !== 201) throw new Error(uploaded.payload);
}

/** Prices that change by themselves, goods that are back, a brand of many products with another name. */
async function changeGoods({ shop }: BusyShop, productId: number): Promise<void> {
  const { pool } = shop.db;
  const gone = await createProduct(shop.db, { sku: 'GONE', price: 50_00, stock: 0 });
  await pool.query(
    `insert into restock_notices (product_id, email, created_at) values ($1, 'ana@correo.gt', now()), ($2, 'eva@correo.gt', now())`,
    [gone, productId],
  );
  await pool.query(
    `insert into planned_prices (product_id, starts_at, regular_price, sales_price) values ($1, now(), 9000, 8000)`,
    [productId],
  );
  await pool.query('update products set sales_price = 4000, discount_ends_at = now() where id = $1', [gone]);
  await addStock(shop.db, gone, 5);
  await pool.query(`update brands set title = 'Otra marca'`);
  await typingIn(shop)(rowCommands, 'price', 'set', 'GONE', 'precio=60');
}

/** Who comes to a shop on a day but to order, what its people change, and whom else it tells. */
export async function spendDayOfPeople(busy: BusyShop, productId: number): Promise<void> {
  const { shop } = busy;
  const desk = await openDesk(shop, 'manager');
  await comeAndGo(busy);
  await copyElsewhere(busy);
  await closeAccount(busy, productId);
  await complain(busy);
  await measure(busy);
  await importByHalf(busy);
  await uploadBrands(busy, desk);
  await changeGoods(busy, productId);
  const { pool } = shop.db;
  await pool.query(
    `insert into search_counts (day, words, searches, without_result) values (current_date - 500, 'nadie', 1, 1)`,
  );
  await pool.query(`insert into unclaimed_files (path, since, is_unwanted) values ('returns/nadie.webp', now(), true)`);
}
