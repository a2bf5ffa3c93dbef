/** Local storage (DEC-184): the steps of this browser's own checkout, and of the one of a payment link. */
export const checkoutStorageKeys = { own: 'ceiba.checkout', link: 'ceiba.checkout.link' } as const;

/** Session storage (record 0033): the tab's last order, and the one of which it has no answer yet. */
export const orderStorageKeys = { placed: 'ceiba.confirmation', sent: 'ceiba.attempt' } as const;
