/** Tabs tell each other here that the cart has another content (DEC-192); the message is the cart's id. */
export const cartChannelName = 'ceiba.cart';
