/** Local storage: the id of this browser's cart (DEC-184). */
export const cartStorageKey = 'ceiba.cart';

/** Local storage, beside the keys of DEC-184: what the offline page shows of that cart. */
export const lastCartStorageKey = 'ceiba.lastCart';
