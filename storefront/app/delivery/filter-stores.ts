import type { PickupStore } from '@ceiba/contract/delivery';

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
