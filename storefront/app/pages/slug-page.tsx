import { Suspense, useState } from 'react';
import { data, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router';
import { loadProductPage, productPageTags } from '../catalog/product-page-data.ts';
import { ProductView } from '../catalog/product-view.tsx';
import { type CategoryPageData, loadCategoryPage } from '../content/category-page-data.ts';
import { apiContext, unwrap } from '../platform/api.ts';
import { island, isPageAwake } from '../platform/island.tsx';
import { lazyPart } from '../platform/lazy-part.tsx';
import { cachedPage, pageHeaders, pageWithoutQuery } from '../platform/page-headers.ts';

// A product page does not carry the script of listings.
const loadView = () => import('../content/category-view.tsx');
const LoadedView = island(loadView, 'visible');
const ArrivedView = lazyPart(loadView);

/** `/{slug}`: a product, else a category page, else the 404 page (APP-08, DEC-13). */
export async function loader({ context, url, params }: LoaderFunctionArgs) {
  const call = context.get(apiContext);
  const { slug = '' } = params;
  const product = await call('getProductBySlug', { params: { slug } });
  if (product.ok) {
    const page = await loadProductPage(call, product.value, url.origin);
    return data({ kind: 'product' as const, page }, pageWithoutQuery(productPageTags(product.value)));
  }
  if (product.error.status !== 404 && product.error.status !== 400) unwrap(product);
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

/** What the page was loaded with keeps its presses until its script has come; what one moves to says where it is not to be had. */
function CategoryView({ page }: { page: CategoryPageData }) {
  const [hasArrived] = useState(isPageAwake);
  // In a boundary of its own what was loaded would be hydrated after the page has woken up.
  if (!hasArrived) return <LoadedView page={page} />;
  return (
    <Suspense>
      <ArrivedView page={page} />
    </Suspense>
  );
}
