import { type DeskShop, deskShopMetas } from '@ceiba/contract/desk/desk-shop';

/** The shop, once it was read. It does not change while the page is open. */
let read: DeskShop | undefined;

const textOf = (name: string): string | null =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? null;

/** Reads the shop of this desk from the page's HTML. If the HTML has no name, the name is "la tienda". */
export const shopOfDesk = (): DeskShop => {
  read ??= {
    name: textOf(deskShopMetas.name) ?? 'la tienda',
    logo: textOf(deskShopMetas.logo),
    logoOnDark: textOf(deskShopMetas.logoOnDark),
    mapTiles: textOf(deskShopMetas.mapTiles),
  };
  return read;
};
