import { type DeskShop, deskShop, deskShopId } from '@ceiba/contract/desk/desk-shop';

const nameless: DeskShop = { name: 'la tienda', logo: null, logoOnDark: null };

/** Read once: a page that is open stays of the shop that it was opened for. */
let read: DeskShop | undefined;

/** The shop of this desk, read from its page; "la tienda" if the page names none. */
export const shopOfDesk = (): DeskShop => {
  if (read === undefined) {
    const said = document.getElementById(deskShopId)?.textContent;
    read = said ? deskShop.parse(JSON.parse(said)) : nameless;
  }
  return read;
};
