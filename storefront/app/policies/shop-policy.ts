import type { ShopOffers } from '@ceiba/domain/policies/shop-offers';
import type { PublicPolicy } from '@ceiba/domain/policies/shop-policy';
import { useRouteLoaderData } from 'react-router';

/** The numbers and offers of the shop. Pages must not mention any other offer (record 0096). */
export type PublicTerms = PublicPolicy & ShopOffers;

/** Data that the root's loader sends with every page. */
export interface RootData {
  policy: PublicTerms;
  tagContainer: string | null;
  mapTiles?: string | undefined;
}

/** Template of the map's tiles (DEC-46). Undefined for the tiles of OpenStreetMap. */
export const useMapTiles = (): string | undefined => useRouteLoaderData<() => RootData>('root')?.mapTiles;

/** ID of the container that measures visits with a shopper's consent. Null if the shop has no container. */
export const useTagContainer = (): string | null => useRouteLoaderData<() => RootData>('root')?.tagContainer ?? null;

/** The numbers that pages quote, as an operator last set them. Every page contains them. */
export function usePolicy(): PublicTerms {
  const data = useRouteLoaderData<() => RootData>('root');
  if (data === undefined) throw new Error('the root loader returned no shop policy');
  return data.policy;
}
