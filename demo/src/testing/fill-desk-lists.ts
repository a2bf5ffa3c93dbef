import type { Client } from '@ceiba/contract/client';
import type { DeskEndpoints } from '@ceiba/contract/desk/endpoints';
import { allEntities } from '@ceiba/contract/desk/entities/all';
import type { Database } from '@ceiba/server/platform/db/database';
import { createEntity } from '@ceiba/server/testing/sample-entities';
import type { TestDesk } from '@ceiba/server/testing/test-desk';

/** Returns the value of a call, which must not be refused. */
const acceptedValue = async <T>(
  answer: Promise<{ ok: true; value: T } | { ok: false; error: unknown }>,
): Promise<T> => {
  const got = await answer;
  if (!got.ok) throw new Error(JSON.stringify(got.error));
  return got.value;
};

/**
 * Opens and closes three tills in two stores. The first lacks cash, the second has too much cash and too many card receipts, and
 * the third matches. The first till is then opened again.
 */
async function countTills(call: Client<DeskEndpoints>): Promise<void> {
  for (const [storeCode, name, counted, cards, reason] of [
    ['T05', '=Caja 3', 480, 0, '-Vuelto'],
    ['MAX', 'Caja 4', 503, 7, undefined],
    ['MAX', 'Caja 5', 500, 0, undefined],
  ] as const) {
    const { data: till } = await acceptedValue(call('createTill', { body: { storeCode, name } }));
    const params = { id: till.id };
    const { data: open } = await acceptedValue(
      call('openTill', { params, body: { version: till.version, float: 500 } }),
    );
    const body = { version: open.version, counted, cards, ...(reason !== undefined && { reason }) };
    const { data: closed } = await acceptedValue(call('closeTill', { params, body }));
    if (reason !== undefined)
      await acceptedValue(call('openTill', { params, body: { version: closed.version, float: 470 } }));
  }
}

/** Plans prices of four products on different days. One plan could not be applied. */
async function planPrices({ pool }: Database): Promise<void> {
  await pool.query(
    `insert into price_plans (product_id, starts_at, regular_price, sales_price, discount_ends_at, planned_by, failed_at, why)
     select id, now() + n * interval '20 days', regular_price + n * 100, regular_price, now() + n * interval '21 days', '=Ana ' || n,
       case when n = 1 then now() end, case when n = 1 then 'El producto está archivado.' end
     from (
       select id, regular_price, row_number() over (order by id) as n from products
       where is_published and regular_price is not null order by id limit 4) p`,
  );
}

/** Marks units as missing in three shipments, which differ in place, day and number of units. */
async function markUnitsMissing({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ id: string; shipmentNumber: number; position: number }>(
    `select u.order_id as id, u.n as "shipmentNumber", u.position from shipment_lines u join shipments s on s.order_id = u.order_id and s.n = u.n
     where s.state in ('ready', 'picking') and u.picked = 0 and u.canceled = 0 order by u.quantity desc, u.order_id, u.position`,
  );
  const lines = rows.filter(({ id }, at) => rows.findIndex((each) => each.id === id) === at).slice(0, 3);
  if (lines.length < 3) throw new Error('the demo shop has fewer than three orders in preparation');
  for (const [at, { id, shipmentNumber, position }] of lines.entries()) {
    await pool.query(
      'update shipment_lines set missing = case when $4 = 0 then quantity else 1 end where order_id = $1 and n = $2 and position = $3',
      [id, shipmentNumber, position, at],
    );
    await pool.query(
      `update shipments set place = case when $3 = 1 then 'T05' else place end, promised_on = current_date + $3, since = since - $3 * interval '1 day'
       where order_id = $1 and n = $2`,
      [id, shipmentNumber, at],
    );
    await pool.query(`update orders set contact = contact || '{"firstName": "=Ana"}' where id = $1`, [id]);
  }
}

/** Gives the lists of stock rows that differ in each filter, and texts that start like formulas. */
async function fillStockLists({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `select product_id as id from stock_totals t join products p on p.id = t.product_id
     where p.archived_at is null and p.kind = 'goods' and t.salable > 0 order by product_id limit 2`,
  );
  const [low, out] = rows.map(({ id }) => id);
  await pool.query(
    'insert into stock_thresholds (product_id, units) values ($1, 100000), ($2, 3) on conflict do nothing',
    [low, out],
  );
  await pool.query(
    `with moved as (
       insert into stock_movements (product_id, store_code, delta, reason)
       select product_id, store_code, -quantity, 'adjusted' from stock_levels where product_id = $1 and quantity > 0 returning 1)
     update stock_levels set quantity = 0 where product_id = $1 and (select count(*) from moved) >= 0`,
    [out],
  );
  // A product in transit, and a product whose name starts like a formula.
  await pool.query(
    `insert into stock_thresholds (product_id, units)
     select id, 100000 from products p where p.kind = 'goods' and p.archived_at is null
       and (p.title like '=%' or exists (select from transfer_lines l where l.product_id = p.id and l.in_transit > 0))
     on conflict do nothing`,
  );
  await pool.query(
    `insert into transfers (from_store, to_store, state, note, created_at, created_by, ended_at)
     values ('MAX', 'BODEGA', 'canceled', '', now() - interval '9 days', gen_random_uuid(), now()),
       ((select store_code from stores where name like '=%' limit 1), 'BODEGA', 'draft', '', now(), gen_random_uuid(), null)`,
  );
  await pool.query(
    `insert into supplier_notes (store_code, supplier, reason, state, created_at, created_by, ended_at)
     values ('MAX', '=1+1', 'Rotas', 'credited', now() - interval '9 days', gen_random_uuid(), now()),
       ('MAX', 'Otro', 'Rotas', 'replaced', now() - interval '9 days', gen_random_uuid(), now())`,
  );
  await pool.query(
    `insert into stock_counts (store_code, scope, scope_value, state, created_at, created_by, ended_at)
     values ('MAX', 'shelf', '=A1', 'approved', now() - interval '9 days', gen_random_uuid(), now()),
       ('MAX', 'place', null, 'reviewed', now() - interval '9 days', gen_random_uuid(), null)`,
  );
}

/** Creates a draft, an archived product, a hidden and a retired category. Some titles start like formulas. */
async function varyCatalog({ pool }: Database, call: Client<DeskEndpoints>): Promise<void> {
  await pool.query(
    `update products p set is_published = false, archived_at = case when l.place = 1 then now() end
     from (select id, row_number() over (order by sku desc) as place from products
       where is_published and sales_price = regular_price order by sku desc limit 2) l
     where l.id = p.id`,
  );
  await pool.query(
    `insert into product_plans (product_id, state, acts_at, planned_by, planned_at)
     select id, 'published', now() + interval '30 days', '=Ana', now() from products where not is_published and archived_at is null limit 1`,
  );
  // The lists of bar codes, pinned products and discounts show the titles of their products.
  await pool.query(
    `update products set title = '=' || title where sku in (select min(sku) from product_codes union select min(sku) from search_pins
       union select min(sku) from products where is_published and sales_price < regular_price)`,
  );
  await acceptedValue(call('createCategory', { body: { title: '=Bodega', state: 'hidden' } }));
  const { data: retired } = await acceptedValue(call('createCategory', { body: { title: 'Faxes', state: 'hidden' } }));
  await pool.query(`update categories set state = 'retired' where id = $1`, [retired.id]);
}

/** Adds uses of coupons, presales with open orders, changed prices and ended promotions. Some names start like formulas. */
async function varyPromotions({ pool }: Database): Promise<void> {
  await pool.query(
    `insert into coupon_series (prefix, label, codes, amount) values ('FERIA', 'Feria', 1, 1000);
     insert into coupons (code, label, amount) values ('-50', 'Feria', 1000) on conflict do nothing;
     insert into coupon_uses (order_id, code, email, used_at)
       select o.id, case o.place when 1 then '-50' when 2 then (select code from coupons where series = 'FERIA') else 'BIENVENIDO10' end, '',
         now() - o.place * interval '1 day'
       from (select id, row_number() over (order by number desc) as place from orders
         where number is not null and id not in (select order_id from coupon_uses) order by number desc limit 3) o
       on conflict do nothing`,
  );
  await pool.query(
    `update products p set is_presale = true, presale_date = current_date + w.place::integer
     from (select product_id, row_number() over (order by product_id) as place from (
       select k.product_id from stock_claims k join shipments s on s.order_id = k.order_id and s.n = k.n
       where s.state = 'ready' and k.released_at is null group by k.product_id order by k.product_id limit 3) o) w
     where w.product_id = p.id`,
  );
  await pool.query('delete from presale_changes');
  // Orders have bought units of some presales that have not come: their shipments wait.
  const { rows: sold } = await pool.query<{ product_id: string; store_code: string; units: number }>(
    `select k.product_id, k.store_code, sum(k.quantity)::integer as units from stock_claims k
       join shipments s on s.order_id = k.order_id and s.n = k.n and s.state = 'ready' join products p on p.id = k.product_id and p.is_presale
     where k.released_at is null group by k.product_id, k.store_code order by k.product_id, k.store_code limit 2`,
  );
  for (const { product_id, store_code, units } of sold) {
    await pool.query(
      `select move_stock(product_id, store_code, -quantity, 'adjusted') from stock_levels
       where product_id = $1 and store_code = $2 and quantity > 0`,
      [product_id, store_code],
    );
    await pool.query(
      `insert into stock_movements (product_id, store_code, delta, reason)
       select $1, $2, $3::integer * m.sign, m.reason from (values (1, 'presale'), (-1, 'damaged')) as m (sign, reason)`,
      [product_id, store_code, units],
    );
    await pool.query('insert into presale_units (product_id, store_code, quantity, arrived) values ($1, $2, $3, $3)', [
      product_id,
      store_code,
      units,
    ]);
  }
  // Three statements: the prices change at three moments.
  for (const place of [0, 1, 2])
    await pool.query(
      `update products set sales_price = sales_price - 100 where id = (
         select id from products where is_published and sales_price > 5000 order by id desc offset $1 limit 1)`,
      [place],
    );
  await pool.query('update free_gifts set end_date = current_date - 2 where id = (select max(id) from free_gifts)');
  await pool.query(
    `update products p set title = '=' || title where title not like '=%' and (
       id = (select max(product_id) from flash_sales) or id = (select max(product_id) from product_companions)
       or id = (select max(id) from products where is_presale) or id = (select max(id) from products where is_published and sales_price > 4900) or sku = (select max(offer_value) from stock_offers where offer_type = 'By SKU'))`,
  );
}

/**
 * Adds rows to a demo shop so that every list can be filtered and sorted in every way. An owner creates rows by the desk's calls.
 * SQL does the rest, such as dates in the past. Each list gets a text that a spreadsheet would treat as a formula. @returns
 * filter values that a test cannot read from a row, for example a code where the list shows a name. Keys: `{list}.{filter}`.
 */
export async function fillDeskLists(database: Database, desk: TestDesk): Promise<Readonly<Record<string, string>>> {
  const { call, id: ownerId } = desk;
  const { pool } = database;
  const { rows } = await pool.query<{ number: string; sku: string; id: string }>(
    `select o.number::text as number, l.sku, o.id from orders o join order_lines l on l.order_id = o.id and l.position = 1
     where o.status = 'delivered' and o.customer_id is null and not exists (select from returns where order_id = o.id)
       and not exists (select from refunds where order_id = o.id) order by o.number`,
  );
  const [toTransfer, toTill] = rows;
  if (toTransfer === undefined || toTill === undefined) throw new Error('the demo shop has no delivered orders');

  for (const [order, goodwill, to] of [
    [toTransfer, 400, 'transfer'],
    [toTill, 12, 'till'],
    [toTill, 6, 'giftCard'],
  ] as const) {
    const { version } = (await acceptedValue(call('getDeskOrder', { params: { number: order.number } }))).data;
    await acceptedValue(
      call('createRefund', { body: { orderNumber: order.number, version, goodwill, reason: '-Golpeado', to } }),
    );
  }
  const [dueRefund] = (await acceptedValue(call('listCashRefunds', { query: { q: toTransfer.number } }))).data;
  const account = { bank: '=Banco Industrial', account: '123-456789-0', name: 'Ana Morales' };
  await acceptedValue(call('setRefundTransfer', { params: { id: dueRefund?.id ?? '' }, body: account }));
  await pool.query(`update refunds set created_at = created_at - interval '5 days' where order_id = $1`, [
    toTransfer.id,
  ]);

  const { data: requested } = await acceptedValue(
    call('createReturn', {
      body: { orderNumber: toTill.number, sku: toTill.sku, quantity: 1, reason: 'Otro', description: 'Llamó.' },
    }),
  );
  await pool.query(`update orders set contact = contact || '{"firstName": "@Ana"}' where number = $1`, [toTill.number]);
  await acceptedValue(
    call('cancelDeskReturn', { params: { number: requested.number }, body: { version: requested.version } }),
  );

  await acceptedValue(call('createTill', { body: { storeCode: 'T05', name: '+Caja 2' } }));

  await planPrices(database);

  await markUnitsMissing(database);
  await countTills(call);
  await pool.query(
    `update till_sessions set opened_at = opened_at - interval '2 days', closed_at = closed_at - interval '2 days'
     where id = (select id from till_sessions where closed_at is not null order by closed_at limit 1)`,
  );
  // Cash at the door: a delivery with missing cash that is partly paid, and a corrected delivery.
  const { rows: delivered } = await pool.query<{ id: string; shipmentNumber: number }>(
    `select s.order_id as id, s.n as "shipmentNumber" from shipments s where s.state = 'delivered' and s.cash_due > 100000 and s.cash_collected = s.cash_due limit 2`,
  );
  const [short, settled] = delivered;
  if (short === undefined || settled === undefined) throw new Error('the demo shop has no delivered cash');
  await pool.query(
    `update shipments set cash_collected = cash_collected - 2000, place = 'T05', courier = 'Cargo Expreso', reason = '+Faltó', ended_at = ended_at - interval '3 days'
     where order_id = $1 and n = $2`,
    [short.id, short.shipmentNumber],
  );
  await pool.query(
    `update shipments set cash_collected = cash_collected - 500, cash_written_off = 500, cash_settled_at = now() where order_id = $1 and n = $2`,
    [settled.id, settled.shipmentNumber],
  );

  // Each entity gets one row with its required fields and two rows with all fields, so that its list can be tested.
  for (const entity of allEntities) for (const turn of [0, 1, 2]) await createEntity(desk, entity, turn);
  await pool.query(
    `update advisors set ended_at = now(), store_code = (select store_code from stores where store_code <> 'MAX' limit 1)
     where id = (select max(id) from advisors)`,
  );
  await pool.query(
    `update stores set is_pickup = false, retired_at = now() where store_code = (select max(store_code) from stores where store_code ~ '^P.{8}$')`,
  );
  await pool.query(
    'update departments set is_active = false where region_id = (select max(region_id) from departments)',
  );
  await pool.query(
    `update search_answers set title = '=1+1' where path = (select path from search_answer_words order by word limit 1)`,
  );
  // Simulates a name saved before names were validated. The list's CSV must still escape its '='.
  await pool.query(`update advisors set first_name = '=' || first_name where id = (select max(id) from advisors)`);
  await varyCatalog(database, call);
  await varyPromotions(database);
  const { data: courier } = await acceptedValue(call('createCourier', { body: { name: '@Guatex' } }));
  const { data: manifest } = await acceptedValue(
    call('openManifest', { body: { courier: courier.code, storeCode: 'MAX' } }),
  );
  await pool.query(
    `update manifests set opened_at = opened_at - interval '3 days', closed_at = opened_at, closed_by = opened_by
     where 'M-' || id = $1`,
    [manifest.id],
  );

  await fillStockLists(database);
  const { rows: formulas } = await pool.query<{ id: string; sku: string }>(
    `select s.id::text as id, p.sku from suppliers s, products p where s.name like '=%' and s.is_active and p.kind = 'goods' order by p.id limit 1`,
  );
  const [formula] = formulas;
  if (formula === undefined) throw new Error('no supplier begins like a formula');
  const lines = [{ sku: formula.sku, quantity: 2 }];
  const { data: purchase } = await acceptedValue(
    call('createPurchase', { body: { supplierId: formula.id, storeCode: 'MAX', lines } }),
  );
  await acceptedValue(
    call('orderPurchase', { params: { number: purchase.number }, body: { version: purchase.version } }),
  );
  await pool.query(`update purchases set expected_on = current_date + 9 where 'C-' || id = $1`, [purchase.number]);

  await pool.query(
    `insert into customers (id, email, first_name, last_name, created_at, has_loyalty)
     values (gen_random_uuid(), 'rosa@correo.example', '=Rosa', 'Ixchel', now() - interval '9 days', true)`,
  );
  await acceptedValue(
    call('inviteStaff', {
      body: { email: 'nueva@ceiba.example', name: 'Berta Nueva', role: 'cashier', stores: null },
    }),
  );
  for (const name of ['Ángel Ávila', 'andrea Núñez', 'Ñeca Ruiz', 'Nora Solís', 'Óscar Paz', 'Zoila Tum'])
    await acceptedValue(
      call('inviteStaff', {
        body: { email: `${name.slice(1, 3)}@ceiba.example`, name, role: 'support', stores: null },
      }),
    );
  // This name was also saved before names were validated.
  await pool.query(`update staff_members set name = '=' || name where email = 'nueva@ceiba.example'`);
  await pool.query(`update staff_members set password_hash = 'set', last_seen_at = now() where id = $1`, [ownerId]);

  const { rows: open } = await pool.query<{ id: string; number: string }>(
    `select o.id, o.number::text as number from orders o join shipments s on s.order_id = o.id and s.n = 1
     where s.state = 'ready' and o.held_at is null and o.customer_id is null order by o.number limit 1`,
  );
  const ready = open[0];
  if (ready === undefined) throw new Error('the demo shop has no ready shipment');
  await pool.query(`update orders set payment_type = 'Card' where id = $1`, [ready.id]);
  await pool.query(`update shipments set courier = $2, cash_due = 0, tracking_number = '-778' where order_id = $1`, [
    ready.id,
    courier.code,
  ]);
  await acceptedValue(
    call('correctOrder', {
      params: { number: ready.number },
      body: { version: 1, tags: ['+Frecuente'], assigneeId: ownerId },
    }),
  );
  // Texts of planned versions start like formulas. The shop does not show these texts.
  await pool.query(
    `update legal_versions set text = '=' || text where page = 'terminos-y-condiciones' and holds_from > now()`,
  );
  // One version is in force, the others are planned.
  await pool.query(
    `update legal_versions set holds_from = now() - interval '1 day' where page = 'politica-de-privacidad' and holds_from > now()`,
  );
  await pool.query(
    `insert into audit_entries (at, actor_kind, actor_id, actor_name, operation, entity, entity_id, before, after, reason)
     values (now() - interval '4 days', 'command', 'ceiba', 'ceiba', 'policy', 'settings', 'points', '{}', '{}', '=1+1')`,
  );
  await pool.query(
    `insert into runs (id, kind, state, total, done, failed, file_name, actor_kind, actor_id, created_at, updated_at)
     values (gen_random_uuid(), 'import prices', 'done', 3, 2, 1, '=precios.csv', 'staff', $1, now() - interval '2 days', now()),
       (gen_random_uuid(), 'import stock', 'checked', 9, 0, 0, 'existencias.csv', 'command', 'ceiba', now(), now())`,
    [ownerId],
  );
  await pool.query(
    `insert into runs (id, kind, state, total, done, failed, options, actor_kind, actor_id, created_at, updated_at)
     values (gen_random_uuid(), 'products tag', 'done', 3, 2, 1, '{"name": "=1+1", "by": {"name": "Ana"}}', 'staff', $1,
         now() - interval '2 days', now()),
       (gen_random_uuid(), 'products archive', 'canceled', 9, 4, 0, '{"name": "Archivar", "by": {"name": "Ana"}}', 'staff', $1, now(), now())`,
    [ownerId],
  );
  const { rows: sellers } = await pool.query<{ id: string }>(
    'select seller_id::text as id from order_lines where seller_id <> 1 limit 1',
  );
  const { rows: sold } = await pool.query<{ brand: string; path: string }>(
    `select p.brand_id::text as brand, c.path from products p join categories c on c.id = p.category_id
     where p.is_published order by p.id limit 1`,
  );
  return {
    'audit.actor': 'ceiba',
    'shipments.courier': courier.code,
    'manifests.courier': courier.code,
    'manifests.storeCode': 'MAX',
    'orders.assignee': ownerId,
    'orders.seller': sellers[0]?.id ?? '',
    'orders.store': 'MAX',
    'orders.tag': '+frecuente',
    'door-cash.storeCode': 'T05',
    'till-closings.storeCode': 'T05',
    'till-differences.storeCode': 'T05',
    'products.brand': sold[0]?.brand ?? '',
    'products.category': sold[0]?.path ?? '',
    'purchases.supplier': formula.id,
    'purchases.storeCode': 'MAX',
    'purchases.sku': formula.sku,
    'tills.storeCode': 'T05',
    'stock-counts.storeCode': 'MAX',
    'supplier-notes.storeCode': 'MAX',
    'transfers.from': 'MAX',
    'transfers.to': 'MAX',
  };
}
