/** CONST-05, in milliseconds. A file of its own: the checkout's frame needs nothing else of coupons. */
export const couponRemovalDelayMs = 500;

/** Said when a reload has taken a coupon off. */
export const couponGoneTexts = (code: string): { title: string; message: string } => ({
  title: 'Quitamos tu cupón',
  message: `Al recargar la página se quita. Aplica ${code} otra vez.`,
});
