import type { Product } from '@ceiba/contract/catalog';
import { isProductCardRow, type MaybeProductCardRow, productCardSelect } from '../catalog/product-card.store.ts';
import { type DisplayContext, type ProductCardRow, toProduct } from '../catalog/product-card.ts';
import { builtStatement, type Tx } from '../platform/db/database.ts';
import type { DeclaredFilter } from './facets.ts';

/** The name of a facet value. */
export interface FacetValueName {
  id: number;
  facet: string;
  facetLabel: string;
  value: string;
  label: string;
  /** True for a brand that shoppers do not see, and that no filter lists. */
  isHidden: boolean;
}

interface NamesRow {
  ids: number[];
  facets: string[];
  facet_labels: string[];
  values: string[];
  labels: string[];
  hidden: boolean[];
  declared: DeclaredFilter[] | null;
}

type PageRow = (ProductCardRow | { product_id: null }) & { names: NamesRow | null };

// Only the first row has the names. Without products there is still one row.
const selectPage = builtStatement<
  PageRow,
  [products: readonly number[], values: readonly number[], now: Date, category: string | null]
>(
  'search.page',
  `select card.*, case when coalesce(asked.n, 1) = 1 then names.names end as names
   from (select json_build_object('ids', coalesce(array_agg(id order by id), '{}'), 'facets', coalesce(array_agg(facet order by id), '{}'),
           'facet_labels', coalesce(array_agg(facet_label order by id), '{}'), 'values', coalesce(array_agg(value order by id), '{}'),
           'labels', coalesce(array_agg(label order by id), '{}'), 'hidden', coalesce(array_agg(is_hidden order by id), '{}'),
           'declared', (select category_filters($4::text) where $4::text is not null)) as names
         from (select v.*, v.facet = 'brand' and exists (select from brands b where b.title = v.value and b.state <> 'visible') as is_hidden
               from facet_values v where v.id = any ($2::integer[])) named) names
     left join unnest($1::bigint[]) with ordinality asked(id, n) on true
     left join lateral (${productCardSelect('asked.id', '$3')}) card on true
   order by asked.n`,
);

const toNames = (row: NamesRow): FacetValueName[] =>
  row.ids.map((id, index) => ({
    id,
    facet: row.facets[index] ?? '',
    facetLabel: row.facet_labels[index] ?? '',
    value: row.values[index] ?? '',
    label: row.labels[index] ?? '',
    isHidden: row.hidden[index] ?? false,
  }));

/** Reads the cards of a page in the order of `productIds`, the names of the counted facet values, and the filters that the category declares. */
export async function findSearchPage(
  tx: Tx,
  {
    productIds,
    valueIds,
    category,
  }: { productIds: readonly number[]; valueIds: readonly number[]; category: string | null },
  showing: DisplayContext,
): Promise<{ products: Product[]; names: FacetValueName[]; declared: DeclaredFilter[] | null }> {
  const rows = await selectPage(tx, [productIds, valueIds, showing.now, category]);
  const names = rows[0]?.names;
  return {
    products: rows.filter(isProductCardRow<PageRow & MaybeProductCardRow>).map((row) => toProduct(row, showing)),
    names: names ? toNames(names) : [],
    declared: names?.declared ?? null,
  };
}
