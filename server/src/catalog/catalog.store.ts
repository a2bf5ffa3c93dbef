import type { CategoryNode, Product, Tag } from '@ceiba/contract/catalog';
import { builtStatement, type Tx } from '../platform/db/database.ts';
import { column, type RowOf, statement } from '../platform/db/statement.ts';
import { findProductCards, productCardSelect } from './product-card.store.ts';
import { type DisplayContext, type ProductCardRow, toImage } from './product-card.ts';

export interface WarrantyRow {
  id: number;
  sku: string;
  label: string;
  amount: number;
}

/** The fields of a product page besides the card. */
export interface ProductDetailRow extends ProductCardRow {
  description: string;
  attributes: { code: string; label: string; value: string; unit?: string | null }[];
  /** Role and group of each attribute that has one, as declared by its category. '' = no role or no group. */
  sheet: Readonly<Record<string, [role: string, group: string]>>;
  images: { key: string; label: string; width: number; height: number }[];
  breadcrumbs: { id: number; title: string; path: string }[];
  warranties: WarrantyRow[];
  variants: { sku: string; slug: string; label: string; key: string | null; isOut: boolean }[];
  infos: { tags_list: Tag[]; installation_guide: { title: string; url: string } | null }[];
  visit_ids: number[];
}

/** Cheapest first. `product_warranties` decides which warranties apply (WAR-02). */
const warrantiesOf = (productId: string): string => `
  (select coalesce(json_agg(json_build_object('id', w.id, 'sku', w.sku, 'label', w.label, 'amount', w.amount) order by w.amount), '[]')
   from product_warranties(${productId}) w)`;

// Every part is found by index on one product, so the cost is the same with a thousand products and with a million.
const findDetail = builtStatement<ProductDetailRow, [slug: string, now: Date, isPreview: boolean]>(
  'catalog.product-page',
  `select card.*, product.description, product.attributes, sheet_of(category.ancestor_ids) as sheet,
     (select coalesce(json_agg(json_build_object('key', i.media_key, 'label', i.label, 'width', m.width, 'height', m.height)
          order by i.position), '[]')
        from product_images i join media m on m.key = i.media_key where i.product_id = product.id) as images,
     (select coalesce(json_agg(json_build_object('id', a.id, 'title', a.title, 'path', a.path) order by a.level), '[]')
        from categories a where a.id = any (category.ancestor_ids) and a.state = 'visible') as breadcrumbs,
     ${warrantiesOf('product.id')} as warranties,
     (select coalesce(json_agg(json_build_object('sku', v.sku, 'slug', v.slug,
          'label', variant_label(v.attributes, v.title),
          'key', (select media_key from product_images where product_id = v.id order by position limit 1),
          'isOut', v.kind = 'goods' and coalesce((select salable from stock_totals where product_id = v.id), 0) = 0) order by v.id), '[]')
        from products v where v.parent_sku = product.parent_sku and v.is_published) as variants,
     (select coalesce(json_agg(json_build_object('tags_list', n.tags_list, 'installation_guide', n.installation_guide) order by a.level desc), '[]')
        from categories a join category_infos n on n.category_id = a.id where a.id = any (category.ancestor_ids)) as infos,
     case when product.kind = 'goods' then visits_for(product.id) else '{}' end as visit_ids
   from products product
     join categories category on category.id = product.category_id
     cross join lateral (${productCardSelect('product.id', '$2::timestamptz')}) card
   where product.slug = $1 and (product.is_published or $3::boolean)`,
);

export const findProductPage = async (tx: Tx, slug: string, now: Date): Promise<ProductDetailRow | undefined> =>
  (await findDetail(tx, [slug, now, false]))[0];

/** Like `findProductPage`, but also for a product that is not on sale yet. It is shown as on sale (PROD-04). */
export async function findProductPreview(tx: Tx, slug: string, now: Date): Promise<ProductDetailRow | undefined> {
  const [row] = await findDetail(tx, [slug, now, true]);
  return row === undefined ? undefined : { ...row, is_published: true };
}

/** Lists the visits that suit a product. Runs no statement if no visit suits it. */
export const findVisitsFor = async (
  tx: Tx,
  { visit_ids: ids }: Pick<ProductDetailRow, 'visit_ids'>,
  showing: DisplayContext,
): Promise<Product[]> => (ids.length === 0 ? [] : findProductCards(tx, ids, showing));

const findCard = builtStatement<ProductCardRow, [sku: string, now: Date]>(
  'catalog.product-by-sku',
  `select card.* from products product
     cross join lateral (${productCardSelect('product.id', '$2::timestamptz')}) card
   where product.sku = $1 and product.is_published`,
);

export const findProductBySku = async (tx: Tx, sku: string, now: Date): Promise<ProductCardRow | undefined> =>
  (await findCard(tx, [sku, now]))[0];

/** Returns products in the order of the SKUs, without unpublished ones. */
export const listProducts = builtStatement<ProductCardRow, [skus: readonly string[], now: Date]>(
  'catalog.products-by-sku',
  `select card.* from unnest($1::text[]) with ordinality asked(sku, n)
     join products product on product.sku = asked.sku and product.is_published
     cross join lateral (${productCardSelect('product.id', '$2::timestamptz')}) card
   order by asked.n`,
);

const listWarranties = statement(
  'catalog.warranties',
  `select ${warrantiesOf('product.id')} as warranties from products product where sku = $1 and is_published`,
  { warranties: column<WarrantyRow[]>() },
);

/** Lists a product's warranties. Undefined if there is no such product. */
export const findWarranties = async (tx: Tx, sku: string): Promise<WarrantyRow[] | undefined> =>
  (await listWarranties(tx, [sku]))[0]?.warranties;

type CategoryRow = RowOf<typeof listCategories>;

export const listCategories = statement(
  'catalog.categories',
  'select id, parent_id, title, path, picture_key from categories c where is_public_category(c) order by level, position, id',
);

const selectAddress = statement(
  'catalog.current-address',
  'select coalesce(redirect_target($1), current_address($1)) as address',
);

/**
 * Returns the target of a redirect from this path, or the present address of a product or category that had the path
 * before. Undefined if there is no such redirect or address.
 */
export const findCurrentAddress = async (tx: Tx, path: string): Promise<string | undefined> =>
  (await selectAddress(tx, [path]))[0]?.address ?? undefined;

const selectBrand = statement(
  'catalog.current-brand',
  `select coalesce(instead.title, b.title) as title
   from brands b left join brands instead on instead.id = b.replaced_by and b.state = 'retired'
   where b.id = coalesce((select id from brands where title = $1), (select brand_id from former_addresses where kind = 'brand' and address = $1))`,
);

/**
 * Returns the present name of a renamed or replaced brand. Undefined if its name is unchanged, or the brand never
 * existed.
 */
export const findCurrentBrand = async (tx: Tx, title: string): Promise<string | undefined> =>
  (await selectBrand(tx, [title])).map((row) => row.title).find((now) => now !== title);

export const listCategoryInfos = statement(
  'catalog.category-infos',
  `select category_id, tags_list, installation_guide from category_infos
   where $1::int[] is null or category_id = any ($1) order by category_id`,
  { tagsList: column<Tag[]>(), installationGuide: column<{ title: string; url: string }>() },
);

/** Rows sorted by level make the tree in one pass: a parent always precedes its children. */
export const toCategoryTree = (rows: readonly CategoryRow[]): CategoryNode[] => {
  const roots: CategoryNode[] = [];
  const byId = new Map<number, CategoryNode>();
  for (const { id, parentId, title, path, pictureKey } of rows) {
    const image = pictureKey === null ? null : toImage(pictureKey, title);
    const node: CategoryNode = { id, title, path: `/${path}`, image, children: [] };
    byId.set(id, node);
    const siblings = parentId === null ? roots : byId.get(parentId)?.children;
    siblings?.push(node);
  }
  return roots;
};

const endPortion = statement(
  'catalog.end-discounts',
  `update products set sales_price = regular_price, discount_ends_at = null, updated_at = $1
   where id in (
     select id from products where discount_ends_at <= $1 order by discount_ends_at limit $2 for no key update skip locked)
   returning id`,
);

/** Resets up to `most` products to their regular price after their discount has ended. Returns their number. */
export const endDiscounts = async (tx: Tx, now: Date, most: number): Promise<number> =>
  (await endPortion(tx, [now, most])).length;

const selectNext = statement(
  'catalog.next-price-change',
  `select least(
     (select min(starts_at) from flash_sales where starts_at > $1 and ends_at > $1),
     (select min(ends_at) from flash_sales where ends_at > $1),
     (select min(discount_ends_at) from products where discount_ends_at > $1),
     (select min(starts_at) from banners where starts_at > $1),
     (select min(ends_at) from banners where ends_at > $1),
     (select min(starts_at) from category_pages where starts_at > $1),
     (select min(ends_at) from category_pages where ends_at > $1),
     (select min(holds_from) from legal_versions where holds_from > $1),
     (select min(discount_starts_at) from card_bins where discount_starts_at > $1),
     (select min(discount_ends_at) from card_bins where discount_ends_at > $1)) as moment`,
);

/**
 * Returns the next time at which a page changes by itself: a flash sale starts or ends (DEC-27), a discount ends
 * (CAT-12), a banner or a page appears or disappears (PROD-14, PROD-15), a version of a legal text comes into force
 * (PROD-29), or a bank's promotion starts or ends (BANK-07). Null if nothing is planned.
 */
export const findNextPriceChange = async (tx: Tx, after: Date): Promise<Date | null> =>
  (await selectNext(tx, [after]))[0]?.moment ?? null;
