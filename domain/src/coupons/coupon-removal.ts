/** In milliseconds (CONST-05). The constant is in a separate file, because the checkout's frame needs no other coupon code. */
export const couponRemovalDelayMs = 500;
