import { firstPartySellerId } from '@ceiba/domain/carts/cart-line';
import type { Centavos } from '@ceiba/domain/money/money';
import type { Tx } from '../platform/db/database.ts';
import { column, neverNull, type RowOf, statement } from '../platform/db/statement.ts';

export interface StoredAttribute {
  code: string;
  label: string;
  value: string;
  unit: string | null;
}

export interface StoredPicture {
  key: string;
  label: string;
  width: number;
  height: number;
}

/** A planned move. `at`: ISO 8601 with an offset. */
export interface StoredPlan {
  id: string;
  state: 'draft' | 'published' | 'archived';
  at: string;
  by: string;
}

const selectProduct = statement(
  'products.desk-product',
  `select p.id, p.sku, p.kind, p.title, b.title as brand, b.state as "brandState", c.path as category, c.state as "categoryState",
     (select string_agg(a.title, ' › ' order by a.level) from categories a where a.id = any (c.ancestor_ids)) as "categoryTitle",
     p.slug, p.parent_sku as "parentSku", p.internal_tags as tags, p.regular_price as "regularPrice", p.sales_price as "salesPrice",
     p.discount_ends_at as "discountEndsAt", p.description, p.attributes, p.is_presale as "isPresale", p.presale_date as "presaleDate",
     p.is_dropshipping as "isDropshipping", p.is_restricted as "isRestricted", p.is_motorcycle as "isMotorcycle", p.seller_id as "sellerId",
     s.title as "sellerTitle", s.is_active as "isSellerActive", p.offer_id as "offerId", p.is_listed as "isListed", p.event_url as "eventUrl",
     case when p.is_published then 'published' when p.archived_at is not null then 'archived' else 'draft' end as state,
     (select coalesce(json_agg(json_build_object('key', i.media_key, 'label', i.label, 'width', m.width, 'height', m.height)
         order by i.position), '[]') from product_images i join media m on m.key = i.media_key where i.product_id = p.id) as pictures,
     array(select code from product_codes where product_id = p.id order by code) as codes,
     (select salable from stock_totals where product_id = p.id) as stock,
     (select coalesce(json_agg(json_build_object('code', f.code, 'text', f.words, 'isMissing', f.is_missing, 'isDue', f.is_due)), '[]')
       from judged_attributes(p.attributes, p.category_id) f) as "attributeFaults",
     (select coalesce(json_agg(json_build_object('id', n.id::text, 'state', n.state, 'at', n.acts_at, 'by', n.planned_by) order by n.acts_at), '[]')
       from product_plans n where n.product_id = p.id) as plans,
     variant_attribute(p.attributes) ->> 'code' as "labelCode",
     p.created_at as "createdAt", p.updated_at as "updatedAt", p.version, p.pictures_version as "picturesVersion"
   from products p join brands b on b.id = p.brand_id join categories c on c.id = p.category_id join sellers s on s.id = p.seller_id
   where p.sku = any ($1::text[])`,
  {
    attributes: column<StoredAttribute[]>(),
    attributeFaults: column<{ code: string; text: string; isMissing: boolean; isDue: boolean }[]>(),
    pictures: column<StoredPicture[]>(),
    plans: column<StoredPlan[]>(),
    state: column<'draft' | 'published' | 'archived'>(),
    categoryTitle: neverNull(),
    codes: neverNull(),
  },
);

/** A product as the desk edits it. Amounts in centavos. */
export type ProductRow = RowOf<typeof selectProduct>;

/** Reads products in any order, with one statement. Omits unknown skus. */
export const listProducts = (tx: Tx, skus: readonly string[]): Promise<ProductRow[]> => selectProduct(tx, [skus]);

export const findProduct = async (tx: Tx, sku: string): Promise<ProductRow | undefined> =>
  (await listProducts(tx, [sku]))[0];

/** Like `findProduct`, but throws if the product does not exist. */
export async function getProduct(tx: Tx, sku: string): Promise<ProductRow> {
  const found = await findProduct(tx, sku);
  if (found === undefined) throw new Error(`product ${sku} vanished`);
  return found;
}

// Locks brands and categories before the products, so that nobody retires them between the check and the publication. The counts
// force both locks to be taken first. The oldest variant of a family is locked with any other variant. Two changes of a family
// then see each other's labels.
const lock = statement(
  'products.lock',
  `with brand as materialized (
     select b.id from brands b where b.id in (select brand_id from products where sku = any ($1::text[])) or folded(b.title) = folded($2::text)
     order by b.id for share),
   category as materialized (
     select c.id from categories c where c.id in (select category_id from products where sku = any ($1::text[])) or c.path = $3
     order by c.id for share)
   select id from products
   where (sku = any ($1::text[]) or id = any (array(
       select (select f.id from products f where f.parent_sku = k.parent_sku order by f.id + 0 limit 1)
       from products k where k.sku = any ($1::text[]) and k.parent_sku is not null)))
     and (select count(*) from brand) >= 0 and (select count(*) from category) >= 0
   order by id for no key update`,
);

/** Locks products in the order of their IDs, then reads them. Omits unknown skus. Runs two statements. */
export async function lockProducts(
  tx: Tx,
  skus: readonly string[],
  to: { brand?: string | undefined; category?: string | undefined } = {},
): Promise<ProductRow[]> {
  const locked = await lock(tx, [skus, to.brand ?? null, to.category ?? null]);
  return locked.length === 0 ? [] : listProducts(tx, skus);
}

/** Locks a product and reads it under the lock. `to`: its future brand and category. Undefined if the product does not exist. */
export const lockProduct = async (
  tx: Tx,
  sku: string,
  to: { brand?: string | undefined; category?: string | undefined } = {},
): Promise<ProductRow | undefined> => (await lockProducts(tx, [sku], to))[0];

// Matches names and addresses, ignoring capitals and accents. An exact match comes first.
const selectReferences = statement(
  'products.references',
  `select (select id from brands where folded(title) = folded($1::text) order by title <> $1::text, id limit 1) as "brandId",
     (select id from categories where path = $2) as "categoryId",
     (select id from sellers where id::text = $3) as "sellerId",
     exists (select from products where slug = $4 and sku <> $5) as "isSlugTaken",
     exists (select from categories where path = $4) as "isCategorySlug",
     (select coalesce(json_agg(json_build_object('code', d.code, 'label', d.name)), '[]')
       from categories c cross join lateral declared_attributes(c.id) d where c.path = $2) as declared`,
  { declared: column<{ code: string; label: string }[]>(), isSlugTaken: neverNull(), isCategorySlug: neverNull() },
);

/** Returns the ids of a product's brand, category and seller, and whether its address is taken. */
export async function findReferences(
  tx: Tx,
  of: { brand: string; category: string; seller: string; slug: string; sku: string },
) {
  const [found] = await selectReferences(tx, [of.brand, of.category, of.seller, of.slug, of.sku]);
  if (found === undefined) throw new Error('references were not answered');
  return found;
}

const selectSlug = statement('products.made-slug', 'select made_slug($1, $2) as slug');

export const madeSlug = async (tx: Tx, title: string, sku: string): Promise<string> =>
  (await selectSlug(tx, [title, sku]))[0]?.slug ?? '';

const selectSku = statement('products.next-sku', 'select next_product_sku() as sku', { sku: neverNull() });

export const nextSku = async (tx: Tx): Promise<string> => (await selectSku(tx, []))[0]?.sku ?? '';

/** The columns of a product that the desk writes. Amounts in centavos. */
export interface ProductColumns {
  title: string;
  brandId: number;
  categoryId: number;
  slug: string;
  parentSku: string | null;
  tags: readonly string[];
  regularPrice: Centavos | null;
  salesPrice: Centavos | null;
  discountEndsAt: Date | string | null;
  description: string;
  attributes: readonly StoredAttribute[];
  isPresale: boolean;
  presaleDate: string | null;
  isDropshipping: boolean;
  isRestricted: boolean;
  isMotorcycle: boolean;
  sellerId: number;
  offerId: string | null;
  isListed: boolean;
  eventUrl: string | null;
}

const update = statement(
  'products.change',
  `update products set title = $2, brand_id = $3, category_id = $4, slug = $5, parent_sku = $6, internal_tags = $7, regular_price = $8,
     sales_price = $9, discount_ends_at = $10, description = $11, attributes = $12, is_presale = $13, presale_date = $14, is_dropshipping = $15,
     is_restricted = $16, is_motorcycle = $17, seller_id = $18, offer_id = $19, is_listed = $20, event_url = $21, updated_at = $22
   where sku = $1`,
);

export const updateProduct = async (tx: Tx, sku: string, of: ProductColumns, now: Date): Promise<void> => {
  await update(tx, [
    ...([
      sku,
      of.title,
      of.brandId,
      of.categoryId,
      of.slug,
      of.parentSku,
      of.tags,
      of.regularPrice,
      of.salesPrice,
    ] as const),
    ...([of.discountEndsAt === null ? null : new Date(of.discountEndsAt), of.description] as const),
    ...([JSON.stringify(of.attributes), of.isPresale, of.presaleDate, of.isDropshipping, of.isRestricted] as const),
    ...([of.isMotorcycle, of.sellerId, of.offerId, of.isListed, of.eventUrl, now] as const),
  ]);
};

const insert = statement(
  'products.create',
  `insert into products (sku, slug, title, kind, brand_id, seller_id, category_id, regular_price, sales_price, is_published)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $8, false)`,
);

export const insertProduct = async (
  tx: Tx,
  of: {
    sku: string;
    slug: string;
    title: string;
    kind: ProductRow['kind'];
    brandId: number;
    sellerId: number;
    categoryId: number;
    price: number | null;
  },
): Promise<void> => {
  await insert(tx, [of.sku, of.slug, of.title, of.kind, of.brandId, of.sellerId, of.categoryId, of.price]);
};

// The shop itself is the seller of a new product. The first product creates the seller's row, with the shop's name.
const insertOwnSeller = statement(
  'products.own-seller',
  `insert into sellers (id, title, slug)
   select $1, name, case when exists (select from sellers where slug = seller_slug(name)) then 'tienda-propia' else seller_slug(name) end
   from (select coalesce(nullif(changes ->> 'shopName', ''), 'Mi tienda') as name from shop_policy) shop
   on conflict (id) do nothing`,
);

/** Creates the row of the shop as a seller if it does not exist. */
export const ensureOwnSeller = async (tx: Tx): Promise<void> => {
  await insertOwnSeller(tx, [firstPartySellerId]);
};

const insertProductCode = statement(
  'products.give-code',
  `insert into product_codes (code, sku, kind) values ($1, $2, 'ean')`,
);

/** Gives a scanned code to a product. A trigger removes the code from the list of unknown codes. */
export const insertCode = async (tx: Tx, code: string, sku: string): Promise<void> => {
  await insertProductCode(tx, [code, sku]);
};

const copy = statement(
  'products.duplicate',
  `with made as (
     insert into products (sku, slug, title, kind, brand_id, seller_id, category_id, regular_price, sales_price, is_published, parent_sku,
       description, attributes, is_presale, presale_date, is_dropshipping, is_restricted, is_motorcycle, internal_tags, is_listed)
     select $2, $3, $4, kind, brand_id, seller_id, category_id, case when $5 then regular_price end, case when $5 then regular_price end, false, parent_sku,
       description, attributes, is_presale, presale_date, is_dropshipping, is_restricted, is_motorcycle, internal_tags, is_listed
     from products where sku = $1 returning id)
   insert into product_images (product_id, position, media_key, label)
   select made.id, i.position, i.media_key, i.label
   from made, product_images i where i.product_id = (select id from products where sku = $1)`,
);

/** Copies texts, category, price and pictures of a product into a new draft. Codes, stock and offer are not copied. */
export const copyProduct = async (
  tx: Tx,
  from: string,
  to: { sku: string; slug: string; title: string; isPriced: boolean },
): Promise<void> => {
  await copy(tx, [from, to.sku, to.slug, to.title, to.isPriced]);
};

const setState = statement(
  'products.set-state',
  'update products set is_published = $2, archived_at = $3, updated_at = $4 where sku = $1',
);

export const setProductState = async (tx: Tx, sku: string, state: ProductRow['state'], now: Date): Promise<void> => {
  await setState(tx, [sku, state === 'published', state === 'archived' ? now : null, now]);
};

const selectAttributes = statement(
  'products.attributes-nearby',
  `select label, min(code) as code, mode() within group (order by unit) as unit, count(*) as products
   from (select p.attributes from products p where p.category_id = (select id from categories where path = $1) and p.attributes <> '[]'
       order by p.sold_count desc, p.id limit 200) near,
     jsonb_to_recordset(near.attributes) a (code text, label text, unit text)
   where label is not null and code is not null group by label order by count(*) desc, label limit 60`,
  { label: neverNull(), code: neverNull() },
);

/** Lists the attributes of a category's best sellers with name, code and usual unit, by frequency. */
export const findAttributesNearby = (tx: Tx, categoryPath: string) => selectAttributes(tx, [categoryPath]);

const selectDeclared = statement(
  'products.declared-attributes',
  `select d.code, d.name, d.type, d.unit, d.choices,
     d.is_required and coalesce(a.required_from <= (now() at time zone 'America/Guatemala')::date, true) as "isRequired"
   from categories c cross join lateral declared_attributes(c.id) d join category_attributes a on a.id = d.attribute_id
   where c.path = $1 order by d.place`,
  {
    code: neverNull(),
    name: neverNull(),
    type: column<'text' | 'number' | 'flag' | 'choice'>(),
    unit: neverNull(),
    choices: neverNull(),
    isRequired: neverNull(),
  },
);

/** Lists the attributes that products of a category should have, in their order (PROD-07). */
export const findDeclaredAttributes = async (tx: Tx, categoryPath: string) =>
  (await selectDeclared(tx, [categoryPath])).map(({ choices, type, ...row }) => ({
    ...row,
    // Every row of the table has a type. Only the types of PostgreSQL's description allow null.
    type: type ?? 'text',
    choices: choices
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  }));

const addPicture = statement(
  'products.add-picture',
  `with file as (insert into media (key, width, height) values ($2, $3, $4) on conflict (key) do nothing),
     counted as (update products set pictures_version = pictures_version + 1, updated_at = $6 where id = $1)
   insert into product_images (product_id, position, media_key, label)
   select $1, coalesce((select max(position) + 1 from product_images where product_id = $1), 0), $2, $5`,
);

export const insertPicture = async (
  tx: Tx,
  productId: number,
  { key, width, height, label }: StoredPicture,
  now: Date,
): Promise<void> => {
  await addPicture(tx, [productId, key, width, height, label, now]);
};

const clearPictures = statement('products.clear-pictures', 'delete from product_images where product_id = $1');

const writePictures = statement(
  'products.write-pictures',
  `with counted as (update products set pictures_version = pictures_version + 1, updated_at = $3 where id = $1)
   insert into product_images (product_id, position, media_key, label)
   select $1, n - 1, p.key, p.label from rows from (jsonb_to_recordset($2::jsonb) as (key text, label text)) with ordinality p (key, label, n)`,
);

/** Replaces the pictures of a locked product. */
export async function replacePictures(
  tx: Tx,
  productId: number,
  pictures: readonly { key: string; label: string }[],
  now: Date,
): Promise<void> {
  await clearPictures(tx, [productId]);
  await writePictures(tx, [productId, JSON.stringify(pictures), now]);
}

const takeDue = statement(
  'products.write-due-rows',
  `with due as materialized (delete from product_rows_due where product_id in (select product_id from product_rows_due order by product_id limit $1)
     returning product_id)
   select count(*) as written, refresh_product_rows(coalesce(array_agg(product_id), '{}')) as refreshed from due`,
);

/** Writes missing rows of the desk's list, for products that are older than the list. Returns their number. */
export const writeDueRows = async (tx: Tx, most: number): Promise<number> =>
  (await takeDue(tx, [most]))[0]?.written ?? 0;
