import type {} from '@ceiba/client/server-clock';

/** Milliseconds since 1970 by the shop's clock, whatever this browser's says: what sells, ends or expires goes by it. */
export const shopTime = (): number => globalThis.ceibaNow?.() ?? Date.now();

/** Now, by the shop's clock. */
export const shopNow = (): Date => new Date(shopTime());
