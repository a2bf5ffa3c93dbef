import type { Tx } from '@ceiba/server/platform/database';

/** A product that is copied: `{head}{number}{tail}` is its sku, and `-{serial}` ends its model's name. */
export interface CopiedProduct {
  sku: string;
  head: string;
  number: number;
  tail: string;
  serial: number;
}

/** What a copy is written to. */
export const copiedTables: readonly string[] = ['products', 'product_images', 'stock_levels', 'stock_movements'];

/**
 * Puts what is copied into a table of this transaction, numbered from 0, with a mark where title and description name
 * its model; answers how many there are.
 */
export async function prepareCopies(tx: Tx, products: readonly CopiedProduct[]): Promise<number> {
  await tx.run({
    text: `create temporary table copied on commit drop as
      select (row_number() over (order by p.id) - 1)::integer as place, p.id as product_id, w.head, w.number, w.tail, w.serial,
        regexp_replace(p.title, '-' || w.serial || '\\M', E'-\\x01', 'g') as title,
        regexp_replace(p.description, '-' || w.serial || '\\M', E'-\\x01', 'g') as description
      from json_to_recordset($1) as w (sku text, head text, number integer, tail text, serial integer)
        join products p on p.sku = w.sku`,
    values: [JSON.stringify(products)],
  });
  await tx.run({ text: 'analyze copied', values: [] });
  const [row] = await tx.run<{ copied: number }>({ text: 'select count(*) as copied from copied', values: [] });
  return row?.copied ?? 0;
}

/** Takes `count` ids of products; answers the first. */
export async function takeProductIds(tx: Tx, count: number): Promise<number> {
  const [row] = await tx.run<{ first: number }>({
    text: `select setval(pg_get_serial_sequence('products', 'id'), first + $1 - 1) - $1 + 1 as first
      from (select nextval(pg_get_serial_sequence('products', 'id')) as first) n`,
    values: [count],
  });
  if (row === undefined) throw new Error('a sequence answers a number');
  return row.first;
}

/** Rounds of copies, each of everything that is copied. */
interface CopyRounds {
  /** From 1, both included. */
  from: number;
  to: number;
  /** Between the number of a model and that of its next copy. */
  stride: number;
  /** Products copied at once, as `prepareCopies` answered, and copies wanted in all rounds. */
  size: number;
  wanted: number;
  firstId: number;
  now: Date;
}

/** Copies `c`, each with its id and how far its number is from the original's; the same numbers for each of the statements. */
const copies = `copies as (
  select c.*, $5::bigint + (r - 1) * $4::integer + place as id, r * $3::integer as further
  from generate_series($1::integer, $2::integer) r cross join copied c
  where (r - 1) * $4::integer + place < $6::integer)`;

/** Between 0 and 1, another one for each copy and salt; the same in every run. */
const chance = (salt: number): string => `((hashint8extended(c.id, ${salt}) & 1048575) / 1048576.0)`;

/** Prices differ by up to a tenth and stay whole quetzales, more sell little than much, and none is newer than an hour. */
const insertProducts = `with ${copies}
  insert into products (id, sku, slug, parent_sku, title, description, kind, brand_id, seller_id, offer_id, category_id,
    regular_price, sales_price, is_dropshipping, is_restricted, is_motorcycle, internal_tags, attributes, sold_count,
    created_at, updated_at)
  overriding system value
  select c.id, n.sku,
    left(left(p.slug, -length(p.sku)), 79 - length(n.sku)) || lower(n.sku),
    case when p.parent_sku is not null then c.head || (c.number + c.further) end,
    replace(c.title, E'\\x01', (c.serial + c.further)::text), replace(c.description, E'\\x01', (c.serial + c.further)::text),
    p.kind, p.brand_id, p.seller_id, replace(p.offer_id, p.sku, n.sku), p.category_id,
    greatest(ceil(p.regular_price * f.factor / 100) * 100, 100), greatest(ceil(p.sales_price * f.factor / 100) * 100, 100),
    p.is_dropshipping, p.is_restricted, p.is_motorcycle, p.internal_tags, p.attributes,
    floor(640 * ${chance(1)} ^ 3), m.made_at, m.made_at
  from copies c
    join products p on p.id = c.product_id
    cross join lateral (select c.head || (c.number + c.further) || c.tail as sku) n
    cross join lateral (select 0.9 + 0.2 * ${chance(2)} as factor) f
    cross join lateral (select $7::timestamptz - interval '1 hour' * (1 + 9600 * ${chance(3)}) as made_at) m
  order by c.id`;

const insertImages = `with ${copies}
  insert into product_images (product_id, position, media_key, label)
  select c.id, i.position, i.media_key, replace(c.title, E'\\x01', (c.serial + c.further)::text)
      || case when i.position = 0 then '' else ', vista ' || i.position + 1 end
  from copies c join product_images i on i.product_id = c.product_id
  where $7::timestamptz is not null
  order by c.id, i.position`;

const insertLevels = `with ${copies},
  levels as (
    insert into stock_levels (product_id, store_code, quantity)
    select c.id, l.store_code, l.quantity from copies c join stock_levels l on l.product_id = c.product_id
    order by c.id, l.store_code
    returning *)
  insert into stock_movements (product_id, store_code, delta, reason, created_at)
  select product_id, store_code, quantity, 'initial', $7::timestamptz from levels where quantity > 0`;

/** Products with their pictures and stock; each copy has a sku, address, name, price and age of its own. */
export async function insertCopies(
  tx: Tx,
  { from, to, stride, size, wanted, firstId, now }: CopyRounds,
): Promise<void> {
  const values = [from, to, stride, size, firstId, wanted, now];
  for (const text of [insertProducts, insertImages, insertLevels]) await tx.run({ text, values });
}
