import { unwrap } from '@ceiba/client/call-failure';
import { pageTags } from '@ceiba/contract/page-tags';
import { productsPerPage } from '@ceiba/domain/search/search-limits';
import { sellerSlug } from '@ceiba/domain/sellers/seller-slug';
import { Breadcrumbs } from '@ceiba/ui/breadcrumbs';
import { Icon } from '@ceiba/ui/icon';
import { data, type LoaderFunctionArgs, type MetaFunction, redirect, useLoaderData } from 'react-router';
import { cardProducts } from '../catalog/card-product.ts';
import { packCards } from '../catalog/packed-card.ts';
import { apiContext } from '../platform/api.ts';
import { cachedPage, notFound, pageHeaders } from '../platform/page-headers.ts';
import { pageMeta } from '../platform/page-meta.ts';
import { shopNow } from '../platform/shop-time.ts';
import { loadPolicy } from '../policies/load-policy.ts';
import { checkPage, countText } from '../search/listing-data.ts';
import { Pager, ProductGrid } from '../search/product-grid.tsx';
import { readSearch, searchHref } from '../search/search-state.ts';
import { SortForm } from '../search/sort-form.tsx';

/** Loads a seller's page (SEL-09, DEC-23). Other spellings of a slug redirect to the canonical one (DEC-24). */
export async function loader({ context, url, params }: LoaderFunctionArgs) {
  const slug = sellerSlug(params.slug ?? '');
  if (slug === '') throw notFound();
  if (slug !== params.slug) throw redirect(`/sellers/${slug}${url.search}`, 301);
  const { page, sort } = readSearch(url.searchParams);
  const call = context.get(apiContext);
  const answer = await call('getSeller', { params: { slug }, query: { page, sort } });
  if (!answer.ok && answer.error.status === 404) throw notFound();
  const { seller, products, total } = unwrap(answer);
  // The slug of a seller's former name redirects to the present slug (PROD-23).
  if (seller.slug !== slug) throw redirect(`/sellers/${seller.slug}${url.search}`, 301);
  const pathname = `/sellers/${seller.slug}`;
  const state = { ...readSearch(new URLSearchParams()), page, sort };
  checkPage(page, total, (shown) => searchHref(pathname, { ...state, page: shown }));
  const policy = await loadPolicy(call);
  const described = {
    title: seller.title,
    description: `Productos de ${seller.title} en ${policy.shopName}, con envío a toda Guatemala.`,
    canonical: `${url.origin}${searchHref(pathname, state)}`,
  };
  const meta = pageMeta(described, policy);
  return data(
    {
      seller,
      products: packCards(cardProducts(products, shopNow(), policy)),
      total,
      pathname,
      state,
      meta,
    },
    cachedPage(pageTags.seller),
  );
}

export const headers = pageHeaders;
export const meta: MetaFunction<typeof loader> = ({ loaderData }) => loaderData?.meta ?? [];

export default function SellerPage() {
  const { seller, products, total, pathname, state } = useLoaderData<typeof loader>();
  return (
    <main id="contenido" className="wrap">
      <Breadcrumbs crumbs={[{ title: seller.title }]} />
      <div className="mb-5 flex flex-wrap items-center justify-between gap-4">
        <div className="flex items-center gap-4">
          <span className="grid size-14 flex-none place-items-center rounded-leaf bg-primary-soft text-on-primary-soft">
            <Icon name="store" size="lg" />
          </span>
          <div>
            <h1 className="text-3xl leading-[1.15]">{seller.title}</h1>
            <p className="mt-1 text-sm text-ink-soft">{countText(total)}</p>
          </div>
        </div>
        <SortForm listing={{ pathname, state }} />
      </div>
      <ProductGrid products={products} />
      <Pager
        page={state.page}
        pages={Math.ceil(total / productsPerPage)}
        hrefOf={(page) => searchHref(pathname, { ...state, page })}
      />
    </main>
  );
}
