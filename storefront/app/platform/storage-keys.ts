// Keys of browser storage that more than one file reads (DEC-184, record 0033). The others stand in the store that keeps them.

/** Local storage: who is signed in, for all tabs of this browser. The token itself is a cookie no script reads (DEC-04). */
export const sessionStorageKey = 'ceiba.customer';

/** Local storage: the advisor at work in this browser, for all its tabs. */
export const advisorStorageKey = 'ceiba.advisor';

/** Local storage: the id of this browser's cart. */
export const cartStorageKey = 'ceiba.cart';

/** Local storage: what the offline page shows of that cart. */
export const lastCartStorageKey = 'ceiba.lastCart';

/** Tabs tell each other here that the cart has another content (DEC-192); the message is the cart's id. */
export const cartChannelName = 'ceiba.cart';

/** Local storage: the steps of this browser's own checkout, and of the one of a payment link. */
export const checkoutStorageKeys = { own: 'ceiba.checkout', link: 'ceiba.checkout.link' } as const;

/** Session storage: the tab's last order, and the one of which it has no answer yet. */
export const orderStorageKeys = { placed: 'ceiba.confirmation', sent: 'ceiba.attempt' } as const;

/** Local storage: what a guest saved, skus alone, the last one first, until they log in. */
export const browserListKey = 'ceiba.saved';

/** Session storage: address of the product of whose return a guest wants to be told, until a login has led back to it. */
export const wantedKey = 'ceiba.restock';
