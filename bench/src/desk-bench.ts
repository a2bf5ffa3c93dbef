import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { ask, type BenchRoom, type ShopDatabase } from './bench-room.ts';
import { atMost, type BenchResult, growthOf, median, type Times } from './figures.ts';
import { type Connection, openConnection, requestOf } from './http-connection.ts';

/**
 * So many orders of ten years, as placements and what followed would have left what the desk's lists read of them. The newest are under way,
 * all others have ended. One in fifty buyers is called María; what is held, a tag and a store that was closed are among the oldest alone.
 */
const fill = (orders: number): string => `
  set session_replication_role = replica;
  set synchronous_commit = off;
  insert into stores (store_code, slug, name, street, city, region_id, latitude, longitude, type, is_pickup)
    select code, lower(code), 'Tienda ' || code, 'Calle', 'Guatemala', 485, 14.6, -90.5, 'tienda', true from unnest(array['BENCH-A', 'BENCH-B', 'BENCH-OLD']) code
    on conflict do nothing;
  insert into orders (id, number, cart_id, status, email, contact, shipping_method, shipping_address, billing_address, payment_type, subtotal, total,
      created_at, placed_at, held_at, hold_reasons, tags, is_counted, is_paired, contact_confirmed)
  select gen_random_uuid(), 200000000 + n, gen_random_uuid(),
    (case when n > ${orders} * 0.995 then (array['processing', 'processing', 'pending_payment', 'shipped'])[n % 4 + 1]
      when n % 20 = 0 then 'canceled' when n % 401 = 0 then 'undelivered' else 'delivered' end)::order_status,
    'buyer' || n % (${orders} / 2 + 1) || '@correo.gt',
    jsonb_build_object('firstName', first, 'lastName', last, 'phone', phone),
    case when n % 4 = 0 then 'storepickup' else 'delivery' end,
    jsonb_build_object('firstname', first, 'lastname', last, 'telephone', phone, 'city', 'Mixco', 'zone', 'Zona ' || n % 20,
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
  insert into shipments (order_id, n, seller_id, store_code, state, ended_at, late_since)
    select id, 1, case when number % 10 = 0 then 2 else 1 end, case when shipping_method = 'storepickup' then shipping_address ->> 'storeCode' end,
      (case status when 'processing' then (array['ready', 'picking', 'packed'])[number % 3 + 1] when 'pending_payment' then 'waiting'
        when 'shipped' then 'sent' else status::text end)::shipment_state,
      case when status in ('delivered', 'undelivered', 'canceled') then placed_at end, case when status = 'processing' and number % 7 = 0 then placed_at end
    from orders where number > 200000000;
  insert into order_rows (number, order_id, placed_at, status, total, stores, terms)
    select o.number, o.id, o.placed_at, o.status, o.total, s.stores, order_terms(o, s.stores)
    from orders o, lateral (select array_remove(array_agg(store_code), null) as stores from shipments where order_id = o.id) s
    where o.number > 200000000
    order by o.number;`;

/** Every list and search, also where nothing or only the oldest is found; `of`: how many orders there are. */
const searches = (of: number): Record<string, string> => {
  const middle = 200_000_000 + Math.floor(of / 2);
  const day = (share: number): string => new Date(Date.now() - share * 3_652 * 86_400_000).toISOString().slice(0, 10);
  return {
    all: '',
    'a page in the middle': `after=${Buffer.from(JSON.stringify(['0', String(middle)])).toString('base64url')}`,
    'oldest first': 'sort=number',
    'dearest first': 'sort=-total',
    'cheapest of a status': 'sort=total&status=canceled',
    delivered: 'status=delivered',
    canceled: 'status=canceled',
    'to prepare': 'shipment=ready',
    late: 'late=true',
    held: 'held=true',
    unconfirmed: 'unconfirmed=true',
    'by cash, delivered': 'status=delivered&payment=Cash',
    'of a seller': 'seller=2',
    'of a closed store': 'store=BENCH-OLD',
    'a tag of the oldest': 'tag=fundadores',
    nothing: 'status=delivered&payment=GiftCard',
    'a day of the middle': `placedFrom=${day(0.5)}&placedTo=${day(0.5)}`,
    'a year, delivered': `placedFrom=${day(0.5)}&placedTo=${day(0.4)}&status=delivered`,
    'nothing of a year': `placedFrom=${day(0.9)}&placedTo=${day(0.8)}&payment=GiftCard`,
    'the oldest by date': `placedTo=${day(0.999)}`,
    amounts: 'totalFrom=100&totalTo=110',
    'amounts of a status': 'totalFrom=100&totalTo=200&status=canceled',
    'q: a number': `q=${middle}`,
    'q: a phone': `q=${String(40_000_000 + ((Math.floor(of / 2) * 104_729) % 19_999_999)).padStart(8, '0')}`,
    'q: the beginning of a phone': 'q=5012',
    'q: an e-mail': 'q=buyer77@correo.gt',
    'q: a common name': 'q=maria',
    'q: a name of one in ten': 'q=sof%C3%ADa',
    'q: a common prefix': 'q=ma',
    'q: a letter': 'q=m',
    'q: every last name': 'q=ape',
    'q: two words': 'q=maria+apellido77',
    'q: a sku': 'q=BENCH-77',
    'q: a NIT': 'q=7777',
    'q: nobody': 'q=zzzz',
  };
};

/** A session of an owner, written as signing in would. */
async function openSession(database: ShopDatabase): Promise<string> {
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

/** Times a search is asked for, after as many that are not counted. */
const times = 15;

/** A list or search may take so long (OFF-15), in milliseconds, and so much longer than among 1,000 orders. */
const bars = { ms: 300, growth: 1.5 };

interface Side {
  connection: Connection;
  cookie: string;
  queries: Record<string, string>;
}

async function timed({ connection, cookie, queries }: Side, name: string): Promise<number> {
  const request = requestOf('GET', `/v1/admin/orders?${queries[name]}`, { headers: { cookie } });
  const begun = performance.now();
  const { status, body } = await connection.send(request);
  if (status !== 200) throw new Error(`${name} answered ${status}: ${body.toString()}`);
  return performance.now() - begun;
}

/** The desk's list of orders among `orders` beside 1,000, each search in turns (`--desk`). */
export async function benchDesk(room: BenchRoom, orders: number): Promise<BenchResult[]> {
  const sides: Side[] = [];
  for (const [products, of] of [
    [1_001, orders],
    [1_002, 1_000],
  ] as const) {
    const database = await room.addShop(products);
    await ask(database, fill(of));
    await ask(database, 'vacuum (analyze)');
    await ask(database, 'checkpoint');
    const shop = await room.startShop({ database });
    sides.push({
      connection: await openConnection(shop.port),
      cookie: await openSession(database),
      queries: searches(of),
    });
  }
  const [large, small] = sides;
  if (large === undefined || small === undefined) throw new Error('two shops were to be started');
  const results = new Map<string, Times>();
  for (const name of Object.keys(large.queries)) {
    const taken: Times = { large: [], small: [] };
    for (let turn = -times; turn < times; turn += 1) {
      const [one, other] = [await timed(large, name), await timed(small, name)];
      if (turn < 0) continue;
      taken.large.push(one);
      taken.small.push(other);
    }
    results.set(name, taken);
  }
  for (const { connection } of sides) connection.close();
  const sizes = `${orders} orders against 1000`;
  return [...results].flatMap(([name, taken]) => {
    const detail = `p50 ${median(taken.large).toFixed(1)} against ${median(taken.small).toFixed(1)} ms; ${sizes}`;
    return [
      atMost(`desk: ${name}`, growthOf(taken), bars.growth, detail),
      atMost(`desk, ms: ${name}`, median(taken.large), bars.ms, sizes),
    ];
  });
}
