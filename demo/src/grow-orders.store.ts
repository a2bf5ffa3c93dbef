import type { Tx } from '@ceiba/server/platform/db/database';

/** Tables that generated orders are written to. */
export const orderTables: readonly string[] = [
  'carts',
  'cart_lines',
  'orders',
  'order_lines',
  'payments',
  'stock_claims',
  'stock_movements',
  'order_events',
  'shipments',
  'shipment_lines',
  'order_links',
  'order_rows',
  'returns',
  'mails',
  'analytics_messages',
  'bought_together',
];

/** Tables whose triggers are disabled during the load, because the rows of a generated order already contain the results. */
export const orderTablesWithTriggers: readonly string[] = ['carts', 'orders', 'payments'];

/** Returns the number of orders generated so far. */
export async function readGrownOrders(tx: Tx): Promise<number> {
  const [row] = await tx.run<{ orders: number }>({
    text: `select (value ->> 'orders')::integer as orders from settings where name = 'demo.grown-orders'`,
    values: [],
  });
  return row?.orders ?? 0;
}

export const saveGrownOrders = (tx: Tx, orders: number): Promise<unknown> =>
  tx.run({
    text: `insert into settings (name, value) values ('demo.grown-orders', jsonb_build_object('orders', $1::integer))
      on conflict (name) do update set value = excluded.value, updated_at = now()`,
    values: [orders],
  });

/**
 * Reserves `count` consecutive order numbers. Returns the first. Takes the numbers one by one, so that no number belongs to another
 * order. A buyer who places an order at that time waits for the orders table, which the loader has locked, before taking a number.
 *
 * @throws if another caller still took a number in between
 */
export async function takeNumbers(tx: Tx, count: number): Promise<number> {
  const [row] = await tx.run<{ first: number; last: number }>({
    text: `select min(n) as first, max(n) as last from (select nextval('order_numbers') as n from generate_series(1, $1::integer)) taken`,
    values: [count],
  });
  if (row?.last !== (row?.first ?? 0) + count - 1) throw new Error(`another caller took one of ${count} order numbers`);
  return row.first;
}

/** Maximum number of different products in generated orders. With more, the products of a shop of a million would hardly sell. */
const maxProducts = 300_000;

/**
 * Creates temporary tables: products that can be ordered, best sold first, and the orders of a batch with their lines. Returns
 * the number of products.
 */
export async function prepareOrders(tx: Tx): Promise<number> {
  const texts = [
    `create temporary table orderable on commit drop as
      select (row_number() over (order by p.sold_count desc, p.id) - 1)::integer as place, p.id as product_id, p.sku, p.title,
        b.title as brand, coalesce('/media/' || i.media_key || '/120.webp', '') as picture_url, p.seller_id,
        p.sales_price as unit_price, p.regular_price
      from products p join brands b on b.id = p.brand_id
        join stock_levels l on l.product_id = p.id and l.store_code = 'BODEGA'
        left join product_images i on i.product_id = p.id and i.position = 0
      where p.kind = 'goods' and p.is_listed and p.is_published and p.seller_id = 1 and p.sales_price is not null
        and not p.is_motorcycle and not p.is_restricted
      order by place limit ${maxProducts}`,
    'create unique index on orderable (place)',
    'analyze orderable',
    `create temporary table made_orders (n integer, id uuid, cart_id uuid, number bigint, at timestamptz, status order_status,
      who integer) on commit drop`,
    `create temporary table made_lines (n integer, order_id uuid, position integer, quantity integer, place integer, product_id bigint,
      unit_price bigint) on commit drop`,
  ];
  for (const text of texts) await tx.run({ text, values: [] });
  const [row] = await tx.run<{ products: number }>({ text: 'select count(*) as products from orderable', values: [] });
  return row?.products ?? 0;
}

/** Orders `from` to `to` of `total`. The first order is two years old, the last order is from this hour. */
interface OrderBatch {
  from: number;
  to: number;
  total: number;
  firstNumber: number;
  /** The number returned by `prepareOrders`, 8 or more. */
  products: number;
  now: Date;
}

/** Returns SQL for a version 7 UUID of a moment, the same in every run. */
const uuidAt = (moment: string, seed: string): string => `(
  lpad(to_hex((extract(epoch from ${moment}) * 1000)::bigint), 12, '0') || '7' || substr(md5(${seed}), 1, 3) || '8' || substr(md5(${seed}), 4, 15))::uuid`;

/** Anybody with a cart's id can open the cart. Therefore the id contains no moment. */
const cartId = (seed: string): string => `overlay(overlay(md5(${seed}) placing '4' from 13) placing '8' from 17)::uuid`;

const address = `jsonb_build_object('nit', 'CF', 'city', 'Guatemala', 'zone', 'Zona 10', 'region', jsonb_build_object('region', 'Guatemala',
  'regionId', 485), 'street', jsonb_build_array('12 calle 1-25'), 'lastname', 'Paz', 'latitude', null, 'postcode', '01001', 'firstname', 'Lucía',
  'longitude', null, 'storeCode', null, 'telephone', (50000000 + who)::text, 'country_code', 'GT', 'trustedPerson', null)`;

const billing = `'{"nit": "576937K", "city": "Guatemala", "region": {"region": "Guatemala", "regionId": 485}, "street": ["12 calle 1-25"],
  "lastname": "La Aurora, S.A.", "postcode": "01001", "firstname": "Comercial", "telephone": "00000000", "country_code": "GT",
  "documentType": "NIT"}'::jsonb`;

const email = `'persona' || who || '@correo.gt'`;

/** One of forty unsent orders is held. Some of the others are in preparation. */
const isHeld = `o.status = 'processing' and o.n % 40 = 0`;
const unsentState = `(case when o.n % 40 = 0 then 'ready' when o.n % 5 = 1 then 'picking' when o.n % 5 = 2 then 'packed' else 'ready' end)`;

const isNotCanceled = `o.status <> 'canceled'`;

/** The statements that write a batch. They read the two tables of `prepareOrders`. */
const batchTexts: readonly string[] = [
  `insert into carts (id, status, email, shipping_address, shipping_method, billing_address, payment_method, created_at, updated_at)
   select cart_id, 'ordered', ${email}, ${address}, 'delivery', ${billing}, '{"bin": null, "method": "kosmos_payment"}',
     at - interval '10 minutes', at
   from made_orders order by n`,
  `insert into cart_lines (id, cart_id, product_id, seller_id, quantity, added_at)
   select ${uuidAt(`o.at - interval '9 minutes'`, `'linea' || l.n || '/' || l.position`)}, o.cart_id, l.product_id, 1, l.quantity,
     o.at - interval '9 minutes'
   from made_orders o join made_lines l using (n) order by l.n, l.position`,
  `insert into orders (id, number, cart_id, status, email, contact, shipping_method, shipping_address, billing_address, payment_type,
     payment_plan, subtotal, total, created_at, placed_at, updated_at, held_at, hold_reasons, is_counted, is_paired)
   select o.id, o.number, o.cart_id, o.status, ${email},
     jsonb_build_object('phone', (50000000 + who)::text, 'lastName', 'Paz', 'firstName', 'Lucía'), 'delivery', ${address}, ${billing},
     'Cash', 0, s.amount, s.amount, o.at, o.at, o.at, case when ${isHeld} then o.at + interval '1 minute' end,
     case when ${isHeld} then '{phoneEmails}'::text[] else '{}' end,
     o.status in ('shipped', 'delivered'), o.status in ('shipped', 'delivered')
   from made_orders o join (select n, sum(unit_price * quantity) as amount from made_lines group by n) s using (n) order by n`,
  `insert into order_lines (order_id, position, product_id, sku, title, brand, picture_url, seller_id, quantity, unit_price, regular_price,
     tax_rate, goods_iva)
   select l.order_id, l.position, g.product_id, g.sku, g.title, g.brand, g.picture_url, g.seller_id, l.quantity, g.unit_price, g.regular_price,
     case s.tax_regime when 'general' then 1200 else 0 end,
     case s.tax_regime when 'general' then round(l.quantity * g.unit_price * 12 / 112.0) else 0 end
   from made_lines l join orderable g using (place) join sellers s on s.id = g.seller_id order by l.n, l.position`,
  `insert into payments (id, order_id, kind, amount, status, refusal_code, created_at, decided_at, decided_by)
   select ${uuidAt('o.at', `'pago' || n`)}, o.id, 'Cash', s.amount,
     case o.status when 'delivered' then 'approved' when 'canceled' then 'refused' else 'pending' end::payment_status,
     case when o.status = 'canceled' then 'OPERATOR' end, o.at,
     case when o.status in ('delivered', 'canceled') then o.at + interval '3 days' end, '{"kind": "job", "id": "demo"}'
   from made_orders o join (select n, sum(unit_price * quantity) as amount from made_lines group by n) s using (n) order by n`,
  `insert into money_movements (order_id, kind, amount, at, reference, actor)
   select p.order_id, 'cash_collected', p.amount, p.decided_at, o.number || '-1', p.decided_by from payments p join made_orders o on o.id = p.order_id
   where p.status = 'approved' order by o.n`,
  `insert into stock_claims (order_id, n, product_id, store_code, quantity, released_at)
   select l.order_id, 1, l.product_id, 'BODEGA', l.quantity, case when o.status = 'canceled' then o.at + interval '1 day' end
   from made_lines l join made_orders o using (n) order by l.n, l.position`,
  // Receives the sold units first, so that the movements of a product add up to its unchanged stock level.
  `insert into stock_movements (product_id, store_code, delta, reason, created_at)
   select l.product_id, 'BODEGA', sum(l.quantity), 'received', min(o.at) - interval '1 day'
   from made_lines l join made_orders o using (n) where ${isNotCanceled} group by l.product_id order by l.product_id`,
  `insert into stock_movements (product_id, store_code, delta, reason, order_id, created_at)
   select l.product_id, 'BODEGA', -l.quantity, 'order', l.order_id, o.at from made_lines l join made_orders o using (n)
   order by l.n, l.position`,
  `insert into stock_movements (product_id, store_code, delta, reason, order_id, created_at)
   select l.product_id, 'BODEGA', l.quantity, 'order_released', l.order_id, o.at + interval '1 day'
   from made_lines l join made_orders o using (n) where not ${isNotCanceled} order by l.n, l.position`,
  `insert into order_events (order_id, kind, created_at) select id, 'received', at from made_orders order by n`,
  `insert into shipments (order_id, n, seller_id, place, promised_on, since, due_at, state, cash_due, cash_collected, picked_at, left_at, ended_at)
   select o.id, 1, 1, 'BODEGA', (o.at + interval '2 days')::date, o.at,
     case when o.status in ('shipped', 'processing') then 'infinity'::timestamptz end, case o.status when 'shipped' then 'sent' when 'processing' then ${unsentState} else o.status::text end::shipment_state,
     s.amount, case when o.status = 'delivered' then s.amount end,
     case when o.status in ('shipped', 'delivered') or o.status = 'processing' and ${unsentState} <> 'ready' then o.at + interval '2 hours' end,
     case when o.status in ('shipped', 'delivered') then o.at + interval '1 day' end,
     case o.status when 'delivered' then o.at + interval '2 days' when 'canceled' then o.at + interval '1 day' end
   from made_orders o join (select n, sum(unit_price * quantity) as amount from made_lines group by n) s using (n) order by n`,
  `insert into shipment_lines (order_id, n, position, quantity) select order_id, 1, position, quantity from made_lines order by n, position`,
  `insert into order_rows (number, order_id, placed_at, status, total, stores, terms)
   select o.number, o.id, o.placed_at, o.status, o.total, array['BODEGA'], order_terms(o, array['BODEGA'])
   from made_orders m join orders o on o.id = m.id order by m.n`,
  `insert into order_links (token_hash, order_id, created_at) select sha256(convert_to('enlace' || n, 'UTF8')), id, at from made_orders order by n`,
];

/** Rows that the shop deletes after some time: mails after 90 days. The oldest mails are 91 days old, and have expired. `$1` is now. */
const expiringTexts: readonly string[] = [
  // One in thirty orders of the last month is being returned. No return is refunded yet.
  `insert into returns (id, order_id, position, quantity, reason, description, requested_at, approved_at, received_at)
   select ${uuidAt(`o.at + interval '5 days'`, `'devolucion' || o.n`)}, o.id, 1, 1,
     (array['Producto dañado', 'No es lo que pedí', 'Falla de fábrica', 'Otro'])[1 + o.n % 4], 'Lo conté por teléfono.', o.at + interval '5 days',
     case when o.n % 90 > 0 then o.at + interval '6 days' end, case when o.n % 90 = 60 then o.at + interval '8 days' end
   from made_orders o
   where o.status = 'delivered' and o.n % 30 = 0 and o.at between $1::timestamptz - interval '30 days' and $1::timestamptz - interval '9 days' order by o.n`,
  `insert into mails (id, dedupe_key, recipient, subject, html, text, created_at, sent_at)
   select ${uuidAt('at', `'correo' || n`)}, 'order-confirmation:' || id, ${email}, '¡Gracias por tu compra! Orden ' || number,
     '<p>Recibimos tu pedido.</p>', 'Recibimos tu pedido.', at, at + interval '20 seconds'
   from made_orders where at > $1::timestamptz - interval '91 days' order by n`,
  `insert into analytics_messages (id, event, data, order_id, created_at)
   select ${uuidAt('at', `'medida' || n`)}, 'purchase', jsonb_build_object('transaction_id', number::text, 'currency', 'GTQ'), id, at
   from made_orders where at > $1::timestamptz - interval '91 days' order by n`,
];

/** Inserts delivered cash orders of one to three products. Orders of the last days are not delivered yet, and one of 25 is canceled. */
export async function insertOrders(tx: Tx, { from, to, total, firstNumber, products, now }: OrderBatch): Promise<void> {
  await tx.run({ text: 'truncate made_orders, made_lines', values: [] });
  await tx.run({
    text: `insert into made_orders
      select n, ${uuidAt('at', `'orden' || n`)}, ${cartId(`'carrito' || n`)}, $3::bigint + n - 1, at,
        (case when at > $5::timestamptz - interval '1 day' then 'processing' when at > $5::timestamptz - interval '3 days' then 'shipped'
          when n % 25 = 0 then 'canceled' else 'delivered' end)::order_status,
        n % ($4::integer / 3 + 1)
      from generate_series($1::integer, $2::integer) n
        cross join lateral (select $5::timestamptz - interval '1 minute' - interval '730 days' * (($4 - n)::float8 / $4) as at) t`,
    values: [from, to, firstNumber, total, now],
  });
  await tx.run({
    text: `insert into made_lines
      select o.n, o.id, position, 1 + (hashint4extended(o.n, position) & 7 = 0)::integer, g.place, g.product_id, g.unit_price
      from made_orders o
        cross join lateral (select floor($1 * ((hashint4extended(o.n, 11) & 1048575) / 1048576.0) ^ 2)::integer as first,
          1 + o.n % ($1::integer / 4) as step) s
        cross join lateral generate_series(1, 1 + o.n % 3) position
        join orderable g on g.place = (s.first + (position - 1) * s.step) % $1::integer`,
    values: [products],
  });
  for (const text of ['analyze made_orders', 'analyze made_lines', ...batchTexts]) await tx.run({ text, values: [] });
  for (const text of expiringTexts) await tx.run({ text, values: [now] });
}

/** Inserts abandoned carts, numbered from `first`. Their last changes are up to 31 days old, so that the oldest carts have expired. */
export const insertLeftCarts = (
  tx: Tx,
  { first, count, now }: { first: number; count: number; now: Date },
): Promise<unknown> =>
  tx.run({
    text: `with left_carts as (
        insert into carts (id, created_at, updated_at)
        select ${cartId(`'dejado' || ($3::integer + n)`)}, at, at
        from generate_series(1, $1::integer) n
          cross join lateral (select $2::timestamptz - interval '31 days' * (($1 - n)::float8 / $1) as at) t
        order by n returning id, updated_at)
      insert into cart_lines (id, cart_id, product_id, seller_id, quantity, added_at)
      select ${uuidAt('c.updated_at', 'c.id::text')}, c.id, g.product_id, 1, 1, c.updated_at
      from left_carts c join orderable g on g.place = abs(hashtext(c.id::text)) % (select count(*) from orderable)`,
    values: [count, now, first],
  });

/** Counts products bought together in the orders from this number on, as the job does. */
export const countPairs = (tx: Tx, firstNumber: number): Promise<unknown> =>
  tx.run({
    text: `insert into bought_together as known (product_id, companion_id, orders)
      select a.product_id, b.product_id, count(*)
      from orders o join order_lines a on a.order_id = o.id
        join order_lines b on b.order_id = o.id and b.product_id <> a.product_id
      where o.number >= $1 and o.is_paired group by 1, 2
      on conflict (product_id, companion_id) do update set orders = known.orders + excluded.orders`,
    values: [firstNumber],
  });
