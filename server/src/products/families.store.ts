import type { Tx } from '../platform/db/database.ts';
import { column, neverNull, type RowOf, statement } from '../platform/db/statement.ts';
import type { ProductRow } from './products.store.ts';

const selectFamily = statement(
  'families.variants',
  `select p.sku, p.title, (select media_key from product_images i where i.product_id = p.id order by position limit 1) as picture,
     variant_label(p.attributes, p.title) as label, p.regular_price as "regularPrice", p.sales_price as "salesPrice",
     p.discount_ends_at as "discountEndsAt", array(select code from product_codes where product_id = p.id order by code) as codes,
     (select salable from stock_totals where product_id = p.id) as stock,
     case when p.is_published then 'published' when p.archived_at is not null then 'archived' else 'draft' end as state, p.version,
     (count(*) over ())::int as total
   from products p where p.parent_sku = $1 order by p.id limit $2`,
  {
    picture: column<string>(),
    label: neverNull(),
    codes: neverNull(),
    state: column<ProductRow['state']>(),
    total: neverNull(),
  },
);

/** A variant as the grid shows it. Amounts in centavos. `total`: number of variants of the family, with those not listed. */
export type VariantRow = RowOf<typeof selectFamily>;

/** Lists the variants of a family, the oldest first. One statement. */
export const listVariants = (tx: Tx, parentSku: string, most: number): Promise<VariantRow[]> =>
  selectFamily(tx, [parentSku, most]);

/** The product that a scan of a code finds. `sku` is null if there is none. `isMisread`: an EAN or UPC with a wrong check digit. */
export interface CodeOwner {
  code: string;
  sku: string | null;
  title: string;
  isMisread: boolean;
}

/** A variant with its stored label. */
export interface VariantLabel {
  sku: string;
  label: string;
}

const judge = statement(
  'families.judge',
  `select (select coalesce(json_agg(json_build_object('code', c.code, 'sku', p.sku, 'title', p.title, 'isMisread', is_misread_ean(c.code))), '[]')
     from unnest($1::text[]) c (code) left join products p on p.id = product_of_code(c.code)) as codes,
   (select coalesce(json_object_agg(w.key, (
       select coalesce(json_agg(json_build_object('code', f.code, 'text', f.words, 'isMissing', f.is_missing, 'isDue', f.is_due)), '[]')
       from judged_attributes(w.attributes, p.category_id) f)), '{}')
     from jsonb_to_recordset($2::jsonb) w (key text, sku text, attributes jsonb) join products p on p.sku = w.sku) as "attributeFaults",
   (select coalesce(json_agg(json_build_object('sku', f.sku, 'label', variant_label(f.attributes, f.title))), '[]')
     from products f where f.parent_sku = $3::text) as labels`,
  {
    codes: column<CodeOwner[]>(),
    attributeFaults: column<Readonly<Record<string, ProductRow['attributeFaults']>>>(),
    labels: column<VariantLabel[]>(),
  },
);

/**
 * Reads the data for the rules of a change: the product that a scan of each added code finds (`sku` null if none), the faults of
 * unsaved attributes by their key, and the labels of the family. `sku`: a product of the category whose declarations apply. Runs
 * one statement.
 */
export async function readJudgements(
  tx: Tx,
  asked: {
    codes: readonly string[];
    attributes: readonly (Pick<ProductRow, 'sku' | 'attributes'> & { key: string })[];
    parentSku: string;
  },
) {
  const [found] = await judge(tx, [asked.codes, JSON.stringify(asked.attributes), asked.parentSku]);
  return { codes: found?.codes ?? [], attributeFaults: found?.attributeFaults ?? {}, labels: found?.labels ?? [] };
}

const update = statement(
  'families.change',
  `update products p set title = w.title, attributes = w.attributes, regular_price = w."regularPrice", sales_price = w."salesPrice",
     discount_ends_at = w."discountEndsAt", is_published = w."isPublished", updated_at = $2,
     archived_at = case when w."isPublished" then null else p.archived_at end
   from jsonb_to_recordset($1::jsonb) w (sku text, title text, attributes jsonb, "regularPrice" bigint, "salesPrice" bigint,
     "discountEndsAt" timestamptz, "isPublished" boolean)
   where p.sku = w.sku`,
);

/** Writes the columns of the grid to locked products. Runs one statement, none without rows. */
export const updateVariants = async (tx: Tx, rows: readonly ProductRow[], now: Date): Promise<void> => {
  if (rows.length === 0) return;
  const written = rows.map(({ sku, title, attributes, regularPrice, salesPrice, discountEndsAt, state }) => ({
    ...{ sku, title, attributes, regularPrice, salesPrice, discountEndsAt },
    isPublished: state === 'published',
  }));
  await update(tx, [JSON.stringify(written), now]);
};

interface OwnedCode {
  code: string;
  sku: string;
}

// The count forces the removal to run first, so that a code may move from one variant to another.
const writeCodes = statement(
  'families.write-codes',
  `with gone as (
     delete from product_codes c using jsonb_to_recordset($1::jsonb) w (code text, sku text) join products p on p.sku = w.sku
     where c.code = w.code and c.product_id = p.id returning c.code, p.sku, c.kind),
   added as (
     insert into product_codes (code, sku, kind) select w.code, w.sku, 'ean' from jsonb_to_recordset($2::jsonb) w (code text, sku text)
     where (select count(*) from gone) >= 0 order by w.code returning 1)
   select code, sku, kind from gone order by code`,
);

/** Removes and adds bar codes of variants. Returns the removed codes, without codes that were already gone. Runs one statement. */
export const changeCodes = (tx: Tx, removed: readonly OwnedCode[], added: readonly OwnedCode[]) =>
  writeCodes(tx, [JSON.stringify(removed), JSON.stringify(added)]);

const selectLast = statement(
  'families.last-changes',
  `select k.sku, l.at, l.by from unnest($1::text[]) k (sku) cross join lateral (
     select at, coalesce(nullif(actor_name, ''), actor_id, '') as by from audit_entries
     where entity = 'products' and entity_id = k.sku order by id desc limit 1) l`,
  { sku: neverNull(), by: neverNull() },
);

/** Returns the last change of each of these products by the audit: author and time. Runs one statement. */
export const findLastChanges = (tx: Tx, skus: readonly string[]) => selectLast(tx, [skus]);

const setParent = statement('families.begin', 'update products set parent_sku = $2, updated_at = $3 where sku = $1');

/** Makes a product the first variant of a family. */
export const beginFamily = async (tx: Tx, sku: string, parentSku: string, now: Date): Promise<void> => {
  await setParent(tx, [sku, parentSku, now]);
};

const insertVariants = statement(
  'families.add',
  `with asked as materialized (
     select n, coalesce(w.sku, next_product_sku()) as sku, w.title, w.attributes
     from rows from (jsonb_to_recordset($2::jsonb) as (sku text, title text, attributes jsonb)) with ordinality w (sku, title, attributes, n)),
   made as (
     insert into products (sku, slug, title, kind, brand_id, seller_id, category_id, regular_price, sales_price, is_published, parent_sku,
       description, attributes, is_presale, presale_date, is_dropshipping, is_restricted, is_motorcycle, internal_tags, is_listed)
     select a.sku, made_slug(a.title, a.sku), a.title, p.kind, p.brand_id, p.seller_id, p.category_id, case when $3 then p.regular_price end,
       case when $3 then p.regular_price end, false, $4, p.description, a.attributes, p.is_presale, p.presale_date, p.is_dropshipping,
       p.is_restricted, p.is_motorcycle, p.internal_tags, p.is_listed
     from asked a, products p where p.sku = $1 order by a.n returning id, sku, title, regular_price),
   pictures as (
     insert into product_images (product_id, position, media_key, label)
     select made.id, i.position, i.media_key, i.label from made, product_images i where i.product_id = (select id from products where sku = $1))
   select sku, title, regular_price as "regularPrice" from made order by id`,
);

/**
 * Adds drafts to a family, with the texts, the pictures and, if `isPriced`, the price of one of its variants. Codes, stock and
 * offer are not copied. A variant without a sku gets a generated sku. Returns the new products. Runs one statement.
 */
export const addDrafts = (
  tx: Tx,
  from: string,
  {
    variants,
    isPriced,
    parentSku,
  }: {
    variants: readonly (Pick<ProductRow, 'title' | 'attributes'> & { sku: string | null })[];
    isPriced: boolean;
    parentSku: string;
  },
) => insertVariants(tx, [from, JSON.stringify(variants), isPriced, parentSku]);

const selectTaken = statement(
  'families.taken-skus',
  `select s.sku from unnest($1::text[]) s (sku)
   where exists (select from products p where p.sku = s.sku)
     or exists (select from product_codes c where c.code in (s.sku, upper(s.sku), lower(s.sku)))`,
  { sku: neverNull() },
);

/** Returns those of these skus that a product or a bar code already has. */
export const findTakenSkus = async (tx: Tx, skus: readonly string[]): Promise<string[]> =>
  (await selectTaken(tx, [skus])).map(({ sku }) => sku);

const selectMembers = statement(
  'families.members',
  'select sku from products where parent_sku = $1 order by id limit $2',
);

/** Lists the skus of a family, the oldest first. */
export const listMembers = async (tx: Tx, parentSku: string, most: number): Promise<string[]> =>
  (await selectMembers(tx, [parentSku, most])).map(({ sku }) => sku);
