/** Beside the keys of DEC-184: what a guest saved, skus alone, the last one first, until they log in. */
export const browserListKey = 'ceiba.saved';
