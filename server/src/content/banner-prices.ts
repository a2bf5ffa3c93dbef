import { searchQuery } from '@ceiba/contract/search';
import { formatQ, fromQuetzales } from '@ceiba/domain/money/money';
import type { Search } from '../search/search-products.ts';
import { readSearchRequest, type SearchRequest } from '../search/search-request.ts';
import type { BannerRow } from './content.store.ts';

/** Placeholder in a banner's words for the lowest price behind its link. */
const mark = '{precio}';

/** If there is no price, the whole phrase is removed. */
const clause = / ?(?:desde )?\{precio\}/gi;

/** Searches with the viewer's rights. */
type List = (request: SearchRequest) => ReturnType<Search>;

const texts = ['eyebrow', 'title', 'text', 'note'] as const;

/**
 * Fills in each banner's price: the lowest price of the available products that its link lists now. So every promised
 * price is on the linked page.
 */
export const fillPrices = (banners: readonly BannerRow[], list: List): Promise<BannerRow[]> =>
  Promise.all(
    banners.map(async (banner) => {
      if (!texts.some((name) => banner[name].includes(mark))) return banner;
      // A failed search or an invalid link removes the banner's price, not the page's banners.
      const price = await findLowestPrice(banner.link, list).catch(() => null);
      const fill = (text: string) => (price === null ? text.replace(clause, '') : text.replaceAll(mark, price));
      return { ...banner, ...Object.fromEntries(texts.map((name) => [name, fill(banner[name])])) };
    }),
  );

/** Returns the printed price. Null if the link leads to no list, or to no available product with a price. */
async function findLowestPrice(link: string, list: List): Promise<string | null> {
  const { pathname, searchParams } = new URL(link, 'http://shop');
  const query = searchQuery.safeParse({
    ...Object.fromEntries(searchParams),
    ...(pathname === '/search' ? {} : { category: pathname.slice(1) }),
    sort: 'price_asc',
    page: '1',
  });
  if (!query.success) return null;
  const { products } = await list(readSearchRequest(query.data));
  const cheapest = products.find(({ status, salesPrice }) => status === 'IN_STOCK' && salesPrice !== null);
  const price = cheapest?.salesPrice ? fromQuetzales(cheapest.salesPrice.value) : null;
  return price?.ok ? formatQ(price.value) : null;
}
