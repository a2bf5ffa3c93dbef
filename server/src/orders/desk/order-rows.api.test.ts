import { afterAll, beforeAll, expect, test } from 'vitest';
import { done } from '../../testing/cart-calls.ts';
import {
  card,
  cash,
  openShopWithBank,
  outcomeOf,
  postOrder,
  prepareCart,
  type ReadyCart,
} from '../../testing/order-calls.ts';
import { createProduct, createShopBasics } from '../../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../../testing/test-desk.ts';
import type { TestShop } from '../../testing/test-shop.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let shop: TestShop;
let desk: TestDesk;
let tv: number;
let radio: number;

beforeAll(async () => {
  open = await openShopWithBank();
  shop = open.shop;
  await createShopBasics(shop.db);
  tv = await createProduct(shop.db, { sku: 'TV-55', price: 1_500_00, stock: 500 });
  radio = await createProduct(shop.db, { sku: 'RADIO', price: 100_00, stock: 500, sellerId: 2, offerId: 'o-1' });
  desk = await openDesk(shop, 'support');
});
afterAll(() => open.close());

/** Places an order by card or in cash. Returns its number. */
async function place(
  cart: Omit<ReadyCart, 'lines'> & { productId?: number },
  payment: 'card' | 'cash' = 'card',
): Promise<string> {
  const { productId = tv, ...rest } = cart;
  const cartId = await prepareCart(shop, { ...rest, lines: [{ productId, quantity: 1 }] });
  const { prices } = done(await shop.call('getCart', { params: { id: cartId } }));
  const total = prices.grandTotal.value;
  const placed = outcomeOf(
    await postOrder(shop, { cartId, payments: [payment === 'card' ? card(total) : cash(total)] }),
  );
  expect(placed).toMatch(/^200 \d{9}$/);
  return placed.slice(4);
}

const numbers = async (query: Record<string, unknown>, person = desk): Promise<string[]> => {
  const answer = await person.call('listOrderRows', { query });
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  return answer.value.data.map(({ number }) => number);
};

test('[OFF-15] orders are found by their contents, newest first', async () => {
  const first = await place({ email: 'ana@correo.gt', telephone: '41112222' });
  const second = await place({ email: 'beto@correo.gt', telephone: '41113333', productId: radio }, 'cash');
  expect(await numbers({})).toEqual([second, first]);
  for (const q of [
    '41112222',
    '4111-2222',
    '+502 4111 2222',
    'ana@correo',
    'tv-55',
    first,
    first.slice(0, 8) + first.slice(8),
  ])
    expect(await numbers({ q }), q).toEqual([first]);
  expect(await numbers({ q: 'luc paz' })).toEqual([second, first]);
  expect(await numbers({ q: 'Lucía radio' })).toEqual([second]);
  expect(await numbers({ q: 'nadie' })).toEqual([]);
});

/** Writes `n` rows of orders as the database would, so that lists have several pages. */
const fillRows = (n: number, from: number): Promise<unknown> =>
  shop.db.pool.query(
    `insert into order_rows (number, order_id, placed_at, status, total, stores, terms)
     select ${from} + i, r.order_id, r.placed_at - i * interval '1 second', r.status, i, r.stores, r.terms || array_to_tsvector(array['#:lote-${from}'])
     from generate_series(1, ${n}) i, (select * from order_rows order by number limit 1) r`,
  );

test('[OFF-15] the total is exact up to 10,000 and capped above, and one statement reads the page', async () => {
  const total = async (query: Record<string, unknown>) => done(await desk.call('listOrderRows', { query })).total;
  await fillRows(9_990, 300_000_000);
  await fillRows(20, 310_000_000);
  expect(await total({ tag: 'lote-310000000' })).toEqual({ value: 20, capped: false });
  expect(shop.lastStatements()).toHaveLength(2);
  expect(await total({ tag: 'lote-300000000' })).toEqual({ value: 9_990, capped: false });
  expect(await total({ tag: 'nadie' })).toEqual({ value: 0, capped: false });
  expect(await total({})).toEqual({ value: 10_000, capped: true });
  expect(await total({ tag: 'lote-300000000', totalFrom: 1, totalTo: 1.05 })).toEqual({ value: 6, capped: false });
  expect(await total({ totalFrom: 1, totalTo: 1.05 })).toEqual({ value: 6, capped: false });
  await shop.db.pool.query('delete from order_rows where number > 300000000');
});

test('[OFF-15] pages repeat and skip no order, even if orders change between two pages', async () => {
  const stayed = new Set<string>();
  for (const productId of [tv, radio])
    for (let times = 0; times < 30; times += 1)
      stayed.add(await place({ productId, email: `pagina${times}@correo.gt` }));
  for (const sort of ['-number', 'number', '-total', 'total']) {
    const all: string[] = [];
    let after: string | undefined;
    let pages = 0;
    do {
      const query = { q: 'pagina', sort, limit: 25, ...(after && { after }) };
      const page = done(await desk.call('listOrderRows', { query }));
      all.push(...page.data.map(({ number }) => number));
      pages += 1;
      after = page.next ?? undefined;
      const [first] = page.data;
      if (after !== undefined && first !== undefined) {
        for (const productId of [tv, radio]) await place({ productId, email: 'pagina-intruso@correo.gt' });
        // An order of the first page no longer matches, because its e-mail changes. The next page still begins at the same order.
        const contact = { email: 'otra@correo.gt' };
        done(await desk.call('correctOrder', { params: { number: first.number }, body: { version: 1, contact } }));
        stayed.delete(first.number);
      }
    } while (after !== undefined);
    expect(pages, sort).toBeGreaterThan(2);
    expect(new Set(all).size, sort).toBe(all.length);
    expect(
      [...stayed].filter((number) => !all.includes(number)),
      sort,
    ).toEqual([]);
    if (sort === 'number') expect(all).toEqual([...all].sort());
  }
  expect(await desk.call('listOrderRows', { query: { after: 'nada' } })).toMatchObject({
    error: { code: 'VALIDATION_ERROR' },
  });
});

test('[OFF-15] the cursor contains no total for a person who may not see amounts', async () => {
  const warehouse = await openDesk(shop, 'warehouse');
  for (let placed = 0; placed < 26; placed += 1) await place({ email: 'siguiente@correo.gt' });
  const query = { q: 'siguiente', limit: 25 };
  const page = done(await warehouse.call('listOrderRows', { query }));
  const last = page.data.at(-1)?.number ?? '';
  expect(JSON.parse(Buffer.from(page.next ?? '', 'base64url').toString())).toEqual(['0', last]);
  const next = done(await warehouse.call('listOrderRows', { query: { ...query, after: page.next ?? '' } }));
  expect(next.data.map(({ number }) => Number(number) < Number(last))).toEqual([true]);
  const bySum = await warehouse.call('listOrderRows', { query: { ...query, sort: '-total' } });
  expect(bySum).toMatchObject({ error: { code: 'FORBIDDEN' } });
});

test('[OFF-16] each filter of the order list finds exactly the matching orders', async () => {
  const number = await place({ email: 'filtro@correo.gt', shippingMethod: 'pickup', storeCode: 'MAX' }, 'cash');
  const { rows } = await shop.db.pool.query<{ version: number }>('select version from orders where number = $1', [
    number,
  ]);
  done(
    await desk.call('correctOrder', {
      params: { number },
      body: { version: rows[0]?.version ?? 0, tags: ['Única'], assigneeId: desk.id },
    }),
  );
  await shop.db.pool.query(
    `update shipments set late_since = now() where order_id = (select id from orders where number = $1)`,
    [number],
  );
  await shop.db.pool.query(`update orders set confirmation_due = now() + interval '1 hour' where number = $1`, [
    number,
  ]);
  const day = new Date(Date.now() - 6 * 3_600_000).toISOString().slice(0, 10);
  const [row] = done(await desk.call('listOrderRows', { query: { q: 'filtro@correo.gt' } })).data;
  expect(row).toMatchObject({
    number,
    customer: 'Lucía Paz',
    phone: '55554444',
    place: 'Ceiba Zona 10',
    status: 'processing',
    shipments: ['ready'],
    payment: 'Cash',
    isLate: true,
    isUnconfirmed: true,
    isHeld: false,
    tags: ['Única'],
    assignee: { id: desk.id, name: desk.name },
  });
  const found = {
    status: 'processing',
    shipment: 'ready',
    payment: 'Cash',
    store: 'MAX',
    seller: '1',
    late: 'true',
    unconfirmed: 'true',
  };
  const more = {
    held: 'false',
    tag: 'unica',
    assignee: desk.id,
    placedFrom: day,
    placedTo: day,
    totalFrom: '1000',
    totalTo: '2000',
  };
  const missed = {
    status: 'delivered',
    shipment: 'packed',
    payment: 'StorePayment',
    store: 'XELA',
    seller: '2',
    late: 'false',
  };
  const others = {
    unconfirmed: 'false',
    held: 'true',
    tag: 'otra',
    assignee: 'none',
    placedFrom: '2090-01-01',
    placedTo: '2020-01-01',
    totalFrom: '5000',
    totalTo: '1',
  };
  const ask = async (filter: [string, string]) => {
    const query = new URLSearchParams([['q', 'filtro@correo.gt'], filter]);
    const answer = await desk.send('GET', `/v1/admin/orders?${query}`);
    return answer.json<{ data: { number: string }[] }>().data.map((each) => each.number);
  };
  for (const filter of Object.entries({ ...found, ...more }))
    expect(await ask(filter), filter.join('=')).toEqual([number]);
  for (const filter of Object.entries({ ...missed, ...others }))
    expect(await ask(filter), filter.join('=')).toEqual([]);
  expect((await desk.send('GET', '/v1/admin/orders?nada=1')).json()).toMatchObject({
    error: { code: 'VALIDATION_ERROR' },
  });
});

test('[OFF-20] the CSV has personal columns and amounts only for people who may see them', async () => {
  await place({ email: 'exporta@correo.gt' });
  const csv = await desk.send('GET', '/v1/admin/orders/export?q=exporta&columns=number,email,total');
  expect(csv.headers['content-disposition']).toBe('attachment; filename="ordenes.csv"');
  expect(csv.payload).toMatch(/^\uFEFFOrden,Correo,Total\n\d{9},exporta@correo\.gt,1500\.00\n$/);
  const picker = await openDesk(shop, 'warehouse');
  expect((await picker.send('GET', '/v1/admin/orders/export?columns=email')).statusCode).toBe(403);
  const own = await picker.send('GET', '/v1/admin/orders/export?q=exporta');
  expect(own.payload).not.toMatch(/exporta@|1500/);
  expect((await picker.send('GET', '/v1/admin/orders?sort=-total')).statusCode).toBe(403);
  const all = await desk.send('GET', '/v1/admin/orders/export?columns=number');
  const { rows } = await shop.db.pool.query<{ orders: number }>(
    'select count(*)::int as orders from orders where number is not null',
  );
  expect(all.payload.trim().split('\n')).toHaveLength((rows[0]?.orders ?? 0) + 1);
});
