/** The shop that this desk belongs to. */
export interface DeskShop {
  name: string;
  /** Addresses of the logo for light and for dark backgrounds. Null if the name is shown instead. */
  logo: string | null;
  logoOnDark: string | null;
  /** Template of the addresses of map tiles. If null, the desk uses OpenStreetMap. */
  mapTiles: string | null;
}

/** Names of the `meta` elements in the desk's page. They contain the shop's identity, so that the first frame and the sign-in need no call. */
export const deskShopMetas = {
  name: 'application-name',
  logo: 'shop-logo',
  logoOnDark: 'shop-logo-on-dark',
  mapTiles: 'map-tiles',
} as const satisfies Record<keyof DeskShop, string>;
