import { unwrap } from '@ceiba/client/call-failure';
import type { StorePage as Store } from '@ceiba/contract/locations';
import { pageTags } from '@ceiba/contract/page-tags';
import { formatTypedPhone } from '@ceiba/domain/customers/phone';
import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { exceptionTable, weekTable } from '@ceiba/domain/delivery/store-day';
import { helpPagePath, storesPage } from '@ceiba/domain/help/help-pages';
import { Breadcrumbs } from '@ceiba/ui/breadcrumbs';
import { Icon } from '@ceiba/ui/icon';
import type { ReactNode } from 'react';
import { data, Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router';
import { placeText } from '../delivery/delivery-texts.ts';
import { StoreToday } from '../locations/store-today.tsx';
import { mapLinks, storePath, storeSchema } from '../locations/store-words.ts';
import { apiContext } from '../platform/api.ts';
import { notFound, pageHeaders, pageUntil } from '../platform/page-headers.ts';
import { breadcrumbList, pageMeta } from '../platform/page-meta.ts';
import { shopNow } from '../platform/shop-time.ts';
import { loadPolicy } from '../policies/load-policy.ts';
import { SupportPhone } from '../policies/support-phone.tsx';

const crumbsOf = ({ name }: Pick<Store, 'name'>) => [
  { title: storesPage.title, path: storesPage.path },
  { title: name },
];

export async function loader({ context, url: { origin }, params }: LoaderFunctionArgs) {
  const call = context.get(apiContext);
  const [stores, help, policy] = await Promise.all([
    call('listStores', {}).then(unwrap),
    call('getHelp', {}).then(unwrap),
    loadPolicy(call),
  ]);
  const store = stores.find(({ slug }) => slug === params.slug);
  if (store === undefined) throw notFound();
  const today = guatemalaDate(shopNow());
  const page = {
    title: store.name,
    description: `${store.name}: ${placeText(store)}. Horario, cómo llegar y qué puedes recoger.`,
    canonical: `${origin}${storePath(store)}`,
    structured: [breadcrumbList(origin, crumbsOf(store)), storeSchema(origin, store, policy, today)],
  };
  const meta = pageMeta(page, policy);
  const special = exceptionTable(store.exceptions, today);
  return data({ store, special, pickup: help.pickup, meta }, pageUntil(pageTags.stores, store.today.changesAt));
}

export const headers = pageHeaders;
export const meta: MetaFunction<typeof loader> = ({ loaderData }) => loaderData?.meta ?? [];

/** A store with its address, its hours and its pickup times. */
export default function StorePage() {
  const { store, special, pickup } = useLoaderData<typeof loader>();
  return (
    <main id="contenido" className="wrap">
      <Breadcrumbs crumbs={crumbsOf(store)} />
      <h1 className="pt-2 pb-6 text-4xl leading-tight tracking-display">{store.name}</h1>
      <div className="grid gap-3 lg:grid-cols-2 lg:gap-4">
        <Part title="Dirección" icon="map-pin">
          <address className="not-italic">
            {placeText(store)}
            {store.department !== '' && store.department !== store.city && `, ${store.department}`}
          </address>
          <MapButtons store={store} />
        </Part>
        <Part title="Horario" icon="clock">
          <StoreToday today={store.today} />
          <Week store={store} />
          <SpecialDays days={special} />
        </Part>
        <Part title="Qué puedes recoger" icon="package-check">
          <ul className="grid list-disc gap-1.5 pl-5">
            <li>Lo que vende la tienda y elijas recoger en tienda. Recoger es gratis.</li>
            <li>Si la tienda tiene todo lo de tu pedido, está listo en {pickup.inStore}, dentro de su horario.</li>
            <li>Si hay que llevarlo desde la bodega, en {pickup.fromWarehouse}.</li>
            <li>Lo de otros vendedores no se recoge en tienda: ellos lo llevan a tu dirección.</li>
          </ul>
          <p>
            Al comprar ves cuándo está listo. Lleva tu número de pedido y tu documento.{' '}
            <Link to={helpPagePath('entregas')} discover="none" className="link">
              Más sobre entregas
            </Link>
          </p>
        </Part>
        <Part title="Servicios" icon="store">
          <ul className="grid list-disc gap-1.5 pl-5">
            <li>Recoge en tienda</li>
            {store.services.map((service) => (
              <li key={service}>{service}</li>
            ))}
          </ul>
          <p>
            ¿Dudas? Llámanos al{' '}
            {store.phone === null ? (
              <SupportPhone />
            ) : (
              <a className="link whitespace-nowrap" href={`tel:+502${store.phone}`}>
                {formatTypedPhone(store.phone)}
              </a>
            )}
            .
          </p>
        </Part>
      </div>
    </main>
  );
}

function Part({ title, icon, children }: { title: string; icon: string; children: ReactNode }) {
  return (
    <section className="panel grid content-start gap-3 text-ink-soft">
      <h2 className="heading-card flex items-center gap-2 text-ink">
        <Icon name={icon} className="text-primary" />
        {title}
      </h2>
      {children}
    </section>
  );
}

function MapButtons({ store }: { store: Store }) {
  const { google, waze } = mapLinks(store);
  return (
    <p className="flex flex-wrap gap-3">
      {[
        ['Google Maps', google],
        ['Waze', waze],
      ].map(([name, href]) => (
        <a key={name} href={href} target="_blank" rel="noopener noreferrer" className="btn btn-outline btn-sm">
          Cómo llegar en {name}
        </a>
      ))}
    </p>
  );
}

function Week({ store: { hours } }: { store: Store }) {
  if (hours.length === 0) return null;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 text-sm tabular-nums">
      {weekTable(hours).map(({ days, text }) => (
        <div key={days} className="contents">
          <dt className="font-medium text-ink">{days}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The next days on which the store closes or has other hours, with their reasons. */
function SpecialDays({ days }: { days: ReturnType<typeof exceptionTable> }) {
  if (days.length === 0) return null;
  return (
    <>
      <h3 className="text-sm font-semibold text-ink">Días especiales</h3>
      <ul className="grid gap-1.5 text-sm tabular-nums">
        {days.map(({ date, day, text, reason }) => (
          <li key={date}>
            <span className="font-medium text-ink first-letter:uppercase inline-block">{day}</span>: {text} ({reason})
          </li>
        ))}
      </ul>
    </>
  );
}
