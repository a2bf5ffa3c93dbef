/** Local storage: the id of this browser's cart (DEC-184). */
export const cartStorageKey = 'ceiba.cart';
