/** In milliseconds (CONST-05). The constant has its own file, because the checkout's frame needs no other coupon code. */
export const couponRemovalDelayMs = 500;
