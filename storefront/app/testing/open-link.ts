import type { Cart } from '@ceiba/contract/carts';
import type { LinkCart } from '@ceiba/contract/payment-links';
import type { Calls } from './network.ts';
import { sampleAddress } from './open-checkout.ts';
import { fryerCart, orderCalls } from './open-payment.ts';
import { renderScreen, type Screen } from './render-screen.tsx';
import { gtq, sampleCartId } from './samples.ts';

export const linkId = '00000000-0000-4000-8000-0000000000d1';
/** The copy that this browser gets. */
export const copyId = '00000000-0000-4000-8000-0000000000d2';
export const bearer = 'Bearer link.1.abc';

/** The address that the advisor typed. */
export const linkAddress = {
  ...sampleAddress,
  selectedShippingMethod: {
    carrierCode: 'tablerate' as const,
    methodCode: 'bestway' as const,
    carrierTitle: 'A domicilio',
    amount: gtq(30),
  },
};

const ofCopy = { id: copyId, cartId: copyId };
export const cartOfLink = (changes: Partial<Cart> = {}): Cart => ({ ...fryerCart, ...ofCopy, ...changes });

export const linkCart = (changes: Partial<LinkCart> = {}): LinkCart => ({
  status: 200,
  id: copyId,
  email: 'lucia@correo.gt',
  shippingAddress: linkAddress,
  billingAddress: null,
  paymentMethod: null,
  products: cartOfLink().items,
  totalQuantity: 1,
  coupons: [],
  employeeInfo: { firstName: 'Andrea', hash: 'asesor-demo', store: 'MAX' },
  ...changes,
});

/** The answer to the exchange of a link. */
export const opened = {
  status: 200,
  data: { cartId: copyId, token: 'link.1.abc', expiresAt: new Date(Date.now() + 86_400_000).toISOString() },
};

/** The text of a link that has been ordered (ADV-23). */
export const usedLinkText = /^Si ya pagaste con él, tu pedido está hecho: no tienes que pagar otra vez/;

export const ownCheckout = '{"own":"typed"}';
/** The local storage of that browser. */
export const ownLocal = { 'ceiba.cart': sampleCartId, 'ceiba.checkout': ownCheckout };

/** Opens the page of a payment link, in a browser that has its own cart and checkout. */
export const openLink = (calls: Calls = {}, kept: Record<string, string> = ownLocal): Promise<Screen> =>
  renderScreen(`/wa-link/${linkId}`, {
    local: kept,
    calls: {
      ...orderCalls,
      openPaymentLink: opened,
      getLinkCart: linkCart(),
      getCart: cartOfLink(),
      ...calls,
    },
  });
