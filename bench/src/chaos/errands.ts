import { createHash } from 'node:crypto';
import { cash, type ReadyCart, type shopper, textIn } from '../purchase-journey.ts';
import { openWallet } from './wallet.ts';

type Shopper = ReturnType<typeof shopper>;

/** What shoppers know of the shop they buy in. */
export interface Market {
  basket: () => string[];
  couponCode: string;
  /** A product of which one, picked up in the store, costs exactly what one of the points programs' certificates pays. */
  roundSku: string;
  /** Hashes of advisors of the store. */
  advisors: readonly string[];
  store: string;
  /** Ids of the orders the demo shop came with. */
  earlierOrders: readonly string[];
}

/** A shopper on an errand, as a guest and with a wallet of their own. */
export interface Buyer {
  /** From 0; tells buyers apart. */
  index: number;
  guest: Shopper;
  /** Shoppers who send these headers with every call. */
  as(headers: Record<string, string>): Shopper;
  market: Market;
}

/** What a shopper was told. */
export interface ToldOrder {
  cartId: string;
  number: number;
}

type Errand = (buyer: Buyer) => Promise<ToldOrder>;

const card = { paymentType: 'Card', paymentPlan: 1, ccDate: '12/39', ccCVV: '123', ccOwner: 'Lucía Paz' };
const goodCard = { ...card, ccNumber: '4111111111111111' };
/** Charged at once, answered late. */
const lateCard = { ...card, ccNumber: '4000000000000515' };
const declinedCard = { ...card, ccNumber: '4000000000000002' };

const told = async ({ order }: Shopper, cart: ReadyCart, payment: object, path?: string): Promise<ToldOrder> => ({
  cartId: cart.id,
  number: await order(cart, payment, path),
});

const paying =
  (payment: object): Errand =>
  async ({ guest, market }) =>
    told(guest, await guest.prepare(market.basket()), payment);

const payingWithCoupon =
  (payment: object): Errand =>
  async ({ guest, market }) =>
    told(guest, await guest.prepare(market.basket(), { couponCode: market.couponCode }), payment);

/** The number of a challenge, as the storefront finds it. @throws when there is none */
const solve = (answer: string): string => {
  const { maxnumber, ...challenge }: { maxnumber: number; salt: string; challenge: string } = JSON.parse(answer);
  for (let number = 0; number <= maxnumber; number += 1) {
    const hash = createHash('sha256').update(`${challenge.salt}${number}`).digest('hex');
    if (hash === challenge.challenge) return Buffer.from(JSON.stringify({ ...challenge, number })).toString('base64');
  }
  throw new Error('a challenge without an answer');
};

interface Certificate {
  couponCode: string;
  /** Quetzales. */
  discountAmount: number;
}

/** How often a shopper solves a captcha anew whose proof was used up by a call that came to nothing. */
const mostProofs = 5;

const requestPoints = async ({ call }: Shopper, cartId: string): Promise<Certificate[]> => {
  const { paymentType: _, paymentPlan: __, ...account } = goodCard;
  const body = { cartId, name: 'BiPoints', ...account };
  for (let proofs = 1; ; proofs += 1) {
    const proof = solve(await call('GET', '/v1/captcha/challenge'));
    try {
      const answer = await call('POST', '/v1/catalogs/coupons/points/request', body, { 'x-recaptcha': proof });
      const offer: { coupons: Certificate[] } = JSON.parse(answer);
      return offer.coupons;
    } catch (error) {
      if (proofs === mostProofs || !String(error).includes('CAPTCHA_FAILED')) throw error;
    }
  }
};

/** Puts the smallest certificate on the cart, or the one that pays all of it; answers what is left to pay, in quetzales. */
const redeem = async (guest: Shopper, { id, total }: ReadyCart): Promise<number> => {
  const { call } = guest;
  const coupons = await requestPoints(guest, id);
  const chosen = coupons.find(({ discountAmount }) => discountAmount === total) ?? coupons[0];
  if (chosen === undefined) throw new Error(`no certificate for Q${total}`);
  const { couponCode } = chosen;
  const applied = await call('POST', '/v1/catalogs/coupons/points', { cartId: id, couponCode });
  return Number(textIn(applied, /"grandTotal":\{"value":([0-9.]+)/));
};

const withPoints =
  (payment: object): Errand =>
  async ({ guest, market }) => {
    const cart = await guest.prepare(market.basket());
    return told(guest, { ...cart, total: await redeem(guest, cart) }, payment);
  };

/** An order that points pay wholly. */
const withPointsOnly: Errand = async ({ guest, market }) => {
  const cart = await guest.prepare([market.roundSku], { storeCode: market.store });
  const total = await redeem(guest, cart);
  if (total !== 0) throw new Error(`Q${total} of Q${cart.total} are left`);
  return told(guest, { ...cart, total }, { paymentType: 'BiPoints', paymentPlan: 0 });
};

const attend = async ({ index, guest, market }: Buyer, cartId: string): Promise<void> => {
  const employeeHash = market.advisors[index % market.advisors.length];
  await guest.call('POST', `/v1/carts/${cartId}/employee`, { employeeHash, storeCode: market.store });
};

/** An advisor fills the cart, the buyer pays its link by card. */
const byLink: Errand = async (buyer) => {
  const { guest, as, market } = buyer;
  const { id } = await guest.prepare(market.basket(), { couponCode: market.couponCode });
  await attend(buyer, id);
  const link = textIn(await guest.call('POST', `/v1/carts/${id}/clone`, {}), /"newCartId":"([0-9a-f-]{36})"/);
  const opened = await guest.call('POST', `/v1/carts/byQuoteId/${link}`, {});
  const copy = textIn(opened, /"cartId":"([0-9a-f-]{36})"/);
  const payer = as({ authorization: `Bearer ${textIn(opened, /"token":"([^"]+)"/)}` });
  return told(payer, { id: copy, total: await payer.choosePayment(copy) }, goodCard, '/v1/orders/link');
};

/** An advisor's order, to be paid at the till. */
const atStore: Errand = async (buyer) => {
  const { guest, market } = buyer;
  const cart = await guest.prepare(market.basket(), { couponCode: market.couponCode });
  await attend(buyer, cart.id);
  const otp = textIn(await guest.call('GET', `/v1/resources/otp/${cart.id}`), /"otp":"(\d{6})"/);
  const payment = { paymentType: 'StorePayment', paymentPlan: 0, otp, isPaymentInStore: true };
  return told(guest, cart, payment, '/v1/orders/storePayment');
};

/** A customer pays with a card that they keep, and with the kept one from then on. */
const withSavedCard = (): Errand => {
  const wallet = openWallet();
  return async ({ guest, as, market }) => {
    const customer = as(await wallet.session(guest));
    const token = await wallet.savedToken(customer);
    const payment =
      token === undefined
        ? { ...goodCard, savePaymentInstrument: true }
        : { paymentType: 'Card', paymentPlan: 1, token, tokenType: 'InstrumentToken', ccCVV: '123' };
    return told(customer, await customer.prepare(market.basket()), payment);
  };
};

/** What nobody gets an order by. */
export const refusedErrand = 'declined card';

/** Every way of buying there is, by name, for one buyer. */
export const errandsOf = (): readonly (readonly [name: string, Errand])[] => [
  ['cash', paying(cash)],
  ['card', paying(goodCard)],
  ['late card', paying(lateCard)],
  [refusedErrand, payingWithCoupon(declinedCard)],
  ['coupon, cash', payingWithCoupon(cash)],
  ['coupon, late card', payingWithCoupon(lateCard)],
  ['points, card', withPoints(goodCard)],
  ['points, cash', withPoints(cash)],
  ['points, late card', withPoints(lateCard)],
  ['points only', withPointsOnly],
  ['saved card', withSavedCard()],
  ['payment link', byLink],
  ['at the store', atStore],
];
