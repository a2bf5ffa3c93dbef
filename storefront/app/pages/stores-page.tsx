import { unwrap } from '@ceiba/client/call-failure';
import type { Client } from '@ceiba/contract/client';
import type { StorePage } from '@ceiba/contract/locations';
import { pageTags } from '@ceiba/contract/page-tags';
import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { storesTexts } from '@ceiba/domain/delivery/store-availability';
import { helpPagePath, helpPath, storesPage } from '@ceiba/domain/help/help-pages';
import { priceTexts } from '@ceiba/domain/prices/price-history';
import { Breadcrumbs } from '@ceiba/ui/breadcrumbs';
import { ButtonLink } from '@ceiba/ui/button';
import { EmptyState } from '@ceiba/ui/empty-state';
import { Icon } from '@ceiba/ui/icon';
import { data, Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router';
import { StockRow, StoresNotice } from '../catalog/stock-row.tsx';
import { placeText } from '../delivery/delivery-texts.ts';
import { StoreToday } from '../locations/store-today.tsx';
import { firstChange, storePath, storeSchema } from '../locations/store-words.ts';
import { apiContext } from '../platform/api.ts';
import { island } from '../platform/island.tsx';
import { cachedPage, pageHeaders, pageUntil } from '../platform/page-headers.ts';
import { breadcrumbList, pageMeta } from '../platform/page-meta.ts';
import { shopNow } from '../platform/shop-time.ts';
import { loadPolicy } from '../policies/load-policy.ts';

const PriceHistory = island(() => import('../prices/price-history.tsx'), 'touched');

const { path, title } = storesPage;
const crumbs = [{ title: 'Ayuda', path: helpPath }, { title }];

/** A product's stores and prices now, for browsers without scripts (LIVE-01, PRICE-04). Null if the page is not about a product. */
async function loadStock(call: Client, query: URLSearchParams) {
  const sku = query.get('sku');
  if (sku === null) return null;
  const quantity = Number(query.get('quantity') ?? 1);
  const [product, stock, prices] = await Promise.all([
    call('getProductBySku', { params: { sku } }),
    call('getProductStores', { params: { sku }, query: { quantity } }),
    call('getProductPrices', { params: { sku }, query: {} }),
  ]);
  const found = product.ok ? { title: product.value.title, slug: product.value.slug } : null;
  return {
    product: found,
    stock: stock.ok ? stock.value.data : null,
    prices: prices.ok ? prices.value.data : null,
    now: shopNow().toISOString(),
    quantity,
  };
}

export async function loader({ context, url: { origin, searchParams } }: LoaderFunctionArgs) {
  const call = context.get(apiContext);
  const [stores, policy, live] = await Promise.all([
    call('listStores', {}).then(unwrap),
    loadPolicy(call),
    loadStock(call, searchParams),
  ]);
  const today = guatemalaDate(shopNow());
  const page = {
    title,
    description: `Dirección y horario de hoy de las tiendas de ${policy.shopName} donde puedes recoger tu compra gratis.`,
    canonical: `${origin}${path}`,
    isIndexed: live === null,
    structured: [breadcrumbList(origin, crumbs), ...stores.map((store) => storeSchema(origin, store, policy, today))],
  };
  const meta = pageMeta(page, policy);
  const until = firstChange(stores);
  if (live !== null) return data({ stores, meta, live }, { headers: { 'Cache-Control': 'no-store' } });
  const cached = until === undefined ? cachedPage(pageTags.stores) : pageUntil(pageTags.stores, until);
  return data({ stores, meta, live }, cached);
}

export const headers = pageHeaders;
export const meta: MetaFunction<typeof loader> = ({ loaderData }) => loaderData?.meta ?? [];

/** Every store with pickup, in the shop's order. */
export default function StoresPage() {
  const { stores, live } = useLoaderData<typeof loader>();
  return (
    <main id="contenido" className="wrap">
      <Breadcrumbs crumbs={crumbs} />
      <header className="max-w-[62ch] pt-2 pb-6">
        <h1 className="text-4xl leading-tight tracking-display">{title}</h1>
        {stores.length > 0 && (
          <p className="mt-3 text-lg text-ink-soft">Compra en línea y recoge gratis en la que te quede mejor.</p>
        )}
      </header>
      {live !== null && <ProductStock {...live} />}
      {stores.length === 0 ? (
        <EmptyState
          title="Aún no tenemos tiendas"
          text="Mientras tanto llevamos tu compra hasta tu puerta."
          action={<ButtonLink to={helpPagePath('entregas')}>Ver entregas</ButtonLink>}
        />
      ) : (
        <ul className="grid cols-three gap-3 lg:gap-4">
          {stores.map((store) => (
            <StoreCard key={store.storeCode} store={store} />
          ))}
        </ul>
      )}
    </main>
  );
}

/** Shows where one product can be picked up now, and its price history. */
function ProductStock({ product, stock, prices, now, quantity }: NonNullable<Awaited<ReturnType<typeof loadStock>>>) {
  return (
    <section aria-labelledby={stockId} className="mb-10 grid max-w-[62ch] gap-3">
      <h2 id={stockId} className="heading-card">
        {product === null ? 'Este producto ya no está a la venta' : product.title}
      </h2>
      {product !== null && stock === null && (
        <p role="alert" className="panel text-ink-soft">
          No pudimos consultar las tiendas. Vuelve a cargar la página en un momento.
        </p>
      )}
      {product !== null && stock !== null && (
        <>
          <p className="text-sm text-ink-soft">
            {quantity === 1 ? '1 unidad' : `${quantity} unidades`}. {storesTexts.noReservation}
          </p>
          {stock.notPickedUp !== null || stock.stores.length === 0 ? (
            <StoresNotice notPickedUp={stock.notPickedUp} />
          ) : (
            <ul className="panel grid divide-y divide-border p-0">
              {stock.stores.map((store) => (
                <StockRow key={store.storeCode} store={store} asOf={stock.asOf} />
              ))}
            </ul>
          )}
          <ButtonLink to={`/${product.slug}`} variant="tonal" className="justify-self-start">
            Ver el producto
          </ButtonLink>
        </>
      )}
      {product !== null && prices !== null && (
        <section id="precios" className="mt-6 grid max-w-[560px] gap-4">
          <h2 className="heading-card">{priceTexts.history}</h2>
          <PriceHistory prices={prices} now={new Date(now)} />
        </section>
      )}
    </section>
  );
}

const stockId = 'tiendas-con-el-producto';

function StoreCard({ store }: { store: StorePage }) {
  return (
    <li className="panel relative grid content-start gap-2 hover:shadow-[0_0_0_1.5px_var(--color-primary)]">
      {store.department !== '' && <p className="text-sm font-medium text-ink-muted">{store.department}</p>}
      <h2 className="heading-card">
        <Link to={storePath(store)} discover="none" className="after:absolute after:inset-0 hover:text-link">
          {store.name}
        </Link>
      </h2>
      <p className="flex gap-2 text-sm text-ink-soft">
        <Icon name="map-pin" size="sm" className="mt-0.5" />
        {placeText(store)}
      </p>
      <StoreToday today={store.today} />
    </li>
  );
}
