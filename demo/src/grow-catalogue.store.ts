import type { Tx } from '@ceiba/server/platform/db/database';

/** The growth of a shop so far. */
interface Growth {
  /** Number of times that the demo shop's products were copied. */
  rounds: number;
  /** True if the search was rebuilt after the last copy. */
  isSearchable: boolean;
}

export async function readGrowth(tx: Tx): Promise<Growth> {
  const [row] = await tx.run<Growth>({
    text: `select (value ->> 'rounds')::integer as rounds, coalesce((value ->> 'isSearchable')::boolean, true) as "isSearchable"
      from settings where name = 'demo.grown'`,
    values: [],
  });
  return row ?? { rounds: 0, isSearchable: true };
}

export const saveGrowth = (tx: Tx, growth: Growth): Promise<unknown> =>
  tx.run({
    text: `insert into settings (name, value) values ('demo.grown', $1::jsonb)
      on conflict (name) do update set value = excluded.value, updated_at = now()`,
    values: [JSON.stringify(growth)],
  });

/** Tables that a copy is written to. */
export const copiedTables: readonly string[] = ['products', 'product_images', 'stock_levels', 'stock_movements'];

/**
 * Inserts the products to copy into a temporary table, numbered from 0: the listed products of these skus that have a price,
 * except gift cards. `{head}{number}{tail}` is the sku; a mark shows where a copy's number ends its model's name. Returns their
 * number.
 */
export async function prepareCopies(tx: Tx, skus: readonly string[]): Promise<number> {
  await tx.run({
    text: `create temporary table copied on commit drop as
      select (row_number() over (order by id) - 1)::integer as place, id as product_id,
        rtrim(coalesce(parent_sku, sku), '0123456789') as head,
        substring(coalesce(parent_sku, sku) from '[0-9]+$')::integer as number,
        substr(sku, length(coalesce(parent_sku, sku)) + 1) as tail,
        case when parent_sku is null then title || E' \\x01' else regexp_replace(title, ', [^,]+$', E' \\x01\\\\&') end as title
      from products
      where sku = any ($1) and is_listed and sales_price is not null and kind <> 'gift_card'`,
    values: [skus],
  });
  await tx.run({ text: 'analyze copied', values: [] });
  const [row] = await tx.run<{ copied: number }>({ text: 'select count(*) as copied from copied', values: [] });
  return row?.copied ?? 0;
}

/** Reserves `count` product ids. Returns the first. */
export async function takeProductIds(tx: Tx, count: number): Promise<number> {
  const [row] = await tx.run<{ first: number }>({
    text: `select setval(pg_get_serial_sequence('products', 'id'), first + $1 - 1) - $1 + 1 as first
      from (select nextval(pg_get_serial_sequence('products', 'id')) as first) n`,
    values: [count],
  });
  if (row === undefined) throw new Error('the sequence returned no number');
  return row.first;
}

/** Rounds of copies. Each round copies every product. */
interface CopyRounds {
  /** Numbers of rounds since the first start of the shop, both included. */
  from: number;
  to: number;
  /** The number of this run's first round. */
  first: number;
  /** The id of the first product in this round. */
  firstId: number;
  /** Number of products per round, as returned by `prepareCopies`. */
  size: number;
  /** Number of copies in all rounds of this run. */
  wanted: number;
  now: Date;
}

/**
 * The copies `c`, each with its id and number, which are the same in each of the statements. No sku of the demo shop has a number
 * above 999.
 */
const copies = `copies as (
  select * from (
    select c.*, (r - $3::integer)::bigint * $4::integer + place as nth, r * 1000 + number as copy_number
    from generate_series($1::integer, $2::integer) r cross join copied c) c
  cross join lateral (select $5::bigint + nth as id, replace(title, E'\\x01', copy_number::text) as copy_title) n
  where nth < $6::integer)`;

/** Returns a number between 0 and 1 for each copy and salt, the same in every run. */
const chance = (salt: number): string => `((hashint8extended(c.id, ${salt}) & 1048575) / 1048576.0)`;

/** Prices differ by up to a tenth and are whole quetzales. Most copies sell little. None is newer than an hour. */
const insertProducts = `with ${copies}
  insert into products (id, sku, slug, parent_sku, title, description, kind, brand_id, seller_id, offer_id, category_id,
    regular_price, sales_price, is_dropshipping, is_restricted, is_motorcycle, internal_tags, attributes, sold_count,
    created_at, updated_at)
  overriding system value
  select c.id, n.sku,
    rtrim(left(p.slug, 79 - length(n.sku)), '-') || '-' || lower(n.sku),
    case when p.parent_sku is not null then c.head || c.copy_number end, c.copy_title, p.description, p.kind, p.brand_id, p.seller_id, replace(p.offer_id, p.sku, n.sku), p.category_id,
    greatest(ceil(p.regular_price * f.factor / 100) * 100, 100), greatest(ceil(p.sales_price * f.factor / 100) * 100, 100),
    p.is_dropshipping, p.is_restricted, p.is_motorcycle, p.internal_tags, p.attributes,
    floor(640 * ${chance(1)} ^ 3), m.made_at, m.made_at
  from copies c
    join products p on p.id = c.product_id
    cross join lateral (select c.head || c.copy_number || c.tail as sku) n
    cross join lateral (select 0.9 + 0.2 * ${chance(2)} as factor) f
    cross join lateral (select $7::timestamptz - interval '1 hour' * (1 + 9600 * ${chance(3)}) as made_at) m
  order by c.id`;

/** Enough pictures for a gallery, but few enough for a small database. */
const insertImages = `with ${copies}
  insert into product_images (product_id, position, media_key, label)
  select c.id, i.position, i.media_key,
    c.copy_title || case when i.position = 0 then '' else ', vista ' || i.position + 1 end
  from copies c join product_images i on i.product_id = c.product_id and i.position < 3
  where $7::timestamptz is not null
  order by c.id, i.position`;

/** Stock in the warehouse and in three stores at most. */
const insertLevels = `with ${copies},
  levels as (
    insert into stock_levels (product_id, store_code, quantity)
    select c.id, l.store_code, l.quantity
    from copies c join stock_levels l on l.product_id = c.product_id and l.store_code in ('BODEGA', 'MAX', 'T02', 'T03')
    order by c.id, l.store_code
    returning *)
  insert into stock_movements (product_id, store_code, delta, reason, created_at)
  select product_id, store_code, quantity, 'initial', $7::timestamptz from levels where quantity > 0`;

/** Inserts products with their pictures and stock. Each copy has a different sku, address, name, price and age. */
export async function insertCopies(tx: Tx, { from, to, first, firstId, size, wanted, now }: CopyRounds): Promise<void> {
  const values = [from, to, first, size, firstId, wanted, now];
  for (const text of [insertProducts, insertImages, insertLevels]) await tx.run({ text, values });
}
