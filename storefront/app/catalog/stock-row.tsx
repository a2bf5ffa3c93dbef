import type { ProductStores, StoreStock } from '@ceiba/contract/delivery';
import { civilDate, guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { clockWords, momentWords } from '@ceiba/domain/delivery/store-day';
import { cx } from '@ceiba/ui/class-names';
import { Icon } from '@ceiba/ui/icon';
import type { ReactNode } from 'react';
import { arrivalText, distanceText } from '../delivery/delivery-texts.ts';
import { mapLinks } from '../locations/store-words.ts';

const looks: Record<StoreStock['state'], { icon: string; className: string }> = {
  now: { icon: 'circle-check', className: 'text-success' },
  few: { icon: 'flame', className: 'text-on-offer-soft' },
  transfer: { icon: 'truck', className: 'text-ink' },
  none: { icon: 'ban', className: 'text-ink-muted' },
};

/** "Lista hoy a las 12:00". The message of a transfer already names the day. Empty if the store cannot hand the product over. */
function readyText({ state, pickupDate, pickupTime }: StoreStock, asOf: string): string {
  if (pickupDate === null || pickupTime === null) return '';
  if (state === 'transfer') return `Desde ${clockWords(pickupTime)}`;
  return `Lista ${momentWords(civilDate(pickupDate), pickupTime, guatemalaDate(new Date(asOf)))}`;
}

/** A store with its stock of one product, its hours and directions (LIVE-02). `action` is shown where the store can hand it over. */
export function StockRow({ store, asOf, action }: { store: StoreStock; asOf: string; action?: ReactNode }) {
  const { icon, className } = looks[store.state];
  const ready = readyText(store, asOf);
  return (
    <li className="grid gap-1 p-4 text-sm">
      <p className="flex items-baseline justify-between gap-3">
        <b className="text-base font-semibold">{store.name}</b>
        {store.distanceKm !== null && (
          <span className="flex-none text-ink-muted tabular-nums">{distanceText(store.distanceKm)}</span>
        )}
      </p>
      <p className="text-ink-soft">{[store.city, store.zone].filter((part) => part !== '').join(', ')}</p>
      <p className={cx('mt-1 flex gap-2 font-semibold', className)}>
        <Icon name={icon} size="sm" className="mt-0.5" />
        {store.message}
      </p>
      {ready !== '' && <p className="pl-6 text-ink-soft tabular-nums">{ready}</p>}
      <p className="flex gap-2 text-ink-soft tabular-nums">
        <Icon name="clock" size="sm" className="mt-0.5" />
        {store.hours}
      </p>
      <p className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1">
        {store.state !== 'none' && action}
        <a href={mapLinks(store).google} target="_blank" rel="noopener noreferrer" className="place-button">
          <Icon name="map-pin" size="sm" />
          Cómo llegar
          <span className="sr-only">: {store.name}</span>
        </a>
      </p>
    </li>
  );
}

/** The reason why no store is listed: the product is only delivered (LIVE-06), or the shop has no stores. */
export function StoresNotice({ notPickedUp }: Pick<ProductStores, 'notPickedUp'>) {
  if (notPickedUp === null)
    return <p className="panel text-ink-soft">Aún no tenemos tiendas. Llevamos tu compra hasta tu puerta.</p>;
  const { message, deliveryDate, deliveryMessage } = notPickedUp;
  const arrival = arrivalText({ deliveryDate, pickupDate: null, message: deliveryMessage });
  return (
    <div className="panel grid gap-1">
      <p className="font-semibold">{message}</p>
      {deliveryMessage !== '' && (
        <p className="flex gap-2 text-sm text-ink-soft">
          <Icon name="truck" size="sm" className="mt-0.5" />
          {arrival.charAt(0).toUpperCase() + arrival.slice(1)}
        </p>
      )}
    </div>
  );
}
