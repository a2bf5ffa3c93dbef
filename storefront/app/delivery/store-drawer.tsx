import type { PickupStore } from '@ceiba/contract/delivery';
import { distanceKm, type MapPoint } from '@ceiba/domain/locations/location';
import { Button } from '@ceiba/ui/button';
import { RadioCard } from '@ceiba/ui/choice';
import { cx } from '@ceiba/ui/class-names';
import { Drawer } from '@ceiba/ui/drawer';
import { TextInput } from '@ceiba/ui/field';
import { Icon } from '@ceiba/ui/icon';
import { IconButton } from '@ceiba/ui/icon-button';
import { type ReactNode, Suspense, useState } from 'react';
import { useCheckout } from '../checkout/checkout-store.ts';
import { lazyPart } from '../platform/lazy-part.tsx';
import { distanceText, pickupReadyText, placeText } from './delivery-texts.ts';
import { MapPlace } from './map-place.tsx';
import { useGeolocation } from './use-geolocation.ts';

/** Loads after the list, which needs no map. */
const StoreMap = lazyPart(() => import('./store-map.tsx'));

/** Stores that can serve every item, nearest first, as a list and on a map (DEL-25). */
export default function StoreDrawer({
  open,
  stores,
  chosenCode,
  onClose,
  onChoose,
}: {
  open: boolean;
  stores: readonly PickupStore[];
  chosenCode: string | null;
  onClose: () => void;
  onChoose: (store: PickupStore) => void;
}) {
  const confirmed = useCheckout((state) => state.userData.point);
  const [found, setFound] = useState<MapPoint | null>(null);
  const place = found ?? confirmed;
  const [words, setWords] = useState('');
  const [code, setCode] = useState(chosenCode);
  const shown = filterStores(sortStoresFrom(place, stores), words);
  const chosen = stores.find((store) => store.storeCode === code);
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title="Elige tu tienda"
      footer={
        <Button block disabled={chosen === undefined} onClick={() => chosen && onChoose(chosen)}>
          {chosen === undefined ? 'Elegir tienda' : `Recoger en ${chosen.name}`}
        </Button>
      }
    >
      <div className="grid gap-3.5">
        <StoreSearch words={words} onChange={setWords} />
        <MapWithLocation onFound={setFound}>
          {(aside) => (
            <StoreMap
              stores={shown}
              chosenCode={code}
              place={place}
              isSearched={words.trim() !== ''}
              onChoose={setCode}
              aside={aside}
            />
          )}
        </MapWithLocation>
        <fieldset className="grid gap-3">
          <legend className="sr-only">Tiendas</legend>
          {shown.map((store) => (
            <StoreCard
              key={store.storeCode}
              store={store}
              place={place}
              isChosen={store.storeCode === code}
              onChoose={() => setCode(store.storeCode)}
            />
          ))}
        </fieldset>
        <p role="status" className="text-sm text-ink-muted">
          {shown.length === 0 && 'Ninguna tienda coincide con tu búsqueda.'}
        </p>
      </div>
    </Drawer>
  );
}

function StoreSearch({ words, onChange }: { words: string; onChange: (words: string) => void }) {
  return (
    <div className="relative">
      <TextInput
        type="search"
        name="storeSearch"
        aria-label="Buscar tienda"
        placeholder="Busca por zona o municipio"
        value={words}
        onChange={(event) => onChange(event.currentTarget.value)}
        className="pr-11 [&::-webkit-search-cancel-button]:hidden"
      />
      <Icon name="search" className="pointer-events-none absolute top-1/2 right-3.5 -translate-y-1/2 text-ink-soft" />
    </div>
  );
}

/** Reserves the map's space until it loads. `aside` holds the button that asks for the browser's location. */
function MapWithLocation({
  onFound,
  children,
}: {
  onFound: (place: MapPoint) => void;
  children: (aside: ReactNode) => ReactNode;
}) {
  const { locate, isLocating, isRefused } = useGeolocation(onFound);
  const aside = (
    <IconButton raised label="Mi ubicación" aria-busy={isLocating} onClick={locate}>
      <Icon name="locate-fixed" />
    </IconButton>
  );
  return (
    <>
      <Suspense fallback={<MapPlace>{aside}</MapPlace>}>{children(aside)}</Suspense>
      <p role="status" className="text-sm text-ink-muted empty:hidden">
        {isRefused && 'No pudimos obtener tu ubicación.'}
      </p>
    </>
  );
}

function StoreCard({
  store,
  place,
  isChosen,
  onChoose,
}: {
  store: PickupStore;
  place: MapPoint | null;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const isInStore = store.foundInStore !== false;
  return (
    <RadioCard
      name="store"
      value={store.storeCode}
      checked={isChosen}
      onChange={onChoose}
      title={store.name}
      className="items-start"
      text={
        <>
          <span className="block">{placeText(store)}</span>
          <span className="block">{store.message}</span>
          <span className={cx('block font-semibold', isInStore && 'text-success')}>{pickupReadyText(store)}</span>
        </>
      }
      aside={
        place !== null && (
          <span className="text-sm whitespace-nowrap text-ink-soft tabular-nums">
            {distanceText(distanceKm(place, store))}
          </span>
        )
      }
    />
  );
}

/** Sorts the nearest store first. Without a known point, keeps the server's order, because the server knows only the place's name. */
export function sortStoresFrom<S extends MapPoint>(place: MapPoint | null, stores: readonly S[]): readonly S[] {
  return place === null ? stores : stores.toSorted((a, b) => distanceKm(place, a) - distanceKm(place, b));
}

/** "Zona 10" and "zóna 10" compare as equal. */
const plain = (text: string): string => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

/** Stores whose name or address contains every typed word. */
export function filterStores<S extends Pick<PickupStore, 'name' | 'street' | 'zone' | 'city'>>(
  stores: readonly S[],
  words: string,
): readonly S[] {
  const typedWords = plain(words)
    .split(/\s+/)
    .filter((word) => word !== '');
  return stores.filter((store) => {
    const text = plain([store.name, store.street, store.zone, store.city].join(' '));
    return typedWords.every((word) => text.includes(word));
  });
}
