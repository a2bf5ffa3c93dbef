/** Local storage (DEC-184): the steps of this browser's own checkout, and of the one of a payment link. */
export const checkoutStorageKeys = { own: 'ceiba.checkout', link: 'ceiba.checkout.link' } as const;
