import { priceTexts } from '@ceiba/domain/prices/price-history';
import { Breadcrumbs } from '@ceiba/ui/breadcrumbs';
import { ButtonLink } from '@ceiba/ui/button';
import { data, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router';
import { apiContext } from '../platform/api.ts';
import { pageHeaders } from '../platform/page-headers.ts';
import { pageMeta } from '../platform/page-meta.ts';
import { shopNow } from '../platform/shop-time.ts';
import { loadPolicy } from '../policies/load-policy.ts';
import { PriceHistory } from '../prices/price-history.tsx';

/** A product's history of prices for browsers without scripts (PRICE-04). Never cached nor indexed: the product's page opens the same. */
export async function loader({ context, url: { origin, searchParams } }: LoaderFunctionArgs) {
  const call = context.get(apiContext);
  const sku = searchParams.get('sku') ?? '';
  const [policy, product, prices] = await Promise.all([
    loadPolicy(call),
    call('getProductBySku', { params: { sku } }),
    call('getProductPrices', { params: { sku }, query: {} }),
  ]);
  const found = product.ok ? { title: product.value.title, slug: product.value.slug } : null;
  const page = {
    title: priceTexts.history,
    description: `Lo que ha costado un producto de ${policy.shopName} en los últimos 90 días.`,
    canonical: `${origin}/precios`,
    isIndexed: false,
  };
  const answer = {
    product: found,
    prices: prices.ok ? prices.value.data : null,
    now: shopNow().toISOString(),
    meta: pageMeta(page, policy),
  };
  return data(answer, { headers: { 'Cache-Control': 'no-store' } });
}

export const headers = pageHeaders;
export const meta: MetaFunction<typeof loader> = ({ loaderData }) => loaderData?.meta ?? [];

export default function PricesPage() {
  const { product, prices, now } = useLoaderData<typeof loader>();
  return (
    <main id="contenido" className="wrap">
      <Breadcrumbs
        crumbs={[
          ...(product ? [{ title: product.title, path: `/${product.slug}` }] : []),
          { title: priceTexts.history },
        ]}
      />
      <div className="grid max-w-[560px] gap-5 pt-2">
        <h1 className="text-3xl leading-tight tracking-display">{priceTexts.history}</h1>
        <h2 className="heading-card">{product === null ? 'Este producto ya no está a la venta' : product.title}</h2>
        {product !== null && prices === null && (
          <p role="alert" className="panel text-ink-soft">
            No pudimos consultar los precios. Vuelve a cargar la página en un momento.
          </p>
        )}
        {product !== null && prices !== null && <PriceHistory prices={prices} now={new Date(now)} />}
        {product !== null && (
          <ButtonLink to={`/${product.slug}`} variant="tonal" className="justify-self-start">
            Ver el producto
          </ButtonLink>
        )}
      </div>
    </main>
  );
}
