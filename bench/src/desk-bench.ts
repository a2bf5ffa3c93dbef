import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchRoom, listSlugs, type ShopDatabase } from './bench-room.ts';
import { fillDesk, openSession } from './desk-data.ts';
import { atMost, type BenchResult, growthOf, median, percentile, ratio, type Times } from './figures.ts';
import { type Connection, openConnection, requestOf } from './http-connection.ts';
import { openLookers } from './import-bench.ts';
import { inTurns } from './pages-bench.ts';
import { type RunningProcess, residentMegabytes, watchMemory } from './processes.ts';

/** Returns queries of the list of orders, some of which find nothing or only the oldest. `of`: the number of orders. */
const orderSearches = (of: number): Record<string, string> => {
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

/** Returns queries of all other lists, and of the search over all lists. */
const otherSearches = (of: number): Record<string, string> => {
  const middle = 200_000_000 + Math.floor(of / 2);
  const phone = String(40_000_000 + ((Math.floor(of / 2) * 104_729) % 19_999_999)).padStart(8, '0');
  const year = (share: number): string => new Date(Date.now() - share * 3_652 * 86_400_000).toISOString().slice(0, 4);
  return {
    'search: a number': `search?q=${middle}`,
    'search: a phone': `search?q=${phone}`,
    'search: an e-mail': 'search?q=buyer77@correo.gt',
    'search: a common name': 'search?q=maria',
    'search: a prefix of names': 'search?q=ma',
    'search: a letter': 'search?q=m',
    'search: two words': 'search?q=maria+apellido77',
    'search: a sku': 'search?q=BENCH-77',
    'search: a NIT': 'search?q=7777',
    'search: a tracking number': `search?q=GUIA${(middle - (middle % 4) + 1) * 7}`,
    'search: a return': 'search?q=D-200003',
    'search: nobody': 'search?q=zzzz',
    'shipments: under way': 'shipments',
    'shipments: to prepare': 'shipments?state=ready',
    'shipments: eldest first': 'shipments?sort=since',
    'shipments: delivered': 'shipments?state=delivered',
    'shipments: delivered, the latest first': 'shipments?state=delivered&sort=-since',
    'shipments: delivered by an old courier': 'shipments?state=delivered&courier=Mensajer%C3%ADa+vieja',
    'shipments: delivered by nobody': 'shipments?state=delivered&courier=Nadie',
    'shipments: delivered at a closed store': 'shipments?state=delivered&storeCode=BENCH-OLD&sort=-promisedOn',
    'shipments: delivered and late': 'shipments?state=delivered&late=true',
    'shipments: canceled, in cash': 'shipments?state=canceled&cash=true',
    'shipments: a day of the middle': `shipments?state=delivered&promisedFrom=${year(0.5)}-05-05&promisedTo=${year(0.5)}-05-05`,
    'shipments: of all states':
      'shipments?state=waiting,ready,picking,packed,sent,at_store,undelivered,delivered,canceled',
    'shipments: a tracking number': `shipments?q=GUIA${(middle - (middle % 4) + 1) * 7}`,
    'shipments: an order': `shipments?q=${middle}`,
    'returns: all': 'returns',
    'returns: open': 'returns?open=true',
    'returns: rejected': 'returns?state=rejected',
    'returns: nothing': 'returns?reason=Otro',
    'returns: an order': `returns?q=${200_000_001 + Math.floor(of / 80) * 40}`,
    'refunds: all': 'refunds',
    'refunds: due': 'refunds?state=due&to=till,transfer',
    'refunds: to gift cards': 'refunds?to=giftCard',
    'refunds: amounts': 'refunds?amountFrom=10&amountTo=10.1',
    'refunds: nothing': 'refunds?state=sent',
    'refunds: an order': `refunds?q=${200_000_001 + Math.floor(of / 50) * 25}`,
    'refunds to pay': 'cash-refunds',
    'customers: all': 'customers',
    'customers: eldest first': 'customers?sort=createdAt',
    'customers: not confirmed': 'customers?confirmed=false',
    'customers: of the points': 'customers?loyalty=true',
    'customers: a phone': `customers?q=${phone}`,
    'customers: a common name': 'customers?q=maria',
    'customers: a name of one in ten': 'customers?q=sof%C3%ADa',
    'customers: a letter': 'customers?q=m',
    'customers: every last name': 'customers?q=ape',
    'customers: nobody': 'customers?q=zzzz',
    'manifests: all': 'manifests',
    'manifests: open': 'manifests?state=open',
    'manifests: of an old courier': 'manifests?courier=vieja',
    'manifests: nothing': 'manifests?courier=nadie',
    'a manifest': 'manifests/M-1005',
    tills: 'tills',
    'audit: all': 'audit',
    'audit: a person': 'audit?actor=Persona+7',
    'audit: who has left': 'audit?actor=Quien+se+fue',
    'audit: an operation of the oldest': 'audit?operation=inviteStaff',
    'audit: an entity of the oldest': 'audit?entity=staff',
    'audit: jobs': 'audit?actorKind=job',
    'audit: tokens': 'audit?actorKind=token',
    'audit: a day of the middle': `audit?atFrom=${year(0.5)}-05-05&atTo=${year(0.5)}-05-05`,
    'audit: an operation of an old year': `audit?atFrom=${year(0.9)}-01-01&atTo=${year(0.9)}-12-31&operation=inviteStaff`,
    'an order, with its mails': `orders/${middle}`,
    preparation: 'picks',
    jobs: 'jobs',
    staff: 'staff',
    'staff: a name': 'staff?q=persona+7',
    home: 'home',
  };
};

const searches = (of: number): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(orderSearches(of)).map(([name, query]) => [name, `orders?${query}`])),
  ...otherSearches(of),
});

/** Number of measurements of each search, after the same number of warm-up runs. */
const times = 15;

/** Maximum time of a list or search in milliseconds (OFF-15), and its maximum growth compared with 1,000 orders. */
const targets = { ms: 300, growth: 1.5 };

interface Side extends RunningProcess {
  connection: Connection;
  database: ShopDatabase;
  cookie: string;
  paths: Record<string, string>;
}

/** Opens a shop with an owner signed in at the desk. */
async function openSide(room: Pick<BenchRoom, 'startShop'>, database: ShopDatabase, orders: number): Promise<Side> {
  const { port, pid, stop } = await room.startShop({ database });
  const [connection, cookie] = [await openConnection(port), await openSession(database)];
  return { connection, port, pid, stop, database, cookie, paths: searches(orders) };
}

async function timed({ connection, cookie, paths }: Side, name: string): Promise<number> {
  const request = requestOf('GET', `/v1/admin/${paths[name]}`, { headers: { cookie } });
  const startedAt = performance.now();
  const { status, body } = await connection.send(request);
  if (status !== 200) throw new Error(`${name} answered ${status}: ${body.toString()}`);
  return performance.now() - startedAt;
}

/** Runs each list and search alternately in both shops. */
async function benchLists({ large, small }: { large: Side; small: Side }, sizes: string): Promise<BenchResult[]> {
  const results: BenchResult[] = [];
  for (const name of Object.keys(large.paths)) {
    const bothTimes: Times = { large: [], small: [] };
    for (let turn = -times; turn < times; turn += 1) {
      const [one, other] = [await timed(large, name), await timed(small, name)];
      if (turn < 0) continue;
      bothTimes.large.push(one);
      bothTimes.small.push(other);
    }
    const detail = `p50 ${median(bothTimes.large).toFixed(1)} against ${median(bothTimes.small).toFixed(1)} ms; ${sizes}`;
    results.push(
      atMost(`desk: ${name}`, growthOf(bothTimes), targets.growth, detail),
      atMost(`desk, ms: ${name}`, median(bothTimes.large), targets.ms, sizes),
    );
  }
  return results;
}

/** Lets one person take waves of 20, each with its labels (WORK-06, WORK-26). */
async function benchWaves({ connection, cookie, port }: Side, waves: number): Promise<BenchResult[]> {
  const waveTimes: number[] = [];
  const printed: number[] = [];
  const body = { storeCode: 'BENCH-A', limit: 20 };
  const take = requestOf('POST', '/v1/admin/picks', { headers: { cookie, origin: `http://127.0.0.1:${port}` }, body });
  for (let turn = -1; turn < waves; turn += 1) {
    const startedAt = performance.now();
    const wave = await connection.send(take);
    const between = performance.now();
    const { id, shipments } = JSON.parse(wave.body.toString()).data ?? {};
    if (shipments?.length !== body.limit) throw new Error(`a wave answered ${wave.status}: ${wave.body.toString()}`);
    const labels = await connection.send(requestOf('GET', `/v1/admin/picks/${id}/labels`, { headers: { cookie } }));
    if (labels.status !== 200) throw new Error(`labels answered ${labels.status}: ${labels.body.toString()}`);
    if (turn < 0) continue;
    waveTimes.push(between - startedAt);
    printed.push(performance.now() - between);
  }
  return [
    atMost('desk, ms: a wave of 20', median(waveTimes), targets.ms, `p50 of ${waves}`),
    atMost('desk, ms: labels of a wave', median(printed), 1_000, `p50 of ${waves}, 20 labels each`),
  ];
}

/** Milliseconds for which shoppers are measured without an export, before and after it. */
const quietMs = 10_000;

/** Reads a CSV as it arrives without storing it. Returns the number of its rows without the headings. */
async function countRows({ port, cookie }: Side, path: string): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/admin/${path}`, { headers: { cookie } });
  if (!answer.ok || answer.body === null) throw new Error(`${path} answered ${answer.status}`);
  let lines = 0;
  for await (const chunk of answer.body) for (const byte of chunk) if (byte === 10) lines += 1;
  return lines - 1;
}

/**
 * Exports all orders as CSV (OFF-20). Measures the additional memory without other callers, then the time of the export and the
 * waits of concurrent shoppers. Responses to shoppers live for a second each. During an export they survive more of V8's short
 * collections, and stay as garbage for longer.
 */
async function benchCsv(side: Side, orders: number): Promise<BenchResult[]> {
  const path = 'orders/export?';
  const slugs = await listSlugs(side.database, 1_000);
  const people = await openLookers(side.port, inTurns(slugs.map((slug) => `/v1/products/slug/${slug}`)));
  await people.look(sleep(quietMs));
  const resident = await residentMegabytes(side.pid);
  const memory = watchMemory(side.pid);
  const rows = await countRows(side, path);
  const most = await memory.stop();
  if (rows < orders) throw new Error(`the CSV has ${rows} rows of ${orders}`);
  const before = percentile(await people.look(sleep(quietMs)), 0.95);
  const startedAt = performance.now();
  const p95 = percentile(await people.look(countRows(side, path)), 0.95);
  const seconds = (performance.now() - startedAt) / 1_000;
  const after = percentile(await people.look(sleep(quietMs)), 0.95);
  people.close();
  return [
    atMost('desk-csv', seconds, 120 * Math.max(1, rows / 1_000_000), `seconds for ${rows} rows beside 16 shoppers`),
    atMost(
      'desk-csv-memory',
      Math.max(0, most - resident),
      50,
      `MB more at most: ${most.toFixed(0)} − ${resident.toFixed(0)}`,
    ),
    atMost(
      'desk-csv-p95',
      ratio(p95, (before + after) / 2),
      1.5,
      `p95 of a product call beside it, ${p95.toFixed(1)} ms ÷ before and after, ${before.toFixed(1)} and ${after.toFixed(1)}`,
    ),
  ];
}

/** Measures the desk's lists and searches with `orders` compared with 1,000 (`--desk`), and the longest export. */
export async function benchDesk(room: BenchRoom, orders: number): Promise<BenchResult[]> {
  const open = async (products: number, of: number): Promise<Side> => {
    const database = await room.addShop(products);
    await fillDesk(database, of);
    return openSide(room, database, of);
  };
  const [large, small] = [await open(1_001, orders), await open(1_002, 1_000)];
  try {
    const lists = await benchLists({ large, small }, `${orders} orders against 1000`);
    // A hundredth of the ready shipments. With fewer orders there is nothing to measure.
    const waves = orders < 100_000 ? [] : await benchWaves(large, 5);
    for (const { connection } of [large, small]) connection.close();
    return [...lists, ...waves, ...(await benchCsv(large, orders))];
  } finally {
    await Promise.all([large.stop(), small.stop()]);
  }
}
