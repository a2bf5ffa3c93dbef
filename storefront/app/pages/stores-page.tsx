import { unwrap } from '@ceiba/client/call-failure';
import type { StorePage } from '@ceiba/contract/locations';
import { pageTags } from '@ceiba/contract/page-tags';
import { helpPagePath, helpPath, storesPage } from '@ceiba/domain/help/help-pages';
import { Breadcrumbs } from '@ceiba/ui/breadcrumbs';
import { ButtonLink } from '@ceiba/ui/button';
import { EmptyState } from '@ceiba/ui/empty-state';
import { Icon } from '@ceiba/ui/icon';
import { data, Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router';
import { placeText } from '../delivery/delivery-texts.ts';
import { StoreToday } from '../locations/store-today.tsx';
import { firstChange, storePath, storeSchema } from '../locations/store-words.ts';
import { apiContext } from '../platform/api.ts';
import { cachedPage, pageHeaders, pageUntil } from '../platform/page-headers.ts';
import { breadcrumbList, pageMeta } from '../platform/page-meta.ts';
import { loadPolicy } from '../policies/load-policy.ts';

const { path, title } = storesPage;
const crumbs = [{ title: 'Ayuda', path: helpPath }, { title }];

export async function loader({ context, url: { origin } }: LoaderFunctionArgs) {
  const call = context.get(apiContext);
  const [stores, policy] = await Promise.all([call('listStores', {}).then(unwrap), loadPolicy(call)]);
  const page = {
    title,
    description: `Dirección y horario de hoy de las tiendas de ${policy.shopName} donde puedes recoger tu compra gratis.`,
    canonical: `${origin}${path}`,
    structured: [breadcrumbList(origin, crumbs), ...stores.map((store) => storeSchema(origin, store, policy))],
  };
  const meta = pageMeta(page, policy);
  const until = firstChange(stores);
  return data({ stores, meta }, until === undefined ? cachedPage(pageTags.stores) : pageUntil(pageTags.stores, until));
}

export const headers = pageHeaders;
export const meta: MetaFunction<typeof loader> = ({ loaderData }) => loaderData?.meta ?? [];

/** Every store with pickup, in the shop's order. */
export default function StoresPage() {
  const { stores } = useLoaderData<typeof loader>();
  return (
    <main id="contenido" className="wrap">
      <Breadcrumbs crumbs={crumbs} />
      <header className="max-w-[62ch] pt-2 pb-6">
        <h1 className="text-4xl leading-tight tracking-display">{title}</h1>
        {stores.length > 0 && (
          <p className="mt-3 text-lg text-ink-soft">Compra en línea y recoge gratis en la que te quede mejor.</p>
        )}
      </header>
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
