import { type DeskShop, deskShop, deskShopId } from '@ceiba/contract/desk/desk-shop';

const nameless: DeskShop = { name: 'la tienda', logo: null, logoOnDark: null };

/** Read once: a page that is open stays of the shop that it was opened for. */
let read: DeskShop | undefined;

/** Which shop this desk is of, as its page says; a page that says nothing is of "la tienda". */
export const shopOfDesk = (): DeskShop => {
  if (read === undefined) {
    const said = document.getElementById(deskShopId)?.textContent;
    read = said ? deskShop.parse(JSON.parse(said)) : nameless;
  }
  return read;
};
