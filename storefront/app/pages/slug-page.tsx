import { unwrap } from '@ceiba/client/call-failure';
import { pageTags } from '@ceiba/contract/page-tags';
import { data, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router';
import { previewHeaders, previewMeta, previewNote, readToken } from '../catalog/preview.ts';
import { loadProductPage } from '../catalog/product-page-data.ts';
import { ProductView } from '../catalog/product-view.tsx';
import { loadCategoryPage } from '../content/category-page-data.ts';
import { apiContext } from '../platform/api.ts';
import { island } from '../platform/island.tsx';
import { cachedPage, pageHeaders, pageWithoutQuery } from '../platform/page-headers.ts';

// An island, so that a product page does not load the script of listings.
const CategoryView = island(() => import('../content/category-view.tsx'), 'visible');

/** `/{slug}`: a product, otherwise a category page, otherwise the 404 page (APP-08, DEC-13). */
export async function loader({ context, url, params }: LoaderFunctionArgs) {
  const call = context.get(apiContext);
  const { slug = '' } = params;
  const product = await call('getProductBySlug', { params: { slug } });
  if (product.ok) {
    const { page, recommended, until } = await loadProductPage(call, product.value, url.origin);
    const tags = pageTags.product(product.value, recommended);
    return data({ kind: 'product' as const, page }, pageWithoutQuery(tags, until));
  }
  if (product.error.status !== 404 && product.error.status !== 400) unwrap(product);
  const token = readToken(url.searchParams);
  const previewed =
    token === undefined ? null : await call('getProductPreview', { params: { slug }, query: { token } });
  if (previewed?.ok) {
    const { page } = await loadProductPage(call, previewed.value, url.origin);
    return data(
      { kind: 'product' as const, page: { ...page, previewNote, meta: previewMeta(page.product.title) } },
      previewHeaders,
    );
  }
  const { page, tags } = await loadCategoryPage(call, url);
  const headers = page.listing === null ? pageWithoutQuery(tags) : cachedPage(tags);
  return data({ kind: 'category' as const, page }, headers);
}

export const headers = pageHeaders;
export const meta: MetaFunction<typeof loader> = ({ loaderData }) => loaderData?.page.meta ?? [];

export default function SlugPage() {
  const shown = useLoaderData<typeof loader>();
  if (shown.kind === 'product') return <ProductView key={shown.page.product.sku} page={shown.page} />;
  return <CategoryView page={shown.page} />;
}
