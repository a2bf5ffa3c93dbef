import { maxCountLines } from '@ceiba/contract/desk/stock-counts';
import type { Tx } from '../platform/db/database.ts';
import { neverNull, type RowOf, statement } from '../platform/db/statement.ts';

/** The name of a count: "K-12". */
export const countText = (number: number): string => `K-${number}`;
export const countNumberOf = (text: string): number => Number(text.slice('K-'.length));

/** SQL for the title of a count's (c) shelf or category, as people read it. */
export const scopeName = `case c.scope when 'shelf' then c.scope_value
  when 'category' then coalesce((select g.title from categories g where g.id::text = c.scope_value), '') else '' end`;

const countColumns =
  'select c.number, c.store_code, c.scope, c.state, c.version from stock_counts c where c.number = $1';
const selectForUpdate = statement('stock-counts.lock', `${countColumns} for update`);
const selectForShare = statement('stock-counts.share', `${countColumns} for share`);
export type StockCount = RowOf<typeof selectForUpdate>;

/** Locks a count for its next step. Scans wait. A count is locked before the levels of its goods (record 0034). */
export const lockCount = async (tx: Tx, number: number): Promise<StockCount | undefined> =>
  (await selectForUpdate(tx, [number]))[0];

/**
 * Prevents a change of a count's state until the transaction ends. Several people can scan at the same time, and a step of the
 * count waits for them.
 */
export const shareCount = async (tx: Tx, number: number): Promise<StockCount | undefined> =>
  (await selectForShare(tx, [number]))[0];

// The second round contains only the products that differed in the first.
const ofRound = `case c.state when 'counting' then 1 else 2 end`;
const selectShown = statement(
  'stock-counts.one',
  `select c.number, c.store_code, s.name as store_name, c.scope, ${scopeName} as scope_name, c.state, c.created_at, coalesce(p.name, '') as created_by,
     c.ended_at, e.name as ended_by, c.version, l.products, l.counted, (
       select coalesce(json_agg(json_build_object('name', n.name, 'units', n.units) order by n.name collate spanish), '[]') from (
         select m.name, sum(k.quantity)::integer as units from stock_count_scans k join staff_members m on m.id = k.staff_id
         where k.count_number = c.number and k.round = ${ofRound} group by m.id, m.name) n) as counters
   from stock_counts c join stores s on s.store_code = c.store_code left join staff_members p on p.id = c.created_by
     left join staff_members e on e.id = c.ended_by cross join lateral (
       select count(*)::integer as products, (count(*) filter (where exists (select from stock_count_scans k
           where k.count_number = c.number and k.product_id = l.product_id and k.round = ${ofRound})))::integer as counted
       from stock_count_lines l where l.count_number = c.number and (c.state = 'counting' or l.counted <> l.booked)) l
   where c.number = $1`,
  {
    scopeName: neverNull(),
    createdBy: neverNull(),
    products: neverNull(),
    counted: neverNull(),
    counters: neverNull<{ name: string; units: number }[]>(),
  },
);
export type ShownCount = RowOf<typeof selectShown>;

/** A count with its progress: the number of products in the round, how many of them were counted, and the people who counted them. */
export const findCount = async (tx: Tx, number: number): Promise<ShownCount | undefined> =>
  (await selectShown(tx, [number]))[0];

const insert = statement(
  'stock-counts.create',
  `insert into stock_counts (store_code, scope, scope_value, created_at, created_by) values ($1, $2, $3, $4, $5) returning number`,
);

export async function insertCount(
  tx: Tx,
  of: { storeCode: string; scope: StockCount['scope']; value: string | null; staffId: string },
  now: Date,
): Promise<number> {
  const [made] = await insert(tx, [of.storeCode, of.scope, of.value, now, of.staffId]);
  if (made === undefined) throw new Error('a count was not created');
  return made.number;
}

// Products at the place, for sale or claimed by orders that have not left. A shelf also includes its products without units.
const fillByBooks = statement(
  'stock-counts.fill-by-books',
  `insert into stock_count_lines (count_number, product_id)
   select c.number, l.product_id from stock_counts c join stock_levels l on l.store_code = c.store_code
     join products p on p.id = l.product_id join categories g on g.id = p.category_id
   where c.number = $1 and p.kind = 'goods' and case c.scope when 'shelf' then l.shelf = c.scope_value
     when 'category' then c.scope_value::integer = any (g.ancestor_ids) else true end
     and (c.scope = 'shelf' or l.quantity > 0 or exists (
       select from stock_claims k join shipments h on h.order_id = k.order_id and h.n = k.n
       where k.product_id = l.product_id and k.store_code = l.store_code and k.released_at is null and h.left_at is null
         and h.ended_at is null))`,
);
/** Lists the products of a count by place, shelf or category. */
export const fillByScope = async (tx: Tx, number: number): Promise<void> => {
  await fillByBooks(tx, [number]);
};

const fillByList = statement(
  'stock-counts.fill-by-list',
  'insert into stock_count_lines (count_number, product_id) select $1, product from unnest($2::bigint[]) as l (product)',
);
export const fillWith = async (tx: Tx, number: number, products: readonly number[]): Promise<void> => {
  await fillByList(tx, [number, [...products]]);
};

const selectCategory = statement('stock-counts.category', 'select title from categories where id = $1');
export const findCategoryTitle = async (tx: Tx, id: number): Promise<string | undefined> =>
  (await selectCategory(tx, [id]))[0]?.title;

// A product that nobody scanned was counted as zero by the person who ended the first round.
const isFirstCounter = `(exists (select from stock_count_scans o
    where o.count_number = c.number and o.product_id = p.id and o.round = 1 and o.staff_id = $3)
  or c.first_ended_by is not distinct from $3 and not exists (select from stock_count_scans o
    where o.count_number = c.number and o.product_id = p.id and o.round = 1 having sum(o.quantity) > 0 or bool_or(o.quantity = 0)))`;

// A product that was found at a place without recorded stock belongs to a count of the place or of the product's category.
const selectScope = statement(
  'stock-counts.product',
  `select l.product_id is not null as is_listed, coalesce(l.counted <> l.booked, false) as differs,
     c.scope = 'place' or c.scope = 'category' and c.scope_value::integer = any (g.ancestor_ids) as may_join,
     ${isFirstCounter} as is_own
   from stock_counts c join products p on p.id = $2 join categories g on g.id = p.category_id
     left join stock_count_lines l on l.count_number = c.number and l.product_id = p.id
   where c.number = $1`,
  { isListed: neverNull(), differs: neverNull(), mayJoin: neverNull(), isOwn: neverNull() },
);

/** The facts that decide whether a count accepts a scan of a product. `isOwn`: true if this person made the product's first count. */
export const findScanned = async (tx: Tx, number: number, productId: number, staffId: string) =>
  (await selectScope(tx, [number, productId, staffId]))[0];

const insertLine = statement(
  'stock-counts.join-product',
  'insert into stock_count_lines (count_number, product_id) values ($1, $2) on conflict do nothing',
);
export const joinProduct = async (tx: Tx, number: number, productId: number): Promise<void> => {
  await insertLine(tx, [number, productId]);
};

const selectScan = statement(
  'stock-counts.known-scan',
  'select round, product_id from stock_count_scans where scan_id = $1',
);

/** The round and product of an earlier scan. Undefined for a new scan. */
export const findScan = async (tx: Tx, scanId: string) => (await selectScan(tx, [scanId]))[0];

const selectLineForUpdate = statement(
  'stock-counts.lock-line',
  'select product_id from stock_count_lines where count_number = $1 and product_id = $2 for update',
);
/** Locks a product of a count, so that units to subtract are checked against the scans of all earlier calls. */
export const lockLine = async (tx: Tx, number: number, productId: number): Promise<void> => {
  await selectLineForUpdate(tx, [number, productId]);
};

// A phone's clock may be wrong, so the time is limited to the period between the start of the count and now.
const insertScan = statement(
  'stock-counts.scan',
  `insert into stock_count_scans (scan_id, count_number, round, product_id, staff_id, quantity, scanned_at)
   select $1, c.number, $3, $4, $5, $6, least(greatest(coalesce($7, clock_timestamp()), c.created_at), clock_timestamp())
   from stock_counts c where c.number = $2 on conflict do nothing`,
);

export interface CountScan {
  scanId: string;
  number: number;
  round: number;
  productId: number;
  staffId: string;
  quantity: number;
  /** The time on the phone. Undefined means now. */
  scannedAt: Date | undefined;
}

/** Adds counted units. A scan that was sent before adds nothing. */
export const addScan = async (tx: Tx, scan: CountScan): Promise<void> => {
  const { scanId, number, round, productId, staffId, quantity, scannedAt = null } = scan;
  await insertScan(tx, [scanId, number, round, productId, staffId, quantity, scannedAt]);
};

const sumUnits = statement(
  'stock-counts.units',
  `select coalesce(sum(quantity), 0)::integer as counted, coalesce(sum(quantity) filter (where staff_id = $4), 0)::integer as mine
   from stock_count_scans where count_number = $1 and round = $2 and product_id = $3`,
  { counted: neverNull(), mine: neverNull() },
);

/** Sums the units of a product in a round: the units of all counters, and of this person. */
export async function unitsOfProduct(
  tx: Tx,
  { number, round, productId, staffId }: Pick<CountScan, 'number' | 'round' | 'productId' | 'staffId'>,
): Promise<{ counted: number; mine: number }> {
  return (await sumUnits(tx, [number, round, productId, staffId]))[0] ?? { counted: 0, mine: 0 };
}

// The time of a product's count is the last scan of units, or the last scan of zero if no units are left. A scan that subtracts
// units does not change the time.
const countedAt = `case when sum(s.quantity) = 0 and bool_or(s.quantity = 0) then max(s.scanned_at) filter (where s.quantity = 0)
  else max(s.scanned_at) filter (where s.quantity > 0) end`;

// A product without a scan is counted as zero at the end of the round.
const endFirst = statement(
  'stock-counts.end-first-round',
  `with sums as (
     select s.product_id, sum(s.quantity)::integer as units, ${countedAt} as at from stock_count_scans s
     where s.count_number = $1 and s.round = 1 group by s.product_id),
   moments as materialized (
     select l.product_id, c.store_code, coalesce(s.units, 0) as units, coalesce(s.at, clock_timestamp()) as at
     from stock_count_lines l join stock_counts c on c.number = l.count_number left join sums s on s.product_id = l.product_id
     where l.count_number = $1),
   judged as materialized (
     select m.*, stock_lying_at(m.product_id, m.store_code, m.at) as booked from moments m),
   written as (
     update stock_count_lines l set counted = j.units, counted_at = j.at, booked = j.booked
     from judged j where l.count_number = $1 and l.product_id = j.product_id)
   update stock_counts set version = version + 1, first_ended_by = $2,
     state = case when exists (select from judged where units <> booked) then 'recounting' else 'reviewed' end
   where number = $1`,
);
/** Ends the first round. Writes its sums, and the recorded stock at the time of each product's count. */
export const endFirstRound = async (tx: Tx, number: number, staffId: string): Promise<void> => {
  await endFirst(tx, [number, staffId]);
};

const endSecond = statement(
  'stock-counts.end-second-round',
  `with sums as materialized (
     select s.product_id, c.store_code, sum(s.quantity)::integer as units, ${countedAt} as at
     from stock_count_scans s join stock_counts c on c.number = s.count_number
     where s.count_number = $1 and s.round = 2 group by s.product_id, c.store_code),
   written as (
     update stock_count_lines l set recounted = s.units, recounted_at = s.at,
       rebooked = stock_lying_at(s.product_id, s.store_code, s.at)
     from sums s where l.count_number = $1 and l.product_id = s.product_id)
   update stock_counts set version = version + 1, state = 'reviewed' where number = $1`,
);
/** Ends the second round. */
export const endSecondRound = async (tx: Tx, number: number): Promise<void> => {
  await endSecond(tx, [number]);
};

const selectUncounted = statement(
  'stock-counts.not-recounted',
  `select count(*)::integer as units from stock_count_lines l where l.count_number = $1 and l.counted <> l.booked
     and not exists (select from stock_count_scans s where s.count_number = l.count_number and s.product_id = l.product_id and s.round = 2)`,
  { units: neverNull() },
);
/** Returns the number of differing products that nobody has counted again. */
export const countNotRecounted = async (tx: Tx, number: number): Promise<number> =>
  (await selectUncounted(tx, [number]))[0]?.units ?? 0;

const book = statement(
  'stock-counts.book',
  `with due as (
     select l.product_id, c.store_code, l.recounted, l.recounted_at from stock_count_lines l
       join stock_counts c on c.number = l.count_number
     where l.count_number = $1 and l.counted <> l.booked and l.recounted is not null order by l.product_id),
   given as (
     select array_agg(product_id) as products, array_agg(store_code) as places, array_agg(recounted) as units,
       array_agg(recounted_at) as moments from due)
   select p.sku, g.products[b.nth] as product_id, b.outcome
   from given g cross join lateral count_places_by(g.products, g.places, g.units, g.moments, $2, $3) b join products p on p.id = g.products[b.nth]
   where g.products is not null`,
  { productId: neverNull(), outcome: neverNull<'counted' | 'equal' | 'superseded' | 'oversold'>() },
);

/**
 * Records the second counts as movements: units counted minus the units that were recorded at the time of the count (record
 * 0094). Changes since then (sold, sent or received units) stay. `oversold`: fewer units were counted than orders have claimed,
 * and nothing was recorded.
 */
export const bookCount = (tx: Tx, number: number, staffId: string) => book(tx, [number, countText(number), staffId]);

const writeOutcomes = statement(
  'stock-counts.outcomes',
  `update stock_count_lines l set outcome = b.outcome from unnest($2::bigint[], $3::text[]) as b (product, outcome)
   where l.count_number = $1 and l.product_id = b.product`,
);
export const saveOutcomes = async (
  tx: Tx,
  number: number,
  outcomes: readonly { productId: number; outcome: string }[],
): Promise<void> => {
  await writeOutcomes(tx, [number, outcomes.map((each) => each.productId), outcomes.map((each) => each.outcome)]);
};

const step = statement(
  'stock-counts.step',
  'update stock_counts set state = $2, ended_at = $3, ended_by = $4, version = version + 1 where number = $1',
);
export const stepCount = async (
  tx: Tx,
  number: number,
  state: StockCount['state'],
  end?: { at: Date; staffId: string },
): Promise<void> => {
  await step(tx, [number, state, end?.at ?? null, end?.staffId ?? null]);
};

// The first round includes all products of the count. The second round includes the products with a difference.
const selectLines = statement(
  'stock-counts.lines',
  `select p.sku, p.title, v.shelf, s.units as counted, coalesce(s.mine, 0) as mine, l.counted as first, l.recounted as second,
     coalesce(l.rebooked, l.booked) as booked, l.outcome, not ${isFirstCounter} as may_count
   from stock_count_lines l join stock_counts c on c.number = l.count_number join products p on p.id = l.product_id
     left join stock_levels v on v.product_id = l.product_id and v.store_code = c.store_code
     left join lateral (
       select sum(quantity)::integer as units, (sum(quantity) filter (where staff_id = $3))::integer as mine, max(scanned_at) as at
       from stock_count_scans where count_number = $1 and product_id = l.product_id and round = $2) s on true
   where l.count_number = $1 and (c.state = 'counting' or c.ended_at is not null and l.counted is null or l.counted <> l.booked)
   order by s.at desc nulls last, v.shelf nulls last, p.sku limit ${maxCountLines}`,
  { mine: neverNull(), mayCount: neverNull() },
);
export const listCountLines = (tx: Tx, number: number, round: number, staffId: string) =>
  selectLines(tx, [number, round, staffId]);
