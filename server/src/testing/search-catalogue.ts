import type { Database } from '../platform/db/database.ts';
import type { SearchRequest } from '../search/search-request.ts';

/** A product of the search tests; amounts in centavos. */
export interface SearchProduct {
  sku: string;
  title: string;
  brand?: string;
  /** The path of a category from `createSearchBasics`. */
  category?: string;
  sellerId?: number;
  price?: number | null;
  regularPrice?: number;
  sold?: number;
  stock?: number;
  description?: string;
  /** Maps a code to a value, or to a value and unit. */
  attributes?: Record<string, string | [value: string, unit: string]>;
  isListed?: boolean;
  isPublished?: boolean;
}

/** Creates the categories, brands, sellers and the warehouse of search tests. */
export const createSearchBasics = async ({ pool }: Database): Promise<void> => {
  await pool.query(`
    insert into brands (title, slug) values ('Lumbrisa', 'lumbrisa'), ('Ondalira', 'ondalira'), ('Atitlux', 'atitlux');
    insert into sellers (id, title, slug) values (1, 'Ceiba', 'ceiba'), (2, 'Óptica & Más S.A.', 'optica-y-mas-sa');
    insert into categories (id, parent_id, path, slug, title, level, position, ancestor_ids) values
      (10, null, 'tv-y-video', 'tv-y-video', 'TV y Video', 1, 1, '{10}'),
      (11, 10, 'tv-y-video/televisores', 'televisores', 'Televisores', 2, 1, '{10,11}'),
      (12, 10, 'tv-y-video/soportes', 'soportes', 'Soportes', 2, 2, '{10,12}'),
      (20, null, 'audio', 'audio', 'Audio', 1, 2, '{20}'),
      (21, 20, 'audio/audifonos', 'audifonos', 'Audífonos', 2, 1, '{20,21}');
    insert into stores (store_code, name, street, city, region_id, latitude, longitude, type, is_pickup, is_warehouse)
      values ('BODEGA', 'Bodega', 'Calle', 'Guatemala', 485, 14.6, -90.5, 'bodega', false, true);
  `);
};

const attributeOf = ([code, value]: [string, string | [string, string]]) => ({
  code,
  label: code.charAt(0).toUpperCase() + code.slice(1),
  value: Array.isArray(value) ? value[0] : value,
  unit: Array.isArray(value) ? value[1] : null,
});

/** Puts a product on sale. Returns its ID. Triggers write its search row. */
export const createSearchProduct = async ({ pool }: Database, product: SearchProduct): Promise<number> => {
  const { sku, title, price = 100_00, stock = 5 } = product;
  const { rows } = await pool.query<{ id: number }>(
    `insert into products (sku, slug, title, description, brand_id, seller_id, offer_id, category_id, regular_price,
       sales_price, attributes, sold_count, is_listed, is_published)
     select $1, lower($1), $2, $3, b.id, $4, case when $4 <> 1 then 'offer' end, c.id, $5, $6, $7, $8, $9, $10
     from brands b, categories c where b.title = $11 and c.path = $12 returning id`,
    [
      sku,
      title,
      product.description ?? '',
      product.sellerId ?? 1,
      price === null ? null : (product.regularPrice ?? price),
      price,
      JSON.stringify(Object.entries(product.attributes ?? {}).map(attributeOf)),
      product.sold ?? 0,
      product.isListed ?? true,
      product.isPublished ?? true,
      product.brand ?? 'Lumbrisa',
      product.category ?? 'tv-y-video/televisores',
    ],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error(`no such brand or category: ${sku}`);
  if (stock > 0) await pool.query("select move_stock($1, 'BODEGA', $2, 'received')", [id, stock]);
  return id;
};

/** An empty search: all products, by relevance. */
export const searchOfAll: SearchRequest = {
  words: '',
  groups: [],
  minPrice: null,
  maxPrice: null,
  isOffersOnly: false,
  sort: 'relevance',
  first: 'best-selling',
  wish: null,
  page: 1,
};
