import type { Actor } from '@ceiba/domain/actors/actor';
import { type Centavos, centavos } from '@ceiba/domain/money/money';
import { extraCostsOf } from '@ceiba/domain/purchases/landed-cost';
import type { Tx } from '../platform/db/database.ts';
import { column, neverNull, type RowOf, statement } from '../platform/db/statement.ts';

/** A line with its product, as JSON of the database. Amounts are centavos. */
export interface PurchaseLine {
  productId: number;
  sku: string;
  title: string;
  /** Key of the product's first picture. */
  picture: string | null;
  codes: string[];
  supplierCode: string | null;
  quantity: number;
  received: number;
  rejected: number;
  unitCost: Centavos | null;
  extraCost: Centavos;
}

interface Receipt {
  n: number;
  at: string;
  by: string;
  note: string;
  lines: {
    sku: string;
    title: string;
    quantity: number;
    rejected: number;
    reason: string | null;
    picture: string | null;
    landedValue: Centavos | null;
  }[];
}

const nameOf = (actor: string): string =>
  `coalesce((select who.name from staff_members who where who.id::text = ${actor} ->> 'id'), ${actor} ->> 'id', '')`;

/** SQL for all codes that identify product `g` in a scan. */
const codesOf = (supplier: string): string =>
  `array(select g.sku union select c.code from product_codes c where c.product_id = g.id
     union select c.code from supplier_codes c where c.sku = g.sku and c.supplier_id = ${supplier} order by 1)`;

const pictureOf = '(select media_key from product_images i where i.product_id = g.id order by i.position limit 1)';

const select = statement(
  'purchases.one',
  `select p.id, p.state, p.is_direct, p.supplier_id, s.name as supplier, s.email as supplier_email, s.nit as supplier_nit,
     s.contact as supplier_contact, s.terms as supplier_terms, p.store_code, o.name as store_name,
     concat_ws(', ', o.street, nullif(o.zone, ''), o.city) as store_address, p.expected_on, p.extra_cost, p.note, p.created_at, p.ordered_at,
     p.ended_at, p.close_reason, p.version,
     (select coalesce(json_agg(json_build_object('productId', l.product_id, 'sku', g.sku, 'title', g.title, 'picture', ${pictureOf},
        'codes', ${codesOf('p.supplier_id')}, 'supplierCode', (select c.code from supplier_codes c where c.supplier_id = p.supplier_id and c.sku = g.sku),
        'quantity', l.quantity, 'received', l.received, 'rejected', l.rejected, 'unitCost', l.unit_cost, 'extraCost', l.extra_cost)
        order by l.position), '[]')
      from purchase_lines l join products g on g.id = l.product_id where l.purchase_id = p.id) as lines,
     (select coalesce(json_agg(json_build_object('n', r.n, 'at', r.received_at, 'by', ${nameOf('r.received_by')}, 'note', r.note, 'lines', (
        select json_agg(json_build_object('sku', g.sku, 'title', g.title, 'quantity', d.quantity, 'rejected', d.rejected, 'reason', d.reason,
          'picture', d.picture, 'landedValue', d.landed_value) order by l.position)
        from purchase_receipt_lines d join products g on g.id = d.product_id
          join purchase_lines l on l.purchase_id = d.purchase_id and l.product_id = d.product_id
        where d.purchase_id = r.purchase_id and d.n = r.n)) order by r.n desc), '[]')
      from purchase_receipts r where r.purchase_id = p.id) as receipts
   from purchases p join suppliers s on s.id = p.supplier_id join stores o on o.store_code = p.store_code where p.id = $1`,
  { lines: column<PurchaseLine[]>(), receipts: column<Receipt[]>(), storeAddress: neverNull() },
);

type Row = RowOf<typeof select>;
export type FoundPurchase = Omit<Row, 'lines' | 'receipts'> & { lines: PurchaseLine[]; receipts: Receipt[] };

export async function findPurchase(tx: Tx, id: number): Promise<FoundPurchase | undefined> {
  const [row] = await select(tx, [id]);
  return row && { ...row, lines: row.lines ?? [], receipts: row.receipts ?? [] };
}

const lockRow = statement('purchases.lock', 'select from purchases where id = $1 for update');

/** Locks a purchase until the transaction ends, so that nobody else edits or receives it. Purchases are locked before goods. */
export async function lockPurchase(tx: Tx, id: number): Promise<FoundPurchase | undefined> {
  await lockRow(tx, [id]);
  return findPurchase(tx, id);
}

const selectSupplier = statement(
  'purchases.supplier',
  'select id, name from suppliers where id = $1 and is_active for share',
);

/** Returns an active supplier, which cannot be retired before the transaction ends. */
export const findSupplier = async (tx: Tx, id: number): Promise<{ id: number; name: string } | undefined> =>
  (await selectSupplier(tx, [id]))[0];

const selectGoods = statement(
  'purchases.goods',
  `select id, sku from products where sku = any ($1) and kind = 'goods'`,
);

/** Returns products with stock by their SKUs. Other SKUs are missing in the result. */
export const findGoodsBySku = async (tx: Tx, skus: readonly string[]): Promise<Map<string, number>> =>
  new Map((await selectGoods(tx, [skus])).map(({ id, sku }) => [sku, id]));

const insert = statement(
  'purchases.insert',
  `insert into purchases (supplier_id, store_code, state, is_direct, expected_on, extra_cost, note, created_at, created_by, ordered_at)
   values ($1, $2, case when $3::boolean then 'ordered' else 'draft' end, $3::boolean, $4, $5, $6, $7::timestamptz, $8::jsonb,
     case when $3::boolean then $7::timestamptz end)
   returning id`,
);

interface NewPurchase {
  supplierId: number;
  storeCode: string;
  /** True if the goods came without an order. */
  isDirect: boolean;
  expectedOn: string | null;
  extraCost: Centavos;
  note: string;
}

export async function insertPurchase(
  tx: Tx,
  { supplierId, storeCode, isDirect, expectedOn, extraCost, note }: NewPurchase,
  { actor, now }: { actor: Actor; now: Date },
): Promise<number> {
  const [row] = await insert(tx, [supplierId, storeCode, isDirect, expectedOn, extraCost, note, now, actor]);
  if (row === undefined) throw new Error('a purchase was not made');
  return row.id;
}

export interface NewLine {
  productId: number;
  quantity: number;
  unitCost: Centavos | null;
}

const deleteLines = statement('purchases.delete-lines', 'delete from purchase_lines where purchase_id = $1');
const insertLines = statement(
  'purchases.insert-lines',
  `insert into purchase_lines (purchase_id, position, product_id, quantity, unit_cost, extra_cost)
   select $1::integer, n, product, quantity, cost, extra
   from unnest($2::bigint[], $3::integer[], $4::bigint[], $5::bigint[]) with ordinality as l (product, quantity, cost, extra, n)`,
);

/** Writes all lines of a purchase without deliveries. Each line gets its share of the freight and duty. */
export async function writeLines(tx: Tx, id: number, lines: readonly NewLine[], extraCost: Centavos): Promise<void> {
  await deleteLines(tx, [id]);
  await insertLines(tx, [
    id,
    lines.map(({ productId }) => productId),
    lines.map(({ quantity }) => quantity),
    lines.map(({ unitCost }) => unitCost),
    extraCostsOf(extraCost, lines),
  ]);
}

const update = statement(
  'purchases.update',
  `update purchases set supplier_id = $2, store_code = $3, expected_on = $4, extra_cost = $5, note = $6, version = version + 1 where id = $1`,
);
export const updatePurchase = async (
  tx: Tx,
  id: number,
  { supplierId, storeCode, expectedOn, extraCost, note }: Omit<NewPurchase, 'isDirect'>,
): Promise<void> => {
  await update(tx, [id, supplierId, storeCode, expectedOn, extraCost, note]);
};

const setOrdered = statement(
  'purchases.order',
  `update purchases set state = 'ordered', ordered_at = $2, version = version + 1 where id = $1`,
);
export const markOrdered = async (tx: Tx, id: number, now: Date): Promise<void> => {
  await setOrdered(tx, [id, now]);
};

const setClosed = statement(
  'purchases.close',
  `update purchases set state = 'closed', ended_at = $2, close_reason = $3, version = version + 1 where id = $1`,
);
export const markClosed = async (tx: Tx, id: number, reason: string, now: Date): Promise<void> => {
  await setClosed(tx, [id, now, reason]);
};

export interface ReceiptRow {
  productId: number;
  quantity: number;
  rejected: number;
  reason: string | null;
  /** Null if the cost is unknown. */
  landedValue: Centavos | null;
  /** The product's new average cost. Null if the average does not change. */
  average: Centavos | null;
}

const insertReceipt = statement(
  'purchases.insert-receipt',
  `with receipt as (
     insert into purchase_receipts (purchase_id, n, received_at, received_by, note) values ($1::integer, $2::integer, $3::timestamptz, $4::jsonb, $5)),
   taken as materialized (
     select * from jsonb_to_recordset($6::jsonb) as r ("productId" bigint, quantity integer, rejected integer, reason text,
       "landedValue" bigint, average bigint)),
   lines as (
     insert into purchase_receipt_lines (purchase_id, n, product_id, quantity, rejected, reason, landed_value)
     select $1::integer, $2::integer, "productId", quantity, rejected, reason, "landedValue" from taken),
   counted as (
     update purchase_lines l set received = l.received + t.quantity, rejected = l.rejected + t.rejected
     from taken t where l.purchase_id = $1 and l.product_id = t."productId"),
   costed as (
     insert into product_costs (product_id, average, changed_at) select "productId", average, $3::timestamptz from taken where average is not null
     on conflict (product_id) do update set average = excluded.average, changed_at = excluded.changed_at)
   update purchases set state = $7::text, ended_at = case when $7::text = 'received' then $3::timestamptz end, version = version + 1 where id = $1`,
);

/** Writes a receipt with its lines, the arrived units of the purchase, the costs of its products and the new state. */
export const writeReceipt = async (
  tx: Tx,
  receipt: { id: number; n: number; note: string; rows: readonly ReceiptRow[]; state: 'partlyReceived' | 'received' },
  { actor, now }: { actor: Actor; now: Date },
): Promise<void> => {
  const { id, n, note, rows, state } = receipt;
  await insertReceipt(tx, [id, n, now, actor, note, JSON.stringify(rows), state]);
};

const lockGoods = statement('purchases.lock-goods', 'select from lock_goods($1, $2)');
const selectCosts = statement(
  'purchases.costs',
  `select p.id, p.sku, units_held(p.id) as units, c.average
   from products p left join product_costs c on c.product_id = p.id where p.id = any ($1) order by p.id`,
  { units: neverNull() },
);

interface HeldGoods {
  sku: string;
  units: number;
  average: Centavos | null;
}

/** Locks products at a place, so that no other receipt changes their costs. Returns their units at all places, and their costs. */
export async function lockCosts(
  tx: Tx,
  productIds: readonly number[],
  storeCode: string,
): Promise<Map<number, HeldGoods>> {
  await lockGoods(tx, [productIds, productIds.map(() => storeCode)]);
  const rows = await selectCosts(tx, [productIds]);
  return new Map(rows.map(({ id, sku, units, average }) => [id, { sku, units, average }]));
}

const savePicture = statement(
  'purchases.save-picture',
  `update purchase_receipt_lines d set picture = $4
   from products g where g.sku = $3 and d.purchase_id = $1 and d.n = $2 and d.product_id = g.id and d.rejected > 0
   returning d.n`,
);

/** Stores a file as the photo of rejected units. Returns false if the receipt rejected no units of this product. */
export const savePictureKey = async (
  tx: Tx,
  { id, n, sku }: { id: number; n: number; sku: string },
  path: string,
): Promise<boolean> => (await savePicture(tx, [id, n, sku, path])).length === 1;

const selectGoodsFound = statement(
  'purchases.find-goods',
  `with exact as (
     select g.id from products g where g.kind = 'goods' and (g.id = product_of_code($1)
       or g.sku in (select c.sku from supplier_codes c where c.code = $1 and ($2::integer is null or c.supplier_id = $2)))),
   found as (
     select id, true as is_exact from exact
     union all (
       select g.id, false from product_rows r join products g on g.id = r.product_id
       where not exists (select from exact) and g.kind = 'goods' and g.archived_at is null and r.terms @@ $3::tsquery
       order by g.title, g.id limit 10))
   select g.sku, g.title, ${pictureOf} as picture, ${codesOf('$2')} as codes, f.is_exact,
     (select c.code from supplier_codes c where c.supplier_id = $2 and c.sku = g.sku) as supplier_code, last_cost(g.id) as last_cost
   from found f join products g on g.id = f.id order by g.title, g.id limit 10`,
  { codes: neverNull(), isExact: neverNull(), lastCost: column<Centavos>() },
);

/** Finds products by typed or scanned text: by one of their codes, otherwise by words of their names. */
export const findGoods = (tx: Tx, words: string, supplierId: number | null, query: string | undefined) =>
  selectGoodsFound(tx, [words, supplierId, query ?? '']);

const selectLastCosts = statement(
  'purchases.last-costs',
  'select p.id, last_cost(p.id) as cost from unnest($1::bigint[]) as p (id)',
  { id: neverNull(), cost: column<Centavos>() },
);

/** Returns the unit cost of each product's last purchase. */
export const findLastCosts = async (tx: Tx, productIds: readonly number[]): Promise<Map<number, Centavos | null>> =>
  new Map(
    (await selectLastCosts(tx, [productIds])).map(({ id, cost }) => [
      Number(id),
      cost === null ? null : centavos(cost),
    ]),
  );

const selectProduct = statement(
  'purchases.product',
  'select p.id, c.average from products p left join product_costs c on c.product_id = p.id where p.sku = $1',
);
export const findCostedProduct = async (tx: Tx, sku: string) => (await selectProduct(tx, [sku]))[0];

const selectComing = statement(
  'purchases.coming',
  `select p.id, o.name as store_name, p.expected_on, l.quantity - l.received as units
   from purchase_lines l join purchases p on p.id = l.purchase_id join stores o on o.store_code = p.store_code
   where l.product_id = $1 and p.state in ('ordered', 'partlyReceived') and l.received < l.quantity
     and ($2::text[] is null or p.store_code = any ($2))
   order by p.expected_on nulls last, p.id`,
);

/** Lists purchases that bring a product to these stores, the next purchase first. If the stores are null, all purchases. */
export const listComing = (tx: Tx, productId: number, stores: readonly string[] | null) =>
  selectComing(tx, [productId, stores]);
