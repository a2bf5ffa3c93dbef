import { examples } from '@ceiba/contract/testing/test-all';
import { dayMs } from '@ceiba/domain/dates/civil-date';
import { defaultShopPolicy } from '@ceiba/domain/policies/shop-policy';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

/** Day 0 of the stories, long past: nothing of today touches them. */
const start = Date.parse('2020-01-01T06:00:00Z');
const at = (day: number): Date => new Date(start + day * dayMs);

/** A change of prices, in quetzales and days of the story. A null regular price takes the product off sale; a null price deletes a flash sale. */
type PriceChange =
  | { at: number; regular: number | null; price?: number; until?: number }
  | { at: number; sale: number; price: number | null; from?: number; until?: number };

interface Reference {
  from: number;
  to: number | null;
  price: number;
  since: number | null;
}

let shop: TestShop;
let products = 0;

beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
});
afterAll(() => shop.close());

/** A product that only has this history, and the references of its reductions, in quetzales and days. */
async function referencesOf(changes: readonly PriceChange[]): Promise<Reference[]> {
  products += 1;
  const { pool } = shop.db;
  const id = await createProduct(shop.db, { sku: `STORY-${products}`, stock: 0 });
  for (const change of changes) {
    const isSale = 'sale' in change;
    const price = isSale ? change.price : (change.price ?? change.regular);
    await pool.query(
      `insert into price_changes (product_id, at, flash_sale_id, regular_price, price, starts_at, ends_at) values ($1, $2, $3, $4, $5, $6, $7)`,
      [
        id,
        at(change.at),
        isSale ? change.sale : null,
        isSale || change.regular === null ? null : change.regular * 100,
        price === null ? null : price * 100,
        isSale && change.from !== undefined ? at(change.from) : null,
        change.until === undefined ? null : at(change.until),
      ],
    );
  }
  const { rows } = await pool.query(
    `select (extract(epoch from starts_at - $2) / 86400)::float8 as "from", (extract(epoch from ends_at - $2) / 86400)::float8 as "to",
       (price / 100)::float8 as price, (extract(epoch from known_since - $2) / 86400)::float8 as since
     from price_reductions($1, '-infinity', 30) where starts_at < now() - interval '1 day'`,
    [id, at(0)],
  );
  return rows.map((row) => ({ ...row, to: row.to !== null && row.to > 1_000 ? null : row.to }));
}

const base = (day: number, regular: number | null, price?: number, until?: number): PriceChange => ({
  at: day,
  regular,
  ...(price !== undefined && { price }),
  ...(until !== undefined && { until }),
});
const sale = (day: number, no: number, price: number | null, from?: number, until?: number): PriceChange => ({
  at: day,
  sale: no,
  price,
  ...(from !== undefined && { from }),
  ...(until !== undefined && { until }),
});
const ref = (from: number, to: number | null, price: number, since: number | null = null): Reference => ({
  from,
  to,
  price,
  since,
});

/** Each story, and by hand the reference of each reduction: from, to, lowest price of the 30 days before, and since when these are known. */
const stories: [story: string, changes: PriceChange[], references: Reference[]][] = [
  ['one cut after 60 days at 100', [base(0, 100), base(60, 100, 80)], [ref(60, null, 100)]],
  ['80, raised to 100, then struck to 90', [base(0, 80), base(40, 100), base(50, 100, 90)], [ref(50, null, 80)]],
  ['raised 31 days before the cut', [base(0, 80), base(40, 100), base(71, 100, 90)], [ref(71, null, 100)]],
  [
    'raised 30 days before the cut to the second',
    [base(0, 80), base(40, 100), base(70, 100, 90)],
    [ref(70, null, 100)],
  ],
  ['raised one day less than 30 before', [base(0, 80), base(41, 100), base(70, 100, 90)], [ref(70, null, 80)]],
  ['two cuts keep the first reference', [base(0, 100), base(40, 100, 80), base(50, 100, 60)], [ref(40, null, 100)]],
  [
    'a deeper cut after 40 days of reduction',
    [base(0, 100), base(40, 100, 80), base(80, 100, 60)],
    [ref(40, null, 100)],
  ],
  ['a smaller cut within the reduction', [base(0, 100), base(40, 100, 60), base(50, 100, 80)], [ref(40, null, 100)]],
  [
    'a flash sale within a reduction keeps it',
    [base(0, 100), base(40, 100, 80), sale(41, 1, 50, 45, 46)],
    [ref(40, null, 100)],
  ],
  [
    'a flash sale that outlasts the discount is one reduction with it',
    [base(0, 100), base(40, 100, 80, 50), sale(41, 1, 50, 45, 55)],
    [ref(40, 55, 100)],
  ],
  ['a discount ends as planned', [base(0, 100), base(40, 100, 80, 50)], [ref(40, 50, 100)]],
  [
    'a second reduction soon after the first counts its price',
    [base(0, 100), base(40, 100, 80, 50), base(60, 100, 90)],
    [ref(40, 50, 100), ref(60, null, 80)],
  ],
  [
    'a second reduction 31 days after the first',
    [base(0, 100), base(40, 100, 80, 50), base(81, 100, 90)],
    [ref(40, 50, 100), ref(81, null, 100)],
  ],
  [
    'an announced sale does not count before it begins',
    [base(0, 100), sale(35, 1, 50, 90, 91), base(40, 100, 80, 45)],
    [ref(40, 45, 100), ref(90, 91, 100)],
  ],
  [
    'a sale that was called off never counts',
    [base(0, 100), sale(35, 1, 50, 38, 39), sale(37, 1, null), base(40, 100, 80)],
    [ref(40, null, 100)],
  ],
  [
    'a sale that ended early counts until then',
    [base(0, 100), sale(35, 1, 70, 36, 60), sale(37, 1, null), base(40, 100, 80)],
    [ref(36, 37, 100), ref(40, null, 70)],
  ],
  [
    'a sale that was moved on is one reduction',
    [base(0, 100), sale(35, 1, 70, 36, 38), sale(37, 1, 70, 36, 45)],
    [ref(36, 45, 100)],
  ],
  [
    'an import writes the same prices again',
    [base(0, 100), base(20, 100), base(40, 100, 80), base(41, 100, 80)],
    [ref(40, null, 100)],
  ],
  ['an offer equal to the price is none', [base(0, 100), base(40, 100, 100)], []],
  ['a flash sale above the price is none', [base(0, 100), sale(40, 1, 120, 40, 41)], []],
  ['struck on its first day: nothing is known', [base(0, 100, 80), base(10, 100, 70)], []],
  ['ten known days before the cut', [base(0, 100), base(10, 100, 80)], [ref(10, null, 100, 0)]],
  [
    'struck when the history began, raised, and struck again',
    [base(0, 100, 80), base(5, 100), base(10, 100, 90)],
    [ref(10, null, 80, 0)],
  ],
  [
    'a draft has no price, and no price is no zero',
    [base(0, null), base(20, 100), base(25, 100, 80)],
    [ref(25, null, 100, 20)],
  ],
  ['never sold before the cut', [base(0, null), base(40, 100, 80)], []],
  [
    'off sale ends a reduction; the next one counts its price',
    [base(0, 100), base(40, 100, 80), base(50, null), base(52, 100, 80)],
    [ref(40, 50, 100), ref(52, null, 80)],
  ],
  [
    'a raised regular price within a reduction changes nothing',
    [base(0, 100), base(40, 100, 80), base(45, 150, 80)],
    [ref(40, null, 100)],
  ],
  [
    'only the regular price rises: a struck price without a cut',
    [base(0, 100), base(40, 150, 100)],
    [ref(40, null, 100)],
  ],
  [
    'two flash sales at once: the lower one counts afterwards',
    [base(0, 100), sale(30, 1, 70, 40, 42), sale(30, 2, 60, 41, 43), sale(44, 3, 65, 60, 61)],
    [ref(40, 43, 100), ref(60, 61, 60)],
  ],
];

describe('the reference of a reduction', () => {
  test.each(stories)('[DEC-222] %s', async (_story, changes, references) => {
    expect(await referencesOf(changes)).toEqual(references);
  });

  test('[DEC-222] the database has the standards of the settings', async () => {
    const { rows } = await shop.db.pool.query('select * from price_days()');
    const { referenceDays, listPriceDays, longestReductionDays } = defaultShopPolicy;
    const days = {
      reference_days: referenceDays,
      list_price_days: listPriceDays,
      longest_reduction_days: longestReductionDays,
    };
    expect(rows).toEqual([days]);
  });
});

/** The price and whether it is struck at a moment, by the definition: the changes up to it, one after the other. */
function shownAt(changes: readonly PriceChange[], day: number): { price: number | null; isStruck: boolean } {
  let regular: number | null = null;
  let own: number | null = null;
  const sales = new Map<number, number>();
  for (const change of changes.filter((each) => each.at <= day)) {
    if ('sale' in change) {
      const isRunning = change.price !== null && (change.from ?? 0) <= day && day < (change.until ?? 0);
      if (isRunning) sales.set(change.sale, change.price ?? 0);
      else sales.delete(change.sale);
    } else {
      const hasEnded = change.until !== undefined && change.until <= day;
      regular = change.regular;
      own = hasEnded ? change.regular : (change.price ?? change.regular);
    }
  }
  const price = own === null ? null : Math.min(own, ...sales.values());
  return { price, isStruck: price !== null && regular !== null && price < regular };
}

/** The same references, day by day. */
function slowReferences(changes: readonly PriceChange[], lastDay: number): Reference[] {
  const days = Array.from({ length: lastDay + 1 }, (_, day) => shownAt(changes, day));
  const first = Math.min(...changes.filter((each) => !('sale' in each)).map((each) => each.at));
  return days.flatMap(({ isStruck }, from) => {
    if (!isStruck || days[from - 1]?.isStruck === true) return [];
    const end = days.findIndex((each, day) => day > from && !each.isStruck);
    const before = days.flatMap(({ price }, day) =>
      day >= from - 30 && day < from && price !== null ? [{ day, price }] : [],
    );
    if (before.length === 0) return [];
    const lowest = Math.min(...before.map(({ price }) => price));
    return [ref(from, end === -1 ? null : end, lowest, first > from - 30 ? (before[0]?.day ?? null) : null)];
  });
}

const lastDay = 120;
const anyDay = fc.integer({ min: 0, max: lastDay });
const anyPrice = fc.integer({ min: 5, max: 15 });
const anyBase = fc
  .record({
    at: anyDay,
    regular: fc.option(anyPrice, { freq: 6 }),
    off: fc.integer({ min: 0, max: 4 }),
    until: fc.option(anyDay),
  })
  .map(({ at: day, regular, off, until }) =>
    base(
      day,
      regular,
      regular === null ? undefined : regular - off,
      regular === null ? undefined : (until ?? undefined),
    ),
  );
const anySale = fc
  .record({
    at: anyDay,
    no: fc.integer({ min: 1, max: 2 }),
    price: fc.option(anyPrice, { freq: 4 }),
    from: anyDay,
    length: fc.integer({ min: 1, max: 30 }),
  })
  .map(({ at: day, no, price, from, length }) => sale(day, no, price, from, from + length));

test('[DEC-222] the references equal a slow calculation day by day', async () => {
  const histories = fc.array(fc.oneof({ weight: 2, arbitrary: anyBase }, anySale), { minLength: 1, maxLength: 14 });
  await fc.assert(
    fc.asyncProperty(histories, async (drawn) => {
      const changes = [base(0, 10), ...drawn].sort((a, b) => a.at - b.at);
      const found = await referencesOf(changes);
      const judged = (all: readonly Reference[]) =>
        all.filter(({ from }) => from < lastDay).map(({ to: _, ...rest }) => rest);
      expect(judged(found)).toEqual(judged(slowReferences(changes, lastDay)));
    }),
    { numRuns: examples(300) },
  );
});
