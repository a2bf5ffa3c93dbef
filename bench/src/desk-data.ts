import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { ask, type ShopDatabase } from './bench-room.ts';

/** Only the newest orders are in progress. For example, 5,000 of a million orders are to be prepared. */
const underWay = 0.988;

/**
 * Orders of ten years with all data that the desk's lists read, as orders and later steps would have left them. The newest are in
 * progress, all others have ended. One in fifty buyers is called María. Held orders, a tag and a closed store are only among the
 * oldest.
 */
const ordersOf = (orders: number): string => `
  insert into stores (store_code, slug, name, street, city, region_id, latitude, longitude, type, is_pickup)
    select code, lower(code), 'Tienda ' || code, 'Calle', 'Guatemala', 485, 14.6, -90.5, 'tienda', true from unnest(array['BENCH-A', 'BENCH-B', 'BENCH-OLD']) code
    on conflict do nothing;
  insert into orders (id, number, cart_id, status, customer_id, email, contact, shipping_method, shipping_address, billing_address, payment_type, subtotal, total,
      created_at, placed_at, held_at, hold_reasons, tags, is_counted, is_paired, contact_confirmed)
  select gen_random_uuid(), 200000000 + n, gen_random_uuid(),
    (case when n > ${orders} * ${underWay} then (array['processing', 'processing', 'pending_payment', 'shipped'])[n % 4 + 1]
      when n % 20 = 0 then 'canceled' when n % 401 = 0 then 'undelivered' else 'delivered' end)::order_status,
    case when n % 2 = 0 then md5('customer ' || n % (${orders} / 4 + 1))::uuid end,
    'buyer' || n % (${orders} / 2 + 1) || '@correo.gt',
    jsonb_build_object('firstName', first, 'lastName', last, 'phone', phone),
    case when n % 4 = 0 then 'storepickup' else 'delivery' end,
    jsonb_build_object('firstname', first, 'lastname', last, 'telephone', phone, 'street', jsonb_build_array('Calle ' || n % 90), 'city', 'Mixco', 'zone', 'Zona ' || n % 20, 'trustedPerson', null,
      'region', jsonb_build_object('regionId', 485, 'region', 'Guatemala'),
      'storeCode', case when n % 4 = 0 then case when n < ${orders} / 30 then 'BENCH-OLD' when n % 8 = 0 then 'BENCH-A' else 'BENCH-B' end end),
    jsonb_build_object('firstname', first, 'lastname', last, 'nit', case when n % 3 = 0 then 'CF' else (n * 7)::text end),
    (array['Card', 'Cash', 'CardInstallments', 'StorePayment'])[n % 4 + 1], 5000 + n * 7919 % 900000, 5000 + n * 7919 % 900000,
    moment, moment, case when n <= 3 then moment end, case when n <= 3 then array['Revisar'] else '{}' end,
    case when n < ${orders} / 50 then array['fundadores'] else '{}' end, true, true, true
  from (select n, (array['José', 'Ana', 'Luis', 'Carlos', 'Juan', 'Marta', 'Sofía', 'Pedro', 'Elena', 'Rosa'])[n * 31 % 10 + 1]
          || case when n % 50 = 7 then ' María' else '' end as first,
        'Apellido' || n * 17 % 4000 as last, lpad((40000000 + n * 104729 % 19999999)::text, 8, '0') as phone,
        now() - (${orders} - n) * interval '10 years' / ${orders} as moment
      from generate_series(1::bigint, ${orders}) n) made;
  insert into order_lines (order_id, position, product_id, sku, title, brand, picture_url, seller_id, quantity, unit_price, regular_price)
    select id, 1, 1, 'BENCH-' || number % 2000, 'Producto', 'Marca', '', case when number % 10 = 0 then 2 else 1 end, 1, total, total
    from orders where number > 200000000;
  insert into shipments (order_id, n, seller_id, store_code, place, promised_on, state, since, due_at, courier, tracking_number, cash_due, ended_at, late_since)
    select id, 1, case when number % 10 = 0 then 2 else 1 end, store, coalesce(store, 'BENCH-A'), placed_at::date + 3,
      (case status when 'processing' then case number / 4 % 12 when 0 then 'picking' when 1 then 'packed' else 'ready' end when 'pending_payment' then 'waiting'
        when 'shipped' then 'sent' else status::text end)::shipment_state,
      placed_at, placed_at + interval '3 days',
      case when store is null then case when number < 200000000 + ${orders} / 50 then 'Mensajería vieja' else (array['Expreso', 'Ruta', 'Kukul'])[number % 3 + 1] end end,
      case when store is null then 'GUIA' || number * 7 end, case when payment_type = 'Cash' then total else 0 end,
      case when status in ('delivered', 'undelivered', 'canceled') then placed_at end, case when status = 'processing' and number % 7 = 0 then placed_at end
    from (select *, case when shipping_method = 'storepickup' then shipping_address ->> 'storeCode' end as store from orders where number > 200000000) o;
  insert into shipment_lines (order_id, n, position, quantity) select id, 1, 1, 1 from orders where number > 200000000;
  insert into order_rows (number, order_id, placed_at, status, total, stores, terms)
    select o.number, o.id, o.placed_at, o.status, o.total, s.stores, order_terms(o, s.stores)
    from orders o, lateral (select array_remove(array_agg(store_code), null) as stores from shipments where order_id = o.id) s
    where o.number > 200000000
    order by o.number;`;

/**
 * Data that follow from the orders: accounts, returns, refunds, manifests, audit rows, mails. Most have ended; open work is among
 * the newest.
 */
const restOf = (orders: number): string => `
  insert into customers (id, email, first_name, last_name, created_at, email_confirmed_at, phone, nit, has_loyalty)
    select md5('customer ' || n)::uuid, 'buyer' || n || '@correo.gt',
      (array['José', 'Ana', 'Luis', 'Carlos', 'Juan', 'Marta', 'Sofía', 'Pedro', 'Elena', 'Rosa'])[n * 31 % 10 + 1] || case when n % 50 = 7 then ' María' else '' end,
      'Apellido' || n * 17 % 4000, now() - (${orders} / 4 - n) * interval '40 years' / ${orders}, case when n > 3 then now() end,
      lpad((40000000 + n * 104729 % 19999999)::text, 8, '0'), (n * 7)::text, n <= 3
    from generate_series(0::bigint, ${orders} / 4) n;
  insert into returns (id, number, order_id, position, quantity, reason, description, requested_at, approved_at, rejected_at, answer, received_at, decided)
    select gen_random_uuid(), 200000 + row_number() over (order by number), id, 1, 1, 'Producto dañado', 'No enciende.', placed_at,
      case when not is_open and not is_rejected then placed_at end, case when is_rejected then placed_at end, case when is_rejected then 'Fuera de plazo.' end,
      case when not is_open and not is_rejected then placed_at end, case when is_open or is_rejected then 0 else 1 end
    from (select *, number > 200000000 + ${orders} * ${underWay} as is_open, number < 200000000 + ${orders} / 50 as is_rejected from orders
      where number > 200000000 and number % 40 = 1) o;
  insert into refunds (id, order_id, cause, cause_key, payment_id, amount, destination, state, actor, reason, created_at, done_at)
    select gen_random_uuid(), id, 'goodwill', 'bench', gen_random_uuid(), 1000 + number % 5000, case when number < 200000000 + ${orders} / 50 then 'giftCard' else 'till' end,
      (case when is_due then 'due' else 'done' end)::refund_state, '{"kind": "job", "id": "bench"}', 'Cortesía', placed_at, case when not is_due then placed_at end
    from (select *, number > 200000000 + ${orders} * ${underWay} as is_due from orders where number > 200000000 and number % 25 = 1) o;
  insert into payments (id, order_id, kind, amount, status, created_at, decided_at)
    select gen_random_uuid(), id, payment_type, total, (case when status = 'canceled' then 'refused' when status = 'delivered' then 'approved' else 'pending' end)::payment_status,
      placed_at, case when status in ('canceled', 'delivered') then placed_at end
    from orders where number > 200000000;
  insert into couriers (code, name) values ('expreso', 'Expreso'), ('ruta', 'Ruta'), ('vieja', 'Mensajería vieja') on conflict do nothing;
  insert into manifests (id, courier, store_code, opened_at, opened_by, closed_at, closed_by) overriding system value
    select 1000 + k, case when k < ${orders} / 10000 then 'vieja' when k % 2 = 0 then 'expreso' else 'ruta' end, 'BENCH-A', moment, '{}',
      case when not is_open then moment end, case when not is_open then '{}'::jsonb end
    from (select k, k > ${orders} / 100 - 2 as is_open, now() - (${orders} / 100 - k) * interval '1000 years' / ${orders} as moment
      from generate_series(1, ${orders} / 100) k) made;
  insert into manifest_parcels (manifest_id, order_id, n, scan_id, scanned_at, scanned_by, is_open, parcels, cash, left_at)
    select m.id, o.id, 1, gen_random_uuid(), o.placed_at, '{}', m.closed_at is null, case when m.closed_at is not null then 1 end,
      case when m.closed_at is not null then 0 end, m.closed_at
    from orders o join manifests m on m.id = (o.number - 200000001) / 100 + 1001 where o.number > 200000000;
  insert into tills (id, store_code, name) select md5(store || k)::uuid, store, 'Caja ' || k from unnest(array['BENCH-A', 'BENCH-B', 'BENCH-OLD']) store, generate_series(1, 5) k;
  insert into till_sessions (till_id, float, opened_at, opened_by, closed_at, closed_by, counted, difference, counted_cards, cards_difference)
    select md5((array['BENCH-A', 'BENCH-B', 'BENCH-OLD'])[k % 3 + 1] || k % 5 + 1)::uuid, 10000, now() - k * interval '1 day', '{}', now() - k * interval '1 day', '{}', 10000, 0, 0, 0
    from generate_series(1, ${orders} / 50) k;
  insert into audit_entries (at, actor_kind, actor_id, actor_name, operation, entity, entity_id, seal)
    select placed_at, case when number % 50 = 0 then 'job' else 'staff' end, case when number < 200000003 then 'gone' else 'person ' || number % 20 end,
      case when number < 200000003 then 'Quien se fue' else 'Persona ' || number % 20 end,
      case when number < 200000003 then 'inviteStaff' when number % 3 = 0 then 'addOrderNote' else 'moveShipment' end,
      case when number < 200000003 then 'staff' when number % 3 = 0 then 'orders' else 'shipments' end, number::text, 1
    from orders where number > 200000000 order by number;
  insert into mails (id, dedupe_key, recipient, subject, html, text, created_at, sent_at)
    select gen_random_uuid(), 'order-confirmation:' || id, email, 'Tu orden ' || number, '<p>Gracias.</p>', 'Gracias.', placed_at, placed_at
    from orders where number > 200000000;
  insert into staff_members (id, email, name, role) select gen_random_uuid(), 'persona' || k || '@bench.example', 'Persona ' || k, 'support'
    from generate_series(1, 20 + ${orders} / 1000) k;
  select count(graphile_worker.add_job('upkeep', '{}', run_at => now() + interval '1 day', job_key => 'bench ' || k)) from generate_series(1, ${orders} / 50) k;`;

/** Fills a shop with orders and the data that follow from them, with statements over all of them. */
export async function fillDesk(database: ShopDatabase, orders: number): Promise<void> {
  await ask(
    database,
    `set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '512MB'; ${ordersOf(orders)} ${restOf(orders)}`,
  );
  await ask(database, 'vacuum (analyze)');
  await ask(database, 'checkpoint');
}

/** Creates an owner's session as a sign-in would, and returns its cookie. */
export async function openSession(database: ShopDatabase): Promise<string> {
  const [token, id] = [randomBytes(32).toString('base64url'), randomUUID()];
  const hash = createHash('sha256').update(token).digest('hex');
  await ask(
    database,
    `insert into staff_members (id, email, name, role) values ('${id}', '${id}@bench.example', 'Bench', 'owner');
     insert into staff_sessions (id, token_hash, staff_id, created_at, used_at, expires_at, confirmed_at)
       values ('${randomUUID()}', '\\x${hash}', '${id}', now(), now(), now() + interval '10 hours', now())`,
  );
  return `ceiba_staff=${token}`;
}
