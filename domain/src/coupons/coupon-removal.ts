/** CONST-05, in milliseconds. */
export const couponRemovalDelayMs = 500;
