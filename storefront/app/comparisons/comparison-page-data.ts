import { unwrap } from '@ceiba/client/call-failure';
import type { ProductDetail } from '@ceiba/contract/catalog';
import type { Client } from '@ceiba/contract/client';
import { cardTags } from '@ceiba/domain/catalog/tags';
import { comparisonRows, kindOf, ofOneKind } from '@ceiba/domain/comparisons/comparison';
import type { ComparisonAddress } from './comparison-address.ts';

/** The product with this slug. Null if the shop has no such product. */
const findProduct = async (call: Client, slug: string): Promise<ProductDetail | null> => {
  const answer = await call('getProductBySlug', { params: { slug } });
  return !answer.ok && (answer.error.status === 404 || answer.error.status === 400) ? null : unwrap(answer);
};

/** The products of an address that can be compared, with their common and different attributes. */
export async function loadComparison(call: Client, { slugs, isOnlyDifferent }: ComparisonAddress) {
  const found = await Promise.all(slugs.map((slug) => findProduct(call, slug)));
  const { compared, others } = ofOneKind(found.filter((product) => product !== null));
  const kind = compared[0] === undefined ? undefined : kindOf(compared[0].categories);
  const rows = comparisonRows(compared);
  return {
    products: compared.map((product) => ({ ...product, tags: cardTags(product.tags) })),
    kind: kind === undefined ? null : { id: kind.id, title: kind.title, path: compared[0]?.breadcrumbs.at(-1)?.path },
    /** Titles of the products that were left out because they are of another kind. */
    leftOut: others.map(({ title }) => title),
    rows: isOnlyDifferent ? rows.filter(({ isDifferent }) => isDifferent) : rows,
  };
}
