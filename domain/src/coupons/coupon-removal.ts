/** In milliseconds (CONST-05). It is in its own file because the checkout's frame needs nothing else about coupons. */
export const couponRemovalDelayMs = 500;
