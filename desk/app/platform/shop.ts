import { type DeskShop, deskShopMetas } from '@ceiba/contract/desk/desk-shop';

/** Read once: an open page belongs to the shop for which it was opened. */
let read: DeskShop | undefined;

const textOf = (name: string): string | null =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? null;

/** The shop of this desk, read from the page's HTML; "la tienda" if it names none. */
export const shopOfDesk = (): DeskShop => {
  read ??= {
    name: textOf(deskShopMetas.name) ?? 'la tienda',
    logo: textOf(deskShopMetas.logo),
    logoOnDark: textOf(deskShopMetas.logoOnDark),
  };
  return read;
};
