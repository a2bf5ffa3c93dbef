import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendGiftCards } from '../gift-cards/send-gift-cards.ts';
import { ordersTasks } from '../orders/orders.tasks.ts';
import { createHttpGateway } from '../payments/http-gateway.ts';
import { codeOf, done } from '../testing/cart-calls.ts';
import { passHoldRules } from '../testing/gift-card-calls.ts';
import { untilBlocked } from '../testing/lock-waits.ts';
import { ceibaPolicy } from '../testing/mailed-policy.ts';
import { cash, handOver, merchantKey, openShopWithBank, prepareCart } from '../testing/order-calls.ts';
import { expectSoundBooks } from '../testing/order-facts.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk } from '../testing/test-desk.ts';
import type { TestShop } from '../testing/test-shop.ts';
import { takeLine, takeWishlist } from '../wishlists/wishlists.store.ts';
import { forgetBuyers } from './closed-accounts.store.ts';
import { erasePerson } from './erase-person.ts';
import { personalTables, readPersonalData } from './personal-data.store.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let shop: TestShop;
let product: number;
beforeAll(async () => {
  open = await openShopWithBank();
  shop = open.shop;
  await createShopBasics(shop.db);
  product = await createProduct(shop.db, { sku: 'TV', price: 100_00, stock: 50 });
});
afterAll(async () => {
  await expectSoundBooks(shop.db, open.bank);
  await open.close();
});

const password = 'Ceiba2026demo';

/** Registers an account with a proven address through the shop's calls. */
const registerUnconfirmed = async (email: string) => {
  const person = { firstName: 'Rosalinda', lastName: 'Tzul', phone: '5550-1234', password } as const;
  const body = { ...person, email, registerLeal: false, acceptTerms: true } as const;
  const { sessionToken } = done(await shop.call('register', { body })).data;
  const { rows } = await shop.db.pool.query<{ id: string }>('select id from customers where email = $1', [email]);
  return { id: rows[0]?.id ?? '', email, headers: { authorization: `Bearer ${sessionToken}` } };
};

/** Registers an account with a confirmed address. */
const register = async (email: string) => {
  const customer = await registerUnconfirmed(email);
  await shop.db.pool.query('update customers set email_confirmed_at = now() where email = $1', [email]);
  return customer;
};
type Customer = Awaited<ReturnType<typeof register>>;

/** Places an order of the customer, paid in cash. Returns its ID. */
const order = async ({ id, email, headers }: Customer): Promise<string> => {
  const cartId = await prepareCart(shop, {
    lines: [{ productId: product, quantity: 1 }],
    email,
    payment: { method: 'cashondelivery', bin: null },
  });
  await shop.db.pool.query('update carts set customer_id = $2 where id = $1', [cartId, id]);
  const payload = { cartId, payments: [cash(130)] };
  const answer = await shop.inject({ method: 'POST', url: '/v1/orders', payload, headers });
  expect(answer.statusCode, answer.body).toBe(200);
  const { rows } = await shop.db.pool.query<{ id: string }>('select id from orders where cart_id = $1', [cartId]);
  return rows[0]?.id ?? '';
};

const address = {
  alias: 'Casa',
  street: 'Callejón del Fino 3',
  city: 'Guatemala',
  regionId: 485,
  countryCode: 'GT',
  firstName: 'Rosalinda',
  lastName: 'Tzul',
  phone: '5550-1234',
  nit: 'CF',
  defaultShipping: true,
  latitude: null,
  longitude: null,
} as const;

const close = ({ headers }: Pick<Customer, 'headers'>, currentPassword = password) =>
  shop.call('closeAccount', { body: { currentPassword } }, { headers });

/** Tables with orders or addresses that the export does not contain, with the reason for each. */
const leftOutTables: Readonly<Record<string, string>> = {
  analytics_messages: 'names nobody; what was bought is in the lines of the order',
  gift_card_movements: 'the shop’s books: what cards paid of an order, which its owner reads there',
  gift_cards: 'hashes of codes that are the recipients’',
  idempotency_keys: 'answers to calls, kept for a day in case they are repeated',
  one_time_codes: 'hashes of codes that end within minutes',
  points_due: 'orders that a job has still to look at',
  order_notes: 'what the shop’s people tell each other of an order',
  order_rows: 'words of an order to find it by, written anew with it',
  mail_attachments: 'the papers of purchases, in mails to suppliers',
  suppliers: 'the companies that the shop buys from',
  supplier_codes: 'the codes of products at suppliers',
  transfers: 'goods that the shop moves between its places, also for an order',
  transfer_lines: 'goods that the shop moves between its places',
  transfer_differences: 'goods that were lost or damaged between places',
  purchases: 'orders of the shop at its suppliers',
  purchase_lines: 'goods that the shop orders',
  purchase_receipts: 'goods that came from suppliers',
  purchase_receipt_lines: 'goods that came from suppliers',
  desk_notices: 'what waits for the shop’s people',
  desk_notice_reads: 'of the shop’s people',
  desk_views: 'lists of the shop’s people',
  desk_view_pins: 'of the shop’s people',
  staff_challenges: 'of the shop’s people',
  staff_invitations: 'of the shop’s people',
  staff_members: 'the shop’s people',
  staff_passkeys: 'of the shop’s people',
  staff_passkey_challenges: 'of the shop’s people',
  staff_recovery_codes: 'of the shop’s people',
  staff_sessions: 'of the shop’s people',
  money_movements: 'the shop’s books: what an order was paid and given back, which its owner reads there',
  order_events: 'what the shop did with an order',
  order_links: 'hashes of links',
  passkey_challenges: 'hashes of what a device is asked to sign within minutes',
  payment_link_tokens: 'hashes of what opens the cart of a link',
  employee_emails: 'who works here, as an operator wrote it',
  manifest_parcels: 'what left with a courier, when',
  refund_requests: 'what the shop’s people ask each other before money moves; the refund that follows is given',
  refund_transfers:
    'a bank and the last digits of an account, which its owner gave to the shop’s people; the account itself is sealed for a month',
  till_movements: 'the shop’s books: what a till took and gave of an order, which its owner reads there',
  shipment_scans: 'which unit was taken from a shelf by whom of the shop’s people',
  stock_claims: 'which shelf an order takes from',
  stock_movements: 'what came and went on the shelves',
  till_receipts: 'the number of a slip that the buyer has, and who of the shop’s people took the money',
  till_papers: 'the number of a slip that a till gave money back on, and how much',
  order_mail_outbox: 'orders whose mail is written within seconds',
  purchase_message_outbox: 'orders whose copy is written within a minute',
};

test('the export covers every table with customer data, or a reason is given', async () => {
  const { rows } = await shop.db.pool.query<{ table_name: string }>(
    `with recursive about(name) as (
       select table_name::text from information_schema.columns where table_schema = 'public'
         and (column_name in ('customer_id', 'order_id', 'cart_id', 'email', 'recipient') or table_name = 'customers')
       union select c.relname::text from pg_constraint f join pg_class c on c.oid = f.conrelid
         join pg_class p on p.oid = f.confrelid join about a on a.name = p.relname::text where f.contype = 'f')
     select name as table_name from about order by 1`,
  );
  const judged = [...Object.keys(personalTables), ...Object.keys(leftOutTables)].sort();
  expect(judged).toEqual(rows.map(({ table_name }) => table_name));
});

/** Tables that a reset does not empty for an account registered by another person, with the reason for each. */
const leftByReset: Readonly<Record<string, string>> = {
  customers: 'the account itself, with its name',
  orders: 'what was bought and invoiced',
  order_lines: 'of the orders',
  payments: 'of the orders',
  shipments: 'of the orders',
  shipment_lines: 'of the orders',
  refunds: 'of the orders',
  refund_lines: 'of the orders',
  returns: 'of the orders',
  return_pictures: 'of the orders',
  return_outcomes: 'of the orders',
  coupon_uses: 'of the orders',
  points_certificates: 'of the orders',
  points_entries: 'of the orders',
  points_takebacks: 'of the orders',
  complaints: 'what was complained about from the address, whose owner has it now',
  complaint_answers: 'of the complaints',
  mails: 'what went to the address, whose owner has it now',
};

/** Writes a row into every table that a reset empties, as a former owner might. */
const leaveEverything = ({ id }: Customer) =>
  shop.db.pool.query(
    `with a as (insert into addresses (id, customer_id, alias, first_name, last_name, phone, street, city, region_id, zone, nit, is_default, created_at)
         values (gen_random_uuid(), $1, 'Casa', 'Ana', 'Ajú', '55551234', array['Mi casa'], 'Guatemala', 485, 'Zone 1', 'CF', true, now())),
       p as (insert into passkeys (id, customer_id, credential_id, public_key, counter, name, created_at)
         values (gen_random_uuid(), $1, '\\x01', '\\x02', 0, 'Suyo', now())),
       e as (insert into account_links (token_hash, customer_id, purpose, created_at, expires_at, new_email)
         values (sha256('suyo'), $1, 'email', now(), now() + interval '1 day', 'suyo@correo.gt')),
       l as (insert into loyalty_members (customer_id, key, document_type, document_id, asked_at, registered_at)
         values ($1, gen_random_uuid(), 'DPI', '1234567890101', now(), now())),
       s as (insert into saved_cards (id, customer_id, vault_token, masked, expiry_month, expiry_year, saved_at, acquirer)
         values (gen_random_uuid(), $1, 'vault-suyo', '411111******1111', 12, 2099, now(), 'bank/suyo')),
       r as (insert into restock_notices (product_id, customer_id, created_at) values ($2, $1, now())),
       w as (insert into wishlists (id, customer_id, created_at, share_token)
         values (gen_random_uuid(), $1, now(), repeat('s', 43)) returning id),
       i as (insert into wishlist_items (id, wishlist_id, product_id, quantity, added_at) select gen_random_uuid(), id, $2, 1, now() from w)
     update customers set has_loyalty = true where id = $1`,
    [id, product],
  );

test('[DEC-139] a reset removes all data of a person who registered another person’s address', async () => {
  const mallory = await registerUnconfirmed('ajena-tablas@correo.gt');
  await leaveEverything(mallory);
  const cart = done(await shop.call('createCart', { body: {} }, { headers: mallory.headers })).id;
  done(await shop.call('addCartProduct', { params: { id: cart }, body: { sku: 'TV', quantity: 1 } }, mallory));
  done(await shop.call('makeCartCode', { params: { id: cart }, body: {} }, mallory));
  const emptied = Object.keys(personalTables).filter((table) => leftByReset[table] === undefined);
  const rowsOf = async () => {
    const data = await readPersonalData(shop.db.write, mallory.id);
    return emptied.map((table) => [table, (data[table] ?? []).length > 0]);
  };
  expect(await rowsOf()).toEqual(emptied.map((table) => [table, true]));
  await shop.db.pool.query(
    `insert into account_links (token_hash, customer_id, purpose, created_at, expires_at)
     values (sha256('de-su-duena'), $1, 'reset', now(), now() + interval '1 hour')`,
    [mallory.id],
  );
  const body = { customerId: mallory.id, token: 'de-su-duena', password: 'Nueva2027clave' };
  done(await shop.call('resetPassword', { body }));
  expect(await rowsOf()).toEqual(emptied.map((table) => [table, false]));
  const { rows } = await shop.db.pool.query(
    `select has_loyalty, phone, (select removed_at is not null from saved_cards where vault_token = 'vault-suyo') as "isRemoved",
       (select count(*)::int from graphile_worker.jobs where task_identifier = 'remove-saved-cards') as jobs
     from customers where id = $1`,
    [mallory.id],
  );
  expect(rows).toEqual([{ has_loyalty: false, phone: null, isRemoved: true, jobs: 1 }]);
});

test('a customer exports everything that the shop stores about them, and nothing that gives access', async () => {
  const [ana, eva] = [await register('ana-datos@correo.gt'), await register('eva-datos@correo.gt')];
  done(await shop.call('addAddress', { body: address }, { headers: ana.headers }));
  await order(ana);
  await shop.db.pool.query(
    `with a as (insert into advisors (hash, store_code, first_name, added_at) values ('hash-de-asesora', 'MAX', 'Iris', now())
       returning hash)
     update carts set advisor_hash = a.hash from a where customer_id = $1`,
    [ana.id],
  );
  // Internal notes of staff about an order.
  await shop.db.pool.query(
    `with o as (update orders set tags = '{nota-del-taller}' where customer_id = $1 returning id),
       s as (update shipments set reason = 'nota-del-taller' from o where order_id = o.id)
     update payments set reason = 'nota-del-taller', decided_by = '{"kind": "staff", "id": "nota-del-taller"}' from o where order_id = o.id`,
    [ana.id],
  );
  const { data } = done(await shop.call('exportAccount', {}, { headers: ana.headers }));
  expect(data.shipments).not.toEqual([]);
  expect(data.payments).not.toEqual([]);
  expect(Object.keys(data).sort()).toEqual(Object.keys(personalTables).sort());
  expect(data.customers).toMatchObject([{ email: 'ana-datos@correo.gt', first_name: 'Rosalinda', phone: '55501234' }]);
  expect(data.addresses).toMatchObject([{ alias: 'Casa', street: ['Callejón del Fino 3'] }]);
  expect(data.orders).toMatchObject([{ email: 'ana-datos@correo.gt', total: 130_00 }]);
  expect(data.order_lines).toMatchObject([{ sku: 'TV', quantity: 1 }]);
  expect(data.mails).toMatchObject([{ recipient: 'ana-datos@correo.gt', subject: 'Confirma tu correo en Ceiba' }]);
  expect(JSON.stringify(data)).not.toMatch(/argon2id|token_hash|eva-datos|hash-de-asesora|nota-del-taller/);
  expect(done(await shop.call('exportAccount', {}, { headers: eva.headers })).data.orders).toEqual([]);
});

test('closing an account by its password removes personal data, but no invoices or sums', async () => {
  const email = 'rosalinda@correo.gt';
  const rosa = await register(email);
  done(await shop.call('addAddress', { body: address }, { headers: rosa.headers }));
  const [arrived, underway] = [await order(rosa), await order(rosa)];
  await shop.db.pool.query(handOver('select number from orders where id = $1'), [arrived]);
  const openCart = done(await shop.call('createCart', { body: {} }, { headers: rosa.headers })).id;
  done(await shop.call('addCartProduct', { params: { id: openCart }, body: { sku: 'TV', quantity: 1 } }, rosa));
  const sums = async () =>
    (await shop.db.pool.query('select sum(total)::int as total, count(*)::int as orders from orders')).rows;
  const before = await sums();

  expect(codeOf(await close(rosa, 'Otra2026clave'))).toBe('WRONG_PASSWORD');
  expect((await Promise.all([close(rosa), close(rosa)])).map(codeOf).sort()).toEqual(['UNAUTHORIZED', 'ok']);
  expect(codeOf(await close(rosa))).toBe('UNAUTHORIZED');
  expect(await sums()).toEqual(before);

  const { rows } = await shop.db.pool.query(
    `select id = $1 as arrived, email, contact ->> 'firstName' as name, shipping_address is null as homeless,
       billing_address ->> 'nit' as nit, customer_id from orders where id in ($1, $2) order by arrived desc`,
    [arrived, underway],
  );
  expect(rows).toMatchObject([
    { arrived: true, email: '', name: null, homeless: true, nit: '576937K', customer_id: null },
    { arrived: false, email, homeless: false, nit: '576937K', customer_id: null },
  ]);
  const { rows: left } = await shop.db.pool.query(
    `select (select count(*) from customers where id = $1) + (select count(*) from addresses where customer_id = $1)
       + (select count(*) from sessions where customer_id = $1) + (select count(*) from carts where customer_id = $1)
       + (select count(*) from cart_lines where cart_id = $2) as kept,
       (select array_agg(subject) from mails where recipient = $3) as mails`,
    [rosa.id, openCart, email],
  );
  expect(left).toEqual([{ kept: 0, mails: ['Cerramos tu cuenta de Ceiba'] }]);

  // The order in progress arrives, and then loses its buyer.
  expect(await forgetBuyers(shop.db.write)).toBe(0);
  const anew = await register(email);
  done(await shop.call('login', { body: { email, password } }));
  expect(done(await shop.call('exportAccount', {}, { headers: anew.headers })).data.orders).toEqual([]);
  await shop.db.pool.query(handOver('select number from orders where id = $1'), [underway]);
  expect(await forgetBuyers(shop.db.write)).toBe(1);
  expect((await shop.db.pool.query('select email from orders where id = $1', [underway])).rows).toEqual([
    { email: '' },
  ]);
});

test('an account cannot be closed while an order is being placed', async () => {
  const rosa = await register('prisa@correo.gt');
  const id = done(await shop.call('createCart', { body: {} }, { headers: rosa.headers })).id;
  await shop.db.pool.query("update carts set status = 'placing' where id = $1", [id]);
  expect(await close(rosa)).toMatchObject({ error: { status: 409, code: 'ORDER_IN_PROGRESS' } });
  expect(codeOf(await shop.call('getCustomer', {}, { headers: rosa.headers }))).toBe('ok');
  await shop.db.pool.query("update carts set status = 'open' where id = $1", [id]);
});

/** Returns the outbox of an address, the oldest mail first. */
const outboxOf = async (email: string): Promise<{ key: string; text: string }[]> =>
  (await shop.db.pool.query('select dedupe_key as key, text from mails where recipient = $1 order by id', [email]))
    .rows;

const putMail = (recipient: string, key: string, { isSecret = false, isSent = false, text = '' } = {}) =>
  shop.db.pool.query(
    `insert into mails (id, dedupe_key, recipient, subject, html, text, is_secret, sent_at)
     values (gen_random_uuid(), $2, $1, 'Tu orden', $5, $5, $3, case when $4 then now() end)`,
    [recipient, key, isSecret, isSent, text],
  );

test('[DEC-139, DEC-152] an account with a stranger’s address neither gets nor deletes the stranger’s mails', async () => {
  const email = 'invitada@correo.gt';
  await putMail(email, 'order-confirmation:018f0000-0000-7000-8000-000000000001', {
    text: 'https://ceiba/order?t=SECRETO',
  });
  const mallory = await registerUnconfirmed(email);
  const { data } = done(await shop.call('exportAccount', {}, { headers: mallory.headers }));
  expect(data.customers).toMatchObject([{ email }]);
  expect(data.mails).toEqual([]);
  const token = /token=([\w-]+)/.exec((await outboxOf(email)).map(({ text }) => text).join(' '))?.[1];
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(JSON.stringify(data)).not.toContain(token);
  expect(JSON.stringify(data)).not.toContain('SECRETO');
  expect(codeOf(await close(mallory))).toBe('ok');
  expect((await outboxOf(email)).map(({ key }) => key.split(':')[0])).toEqual(['order-confirmation']);
});

test('the export of a confirmed account lists sent mails, but no texts that give access', async () => {
  const eva = await register('eva-abierta@correo.gt');
  await putMail(eva.email, `password-reset:${eva.id}`, { isSecret: true, text: 'token=ABRETE' });
  const { data } = done(await shop.call('exportAccount', {}, { headers: eva.headers }));
  expect(data.mails).toHaveLength(2);
  expect(JSON.stringify(data)).not.toMatch(/ABRETE|token=/);
});

test('closing an account deletes its mails at all former addresses, but not mails to a gift card’s receiver', async () => {
  const rosa = await register('primera@correo.gt');
  const id = await order(rosa);
  await putMail(rosa.email, `order-confirmation:${id}`, { isSent: true });
  await putMail('amiga-regalo@correo.gt', `gift-card:${id}:1`, { isSecret: true, isSent: true });
  const ask = (email: string) =>
    shop.call('requestEmailChange', { body: { email, currentPassword: password } }, { headers: rosa.headers });
  done(await ask('segunda@correo.gt'));
  const token = /token=([\w-]+)/.exec((await outboxOf('segunda@correo.gt'))[0]?.text ?? '')?.[1] ?? '';
  done(await shop.call('changeEmail', { body: { token } }, { headers: rosa.headers }));
  done(await ask('nunca-tomada@correo.gt'));
  await shop.db.pool.query(
    `insert into account_links (token_hash, customer_id, purpose, created_at, expires_at)
     values (sha256('antes-de-cerrar'), $1, 'reset', now(), now() + interval '1 hour')`,
    [rosa.id],
  );
  done(await shop.call('resetPassword', { body: { customerId: rosa.id, token: 'antes-de-cerrar', password } }));
  const { data } = done(await shop.call('login', { body: { email: 'segunda@correo.gt', password } }));
  expect(codeOf(await close({ headers: { authorization: `Bearer ${data.sessionToken}` } }))).toBe('ok');
  const addresses = [rosa.email, 'segunda@correo.gt', 'nunca-tomada@correo.gt', 'amiga-regalo@correo.gt'];
  const { rows } = await shop.db.pool.query<{ key: string }>(
    'select dedupe_key as key from mails where recipient = any ($1) order by 1',
    [addresses],
  );
  expect(rows.map(({ key }) => key)).toEqual([`account-closed:${rosa.id}`, `gift-card:${id}:1`]);
});

test('[GIFT-04] a paid gift card and its mail stay until its date, even if its buyer closes the account', async () => {
  const rosa = await register('regala@correo.gt');
  const id = await order(rosa);
  await shop.db.pool.query(
    `update order_lines set gift_card = '{"giftcardDeliveryDate": "2999-12-24", "giftcardEmail": "ana@correo.gt", "giftcardName": "Ana"}' where order_id = $1`,
    [id],
  );
  await shop.db.pool.query(handOver('select number from orders where id = $1'), [id]);
  await putMail(rosa.email, `gift-card:${id}:7`, { isSecret: true });
  await putMail(rosa.email, 'gift-card:018f0000-0000-7000-8000-000000000002:1', { isSecret: true });
  await putMail(rosa.email, 'gift-card:018f0000-0000-7000-8000-000000000003:1', { isSecret: true, isSent: true });
  expect(codeOf(await close(rosa))).toBe('ok');
  const waiting = async () =>
    (await shop.db.pool.query('select gift_card is not null as waits from order_lines where order_id = $1', [id])).rows;
  expect(await waiting()).toEqual([{ waits: true }]);
  expect(new Set((await outboxOf(rosa.email)).map(({ key }) => key))).toEqual(
    new Set(['gift-card:018f0000-0000-7000-8000-000000000002:1', `gift-card:${id}:7`, `account-closed:${rosa.id}`]),
  );
  expect(await forgetBuyers(shop.db.write)).toBe(0);
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const mailing = { publicUrl: 'https://tienda.example', policy: ceibaPolicy };
  await passHoldRules(shop);
  expect(await sendGiftCards({ db: shop.db, log }, mailing, new Date('2999-12-24T12:00:00-06:00'))).toBe(1);
  expect(await outboxOf('ana@correo.gt')).toMatchObject([{ text: expect.stringMatching(/(?:[2-9A-Z]{4}-){3}/) }]);
  // Written but not sent. `ceiba gift-card resend` still finds the mail.
  expect(await forgetBuyers(shop.db.write)).toBe(0);
  await shop.db.pool.query("update mails set sent_at = now() where recipient = 'ana@correo.gt'");
  expect(await forgetBuyers(shop.db.write)).toBe(1);
  expect(await waiting()).toEqual([{ waits: false }]);
});

test.each([
  ['closes', (rosa: Customer) => close(rosa).then(codeOf)],
  ['is erased', async (rosa: Customer) => ((await erasePerson(shop.db, rosa.email, new Date())).ok ? 'ok' : 'refused')],
])('[WORK-20] a refund’s gift card reaches a buyer whose account %s in between', async (how, end) => {
  const rosa = await register(`reembolso-${how.replaceAll(' ', '-')}@correo.gt`);
  const id = await order(rosa);
  await shop.db.pool.query(handOver('select number from orders where id = $1'), [id]);
  const { rows } = await shop.db.pool.query<{ orderNumber: string; version: number }>(
    'select number::text as "orderNumber", version from orders where id = $1',
    [id],
  );
  const asCourtesy = { unsent: 'send', courtesyReason: 'Se le prometió' };
  const body = { ...rows[0], lines: [{ line: 1, quantity: 1 }], to: 'giftCard', reason: 'Dañado', ...asCourtesy };
  const made = await (await openDesk(shop, 'support')).send('POST', '/v1/admin/refunds', { body });
  expect(made.statusCode, made.payload).toBe(201);
  const key = `refund-gift-card:${made.json<{ data: { id: string } }>().data.id}`;
  expect(await end(rosa)).toBe('ok');
  const mail = async () => (await outboxOf(rosa.email)).filter((each) => each.key === key);
  expect(await mail()).toMatchObject([{ text: expect.stringMatching(/(?:[2-9A-Z]{4}-){6}/) }]);
  expect(await forgetBuyers(shop.db.write)).toBe(0);
  await shop.db.pool.query('update mails set sent_at = now() where dedupe_key = $1', [key]);
  expect(await forgetBuyers(shop.db.write)).toBe(1);
});

/** Runs the job that a cancellation adds. */
const tellCanceled = async (orderId: string): Promise<void> => {
  const gateway = createHttpGateway({ url: open.bank.url, merchantKey, timeoutMs: 60_000 });
  const task = ordersTasks({ ...shop, gateway, publicUrl: '' }).find(({ name }) => name === 'order-canceled');
  if (task === undefined) throw new Error('no job tells of a cancellation');
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  await task.run({ orderId, reason: 'operator' }, { now: new Date(), log });
};

test('a canceled order loses its buyer only after its mail is written', async () => {
  const rosa = await register('cancelada@correo.gt');
  const id = await order(rosa);
  await shop.db.pool.query(`select cancel_order(number, '{ready}', now(), null) from orders where id = $1`, [id]);
  expect(codeOf(await close(rosa))).toBe('ok');
  expect(await forgetBuyers(shop.db.write)).toBe(0);
  await tellCanceled(id);
  expect((await outboxOf(rosa.email)).map(({ key }) => key)).toContain(`order-canceled:${id}`);
  expect(await forgetBuyers(shop.db.write)).toBe(1);
  await shop.db.pool.query('delete from mails where dedupe_key = $1', [`order-canceled:${id}`]);
  await tellCanceled(id);
  expect(await outboxOf('')).toEqual([]);
});

test('[DEC-78] a single-use coupon stays used after its customer closes the account and registers again', async () => {
  const email = 'cupon@correo.gt';
  await shop.db.pool.query(
    "insert into coupons (code, label, amount, customer_limit) values ('UNAVEZ', 'Una vez', 1000, 1)",
  );
  const uses = async (of: string) =>
    (await shop.db.pool.query(`select coupon_facts('UNAVEZ', $1) -> 'customerUses' as uses`, [of])).rows[0]?.uses;
  const rosa = await register(email);
  const id = await order(rosa);
  const claim = async (): Promise<boolean> =>
    (await shop.db.pool.query(`select claim_coupon($1, 'UNAVEZ', $2, now()) as claimed`, [id, email])).rows[0]?.claimed;
  expect(await claim()).toBe(true);
  await shop.db.pool.query(handOver('select number from orders where id = $1'), [id]);
  expect(codeOf(await close(rosa))).toBe('ok');
  expect((await shop.db.pool.query('select email from coupon_uses where order_id = $1', [id])).rows).toEqual([
    { email: expect.stringMatching(/^hash:[\da-f]{64}$/) },
  ]);
  expect([await uses(email), await uses('otra@correo.gt')]).toEqual([1, 0]);
  expect(await claim()).toBe(false);
  await shop.db.pool.query('delete from coupon_uses; update coupons set used_count = 0');
});

test('[DEC-146] closing an account ends its payment link and deletes the link’s e-mail and addresses', async () => {
  const rosa = await register('enlace@correo.gt');
  await shop.db.pool.query(
    "insert into advisors (hash, store_code, first_name, added_at) values ('asesor-cierre', 'MAX', 'Andrea', now())",
  );
  const id = await prepareCart(shop, { lines: [{ productId: product, quantity: 1 }], email: rosa.email });
  await shop.db.pool.query('update carts set customer_id = $2 where id = $1', [id, rosa.id]);
  const attach = { params: { id }, body: { employeeHash: 'asesor-cierre', storeCode: 'MAX' } };
  done(await shop.call('attachAdvisor', attach, { headers: rosa.headers }));
  const { newCartId } = done(await shop.call('cloneCart', { params: { id }, body: {} }, { headers: rosa.headers }));
  const open = () => shop.call('openPaymentLink', { params: { quoteId: newCartId }, body: {} });
  const { cartId: copy, token } = done(await open()).data;
  const headers = { authorization: `Bearer ${token}` };
  done(await shop.call('getCart', { params: { id: copy } }, { headers }));
  expect(codeOf(await close(rosa))).toBe('ok');
  expect(codeOf(await open())).toBe('PAYMENT_LINK_NOT_FOUND');
  expect(codeOf(await shop.call('getCart', { params: { id: copy } }, { headers }))).not.toBe('ok');
  const { rows } = await shop.db.pool.query(
    `select email, shipping_address, billing_address, (select count(*)::int from cart_lines where cart_id = c.id) as lines
     from carts c where id = any ($1)`,
    [[newCartId, copy]],
  );
  const nothing = { email: null, shipping_address: null, billing_address: null, lines: 0 };
  expect(rows).toEqual([nothing, nothing]);
});

test('closing an account waits for a concurrent save for later, and both succeed', async () => {
  const rosa = await register('lista@correo.gt');
  const { headers } = rosa;
  const cartId = done(await shop.call('createCart', { body: {} }, { headers })).id;
  const added = await shop.call('addCartProduct', { params: { id: cartId }, body: { sku: 'TV', quantity: 1 } }, rosa);
  const lineId = done(added).items[0]?.cartItemId ?? '';
  const [list] = done(await shop.call('listWishlists', {}, { headers }));
  const listId = list?.id ?? '';
  const [line, closing] = await shop.db.transaction(async (tx) => {
    await takeWishlist(tx, listId, rosa.id);
    const closed = close(rosa);
    await untilBlocked(shop.db.pool, tx);
    return [await takeLine(tx, { cartId, lineId, customerId: rosa.id }), { closed }] as const;
  });
  expect([line, codeOf(await closing.closed)]).toEqual([{ sku: 'TV', quantity: 1 }, 'ok']);
});
