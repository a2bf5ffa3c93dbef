// Keys of browser storage that several files read (DEC-184, record 0033). The other keys are in the file that uses them.

/** Local storage: the session, for all tabs of this browser. The token itself is a cookie that scripts cannot read (DEC-04). */
export const sessionStorageKey = 'ceiba.customer';

/** Local storage: the advisor at work in this browser, for all its tabs. */
export const advisorStorageKey = 'ceiba.advisor';

/** Local storage: the ID of this browser's cart. */
export const cartStorageKey = 'ceiba.cart';

/** Local storage: the last seen cart, for the offline page. */
export const lastCartStorageKey = 'ceiba.lastCart';

/** The channel on which tabs announce that the cart has changed (DEC-192). The message is the cart's ID. */
export const cartChannelName = 'ceiba.cart';

/** Local storage: the steps of this browser's own checkout, and of a payment link's. */
export const checkoutStorageKeys = { own: 'ceiba.checkout', link: 'ceiba.checkout.link' } as const;

/** Local storage: the shopper's bank and brand of card, for the plans that pages show (BANK-06). */
export const bankStorageKey = 'ceiba.bank';

/** Session storage: the tab's last order, and the order that has no answer yet. */
export const orderStorageKeys = { placed: 'ceiba.confirmation', sent: 'ceiba.attempt' } as const;

/** Local storage: SKUs that a guest saved, the last one first, until they log in. */
export const browserListKey = 'ceiba.saved';

/** Session storage: address of the product for which a guest wants a restock mail, until a login has led back to it. */
export const wantedKey = 'ceiba.restock';
