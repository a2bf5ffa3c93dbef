import type { HomeRow } from '@ceiba/contract/content';
import type { PageBlock } from '@ceiba/domain/content/page-file';
import { isRunningAt, productCardSelect } from '../catalog/product-card.store.ts';
import type { ProductCardRow } from '../catalog/product-card.ts';
import { builtStatement } from '../platform/db/database.ts';
import { column, neverNull, type RowOf, statement } from '../platform/db/statement.ts';

export type BannerRow = RowOf<typeof listBanners>;

/** The banners that shoppers see at a moment (PROD-15). */
export const listBanners = statement(
  'content.banners',
  `select place, eyebrow, title, text, link, link_label, note, picture_url, phone_picture_url, alt, tone
   from banners where (starts_at is null or starts_at <= $1) and (ends_at is null or ends_at > $1)
   order by place, position, id`,
);

/** Maximum number of products in a home row. */
export const productsPerRow = 15;

/** Reads the products of every row of the home page in one statement. Each part stops after `limit` by an index. */
export const listHomeProducts = builtStatement<ProductCardRow & { home_row: HomeRow }, [now: Date, limit: number]>(
  'content.home-products',
  `with shown as (
     (select 'flash' as home_row, f.product_id as id, row_number() over (order by f.ends_at, f.product_id) as place
      from flash_sales f join products p on p.id = f.product_id
      where ${isRunningAt('$1')} and p.is_published and p.is_listed
      order by place limit $2)
     union all
     (select 'best', b.id, row_number() over (order by b.sold_count desc, b.id) from (
        select id, sold_count from products where is_published and is_listed and sales_price is not null
        order by sold_count desc, id limit $2) b)
     union all
     (select 'new', n.id, row_number() over (order by n.created_at desc, n.id) from (
        select id, created_at from products where is_published and is_listed
        order by created_at desc, id limit $2) n)
     union all
     (select 'presale', s.id, row_number() over (order by s.presale_date, s.id) from (
        select id, presale_date from products where is_presale and is_published and is_listed
        order by presale_date, id limit $2) s))
   select shown.home_row, card.* from shown
     cross join lateral (${productCardSelect('shown.id', '$1::timestamptz')}) card
   order by shown.home_row, shown.place`,
);

/** SQL condition: shoppers see page `p` at the moment `$2` (PROD-14). */
const isInForce =
  'p.is_published and (p.starts_at is null or p.starts_at <= $2) and (p.ends_at is null or p.ends_at > $2)';

export type CategoryPageRow = RowOf<typeof listCategoryPages>;

// A legal text with versions shows the version in force. Earlier versions have separate addresses (PROD-29). A category
// without its own page shows its title and description, once it has a product that shoppers find.
export const listCategoryPages = statement(
  'content.category-pages',
  `select slug, title, description, category_id, blocks, null::text as file, null::integer as number, null::json as versions
   from shown_pages p
   where ($1::text is null or slug = $1) and ${isInForce}
     and not exists (select from legal_versions l where l.page = p.slug and l.holds_from <= $2)
     and (category_id is null or exists (select from categories c where c.id = p.category_id and is_public_category(c)))
   union all
   select c.path, c.title, c.description, c.id, '[]'::jsonb, null, null, null from categories c
   where ($1::text is null or c.path = $1) and is_public_category(c) and not exists (select from category_pages p where p.slug = c.path and ${isInForce})
   union all
   select coalesce($1, l.page), '', '', null, '[]'::jsonb, l.text, l.number,
     (select json_agg(json_build_object('number', v.number, 'holdsFrom', v.holds_from) order by v.number desc)
      from legal_versions v where v.page = l.page and v.holds_from <= $2)
   from legal_versions l
   where l.holds_from <= $2 and ($1 = l.page || '/version-' || l.number
     or coalesce($1, l.page) = l.page
       and not exists (select from legal_versions n where n.page = l.page and n.number > l.number and n.holds_from <= $2))
   order by slug`,
  {
    slug: neverNull(),
    title: neverNull(),
    description: neverNull(),
    blocks: neverNull<PageBlock[]>(),
    versions: column<{ number: number; holdsFrom: string }[]>(),
  },
);
