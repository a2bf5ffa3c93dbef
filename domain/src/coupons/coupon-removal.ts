/** CONST-05, in milliseconds. A file of its own: the checkout's frame needs nothing else of coupons. */
export const couponRemovalDelayMs = 500;
