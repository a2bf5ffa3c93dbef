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

/** A customer registers, requests a new password, and tries to sign in with a passkey. */
async function comeAndGo({ shop }: BusyShop): Promise<void> {
  const account = { email: 'ana@correo.gt', password: 'Una-clave-larga-9' };
  done(await shop.call('register', { body: { ...person, ...account } }));
  done(await shop.call('login', { body: account }));
  done(await shop.call('requestPassword', { body: { email: account.email } }));
  done(await shop.call('startPasskeyLogin', {}));
}

/** A customer closes their account before an order has arrived. Then the order arrives. */
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

/** Stores a backup elsewhere, so that erased customers are recorded there. */
const copyElsewhere = ({ shop, copies }: BusyShop): Promise<unknown> => {
  const now = () => new Date();
  const run = { kind: 'backup-elsewhere', copy: copyNameOf(now()), place: copies, now } as const;
  return recordRun(shop.db.write, run, async () => {
    await openObjectStore({ dir: copies }).put(`copies/${run.copy}`, Buffer.from('a copy'));
    return { bytes: 6 };
  });
};

/** A customer complains and gets an answer. */
async function complain({ shop }: BusyShop): Promise<void> {
  const body = { name: 'Ana', email: 'ana@correo.gt', phone: '5555-1234', text: 'Llegó tarde.' };
  const headers = { 'x-recaptcha': await mintProof(shop), 'idempotency-key': randomUUID() };
  const { complaintNumber } = done(await shop.call('fileComplaint', { body }, { headers })).data;
  await typingIn(shop)(complaintCommands, 'complaint', 'answer', complaintNumber, 'Lo sentimos.');
}

/** Somebody shares a cart by a code, which expires. */
async function shareCart({ shop }: BusyShop): Promise<void> {
  const id = await openCart(shop);
  done(await addProduct(shop, id, 'SPEAKER'));
  done(await shop.call('makeCartCode', { params: { id }, body: {} }));
}

/** Sends analytics a payment that a browser reported. */
async function measure({ shop }: BusyShop): Promise<void> {
  const cartId = await openCart(shop);
  done(await addProduct(shop, cartId, 'SPEAKER'));
  const data = { currency: 'GTQ' as const, value: 100, items: [] };
  done(await shop.call('sendMessagingEvent', { body: { event: 'checkout_payment', cartId, data } }));
}

/** Starts an import of prices whose process dies at its first write. */
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
      // Fails like a lost connection. Any other error would repeat and end the run.
      if (begun > 1) throw Object.assign(new Error('terminating connection'), { code: '57P01' });
      return shop.db.transaction(work);
    },
  };
  await applyImport(dying, checked.value.run.id, { now }).catch(() => {});
}

/** Applies a list of prices and asks to revert it. Leaves the job that reverts the list. */
async function revertPrices({ shop, folder }: BusyShop, desk: TestDesk): Promise<void> {
  const [kind, path] = [findKind('prices'), join(folder, 'list.csv')];
  if (kind === undefined) throw new Error('no such kind');
  await createProduct(shop.db, { sku: 'LISTED', price: 50_00 });
  await writeFile(path, 'sku,precio\nLISTED,55\n');
  const now = new Date();
  const checked = await checkFile(shop.db, { kind, path, format: {}, actor: operator, now });
  if (!checked.ok) throw new Error(checked.error.code);
  const { id } = checked.value.run;
  await applyImport(shop.db, id, { now });
  done(await desk.call('revertPriceList', { params: { id }, body: { reason: 'Se equivocaron de archivo' } }));
}

/** Uploads a file of brands for preview. */
async function uploadBrands({ shop }: BusyShop, { cookie }: TestDesk): Promise<void> {
  const form = await formPayload({ kind: 'brands', file: new File(['marca\nNueva\n'], 'marcas.csv') });
  const headers = { ...form.headers, cookie, origin: shop.config.publicUrl };
  const { payload } = form;
  const uploaded = await shop.inject({ method: 'POST', url: '/v1/admin/imports', headers, payload });
  if (uploaded.statusCode !== 201) throw new Error(uploaded.payload);
}

/** Prepares scheduled prices, restocked goods, and a renamed brand with many products. */
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
  await pool.query(`insert into begun_offers (product_id, sales_price, ends_at) values ($1, 4000, now())`, [gone]);
  await pool.query(
    `insert into presale_changes (product_id, former_dates, changed_at) values ($1, array[current_date + 5], now() - interval '1 hour')`,
    [gone],
  );
  await addStock(shop.db, gone, 5);
  await pool.query(`update brands set title = 'Otra marca'`);
  await typingIn(shop)(rowCommands, 'price', 'set', 'GONE', 'precio=60');
}

/** Leaves the jobs of a change of a large category, a merged brand, a change of many products and an upgrade. */
async function leaveGoodsWork(desk: TestDesk, db: Database, productId: number): Promise<void> {
  const brand = async (title: string) => done(await desk.call('createBrand', { body: { title } })).data;
  const [from, into] = [await brand('Antigua'), await brand('Moderna')];
  done(await desk.call('mergeBrand', { params: { id: from.id }, body: { version: from.version, intoId: into.id } }));
  const attribute = { name: 'Color', categoryId: '1', type: 'text' as const, isRequired: false, isFilterable: true };
  done(await desk.call('createAttribute', { body: attribute }));
  const unlisted = await createProduct(db, { sku: 'UNLISTED' });
  done(await desk.call('createProductRun', { body: { verb: 'tag', value: 'Feria', skus: ['UNLISTED'] } }));
  await db.pool.query(`
    insert into unknown_codes (code, store_code, first_at, last_at, last_by) values ('7400000000001', 'MAX', now(), now(), 'Ana');
    insert into media (key, width, height) values (md5('unused'), 800, 800);
    insert into product_plans (product_id, state, acts_at, planned_by, planned_at) values (${unlisted}, 'archived', now(), 'Ana', now());
    begin;
    set local session_replication_role = replica;
    update products set brand_id = ${from.id}, attributes = '[{"code": "color", "label": "Tono", "value": "Negro"}]' where id = ${productId};
    delete from product_rows where product_id = ${unlisted};
    insert into product_rows_due (product_id) values (${unlisted});
    select graphile_worker.add_job('move-merged-products', '{"brand": ${from.id}}'),
      graphile_worker.add_job('follow-attributes', '{"category": 1}');
    commit`);
}

/** Makes the other changes of a day: by customers except for orders, and by staff. Notifies partners. */
export async function spendDayOfPeople(busy: BusyShop, productId: number): Promise<void> {
  const { shop } = busy;
  const desk = await openDesk(shop, 'manager');
  await comeAndGo(busy);
  await copyElsewhere(busy);
  await closeAccount(busy, productId);
  await complain(busy);
  await measure(busy);
  await shareCart(busy);
  await importByHalf(busy);
  await uploadBrands(busy, desk);
  await changeGoods(busy, productId);
  const { pool } = shop.db;
  await pool.query(
    `insert into search_counts (day, words, searches, without_result) values (current_date - 500, 'nadie', 1, 1)`,
  );
  await revertPrices(busy, desk);
  await leaveGoodsWork(desk, shop.db, productId);
  await pool.query(`insert into unclaimed_files (path, since, is_unwanted) values ('returns/nadie.webp', now(), true)`);
}
