import type { Cart } from '@ceiba/contract/carts';
import type { Calls } from './network.ts';
import { renderScreen, type Screen } from './render-screen.tsx';
import { sampleCartId } from './samples.ts';

/** Opens the cart page of a browser with this cart. There are no dates and suggestions unless the test sets them. */
export const openCart = (cart: Cart, calls: Calls = {}, local: Record<string, string> = {}): Promise<Screen> =>
  renderScreen('/cart', {
    local: { 'ceiba.cart': sampleCartId, ...local },
    calls: {
      getCart: cart,
      computeDeliveryTimes: { status: 201, data: [] },
      ...calls,
    },
  });
