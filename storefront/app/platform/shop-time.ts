import type {} from '@ceiba/client/server-clock';

/** Milliseconds since 1970 by the shop's clock, whatever this browser's clock says. Sales, ends and expiries depend on it. */
export const shopTime = (): number => globalThis.ceibaNow?.() ?? Date.now();

/** The current time of the shop's clock. */
export const shopNow = (): Date => new Date(shopTime());
