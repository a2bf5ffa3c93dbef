import type { PickupStore } from '@ceiba/contract/delivery';
import { distanceKm } from '@ceiba/domain/locations/location';
import { useState } from 'react';
import { useCheckout } from '../checkout/checkout-store.ts';
import { Button } from '../ui/button.tsx';
import { RadioCard } from '../ui/choice.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { TextField } from '../ui/field.tsx';
import { pickupReadyText, placeText } from './delivery-texts.ts';

/** Stores that can serve every item, nearest first (DEL-25). */
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
  const point = useCheckout((state) => state.userData.point);
  const [words, setWords] = useState('');
  const [code, setCode] = useState(chosenCode);
  const shown = filterStores(stores, words);
  const chosen = stores.find((store) => store.storeCode === code);
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title="Elige tu tienda"
      footer={
        <Button block disabled={chosen === undefined} onClick={() => chosen && onChoose(chosen)}>
          Elegir tienda
        </Button>
      }
    >
      <div className="grid gap-3.5">
        <TextField
          label="Buscar tienda"
          name="storeSearch"
          type="search"
          placeholder="Busca por zona o municipio"
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <fieldset className="grid gap-3">
          <legend className="sr-only">Tiendas</legend>
          {shown.map((store) => (
            <RadioCard
              key={store.storeCode}
              name="store"
              value={store.storeCode}
              checked={store.storeCode === code}
              onChange={() => setCode(store.storeCode)}
              title={store.name}
              text={
                <>
                  <span className="block">{placeText(store)}</span>
                  <span className="block font-semibold text-success">{store.message}</span>
                  <span className="block">{pickupReadyText(store)}</span>
                </>
              }
              aside={
                point !== null && (
                  <span className="text-sm text-ink-soft tabular-nums">{distanceKm(point, store).toFixed(1)} km</span>
                )
              }
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

/** "Zona 10" and "zóna 10" are the same words. */
const plain = (text: string): string => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

/** Stores whose name or address holds every word typed. */
export function filterStores<S extends Pick<PickupStore, 'name' | 'street' | 'zone' | 'city'>>(
  stores: readonly S[],
  words: string,
): readonly S[] {
  const wanted = plain(words)
    .split(/\s+/)
    .filter((word) => word !== '');
  return stores.filter((store) => {
    const text = plain([store.name, store.street, store.zone, store.city].join(' '));
    return wanted.every((word) => text.includes(word));
  });
}
