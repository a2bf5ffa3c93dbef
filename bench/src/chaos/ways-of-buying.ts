import { createHash, randomUUID } from 'node:crypto';
import { ask, stockShelves } from '../bench-room.ts';
import { basketsOf, cash, type ReadyCart, type shopper, textIn } from '../purchase-journey.ts';
import type { ChaosScene } from './scene.ts';

type Shopper = ReturnType<typeof shopper>;

/** A shopper's knowledge of the shop. */
export interface Market {
  basket: () => string[];
  couponCode: string;
  /** A product whose price is the amount of one points certificate. A pickup in the store adds no delivery fee. */
  roundSku: string;
  store: string;
  /** Ids of the demo shop's orders. */
  earlierOrders: readonly string[];
}

/**
 * Number of the store's advisors, from `chaos-1`. With fewer, the limit of waiting orders per advisor would refuse buyers (record
 * 0027).
 */
const advisorCount = 40;

/** In centavos. The amount of a certificate. */
const roundPrice = 25_00;

/** Points in each account of the program. The demo's 25,000 would not be enough. */
const plentyOfPoints = 1_000_000_000;

/** Prepares what buyers in chaos need in addition to stock: a coupon, advisors, points, and a product with a round price. */
export const openMarket = async (
  scene: ChaosScene,
  { code, limit }: { code: string; limit: number },
): Promise<Market> => {
  const { database } = scene;
  const [roundSku = '', ...skus] = await stockShelves(database);
  const [till] = await ask<{ store: string }>(
    database,
    'select store_code as store from stores where is_pickup and not is_warehouse order by store_code limit 1',
  );
  if (till === undefined) throw new Error('there is no store');
  await ask(
    database,
    `insert into coupons (code, label, amount, total_limit) values ('${code}', 'Chaos', 500, ${limit});
     insert into advisors (hash, store_code, first_name, added_at)
       select 'chaos-' || n, '${till.store}', 'Andrea', now() from generate_series(1, ${advisorCount}) n;
     update products set regular_price = ${roundPrice}, sales_price = ${roundPrice} where sku = '${roundSku}';
     select move_stock(id, '${till.store}', 10000000, 'received') from products where sku = '${roundSku}'`,
  );
  const earlier = await ask<{ id: string }>(database, 'select id from orders');
  scene.givePoints('BiPoints', plentyOfPoints);
  return {
    basket: basketsOf(skus),
    couponCode: code,
    roundSku,
    store: till.store,
    earlierOrders: earlier.map(({ id }) => id),
  };
};

/** One purchase of a buyer, as a guest or with the session of an account. */
export interface Buyer {
  /** The buyer's number, from 0. */
  index: number;
  guest: Shopper;
  /** A shopper who sends these headers with every call. */
  as(headers: Record<string, string>): Shopper;
  market: Market;
}

/** The order as confirmed to the shopper. */
export interface ConfirmedOrder {
  cartId: string;
  number: number;
}

type WayOfBuying = (buyer: Buyer) => Promise<ConfirmedOrder>;

const card = { paymentType: 'Card', paymentPlan: 1, ccDate: '12/39', ccCVV: '123', ccOwner: 'Lucía Paz' };
const goodCard = { ...card, ccNumber: '4111111111111111' };
/** This card is charged immediately, but the response is late. */
const lateCard = { ...card, ccNumber: '4000000000000515' };
const declinedCard = { ...card, ccNumber: '4000000000000002' };

const ordered = async (
  { order }: Shopper,
  cart: ReadyCart,
  payment: object,
  path?: string,
): Promise<ConfirmedOrder> => ({
  cartId: cart.id,
  number: await order(cart, payment, path),
});

const paying =
  (payment: object): WayOfBuying =>
  async ({ guest, market }) =>
    ordered(guest, await guest.prepare(market.basket()), payment);

const payingWithCoupon =
  (payment: object): WayOfBuying =>
  async ({ guest, market }) =>
    ordered(guest, await guest.prepare(market.basket(), { couponCode: market.couponCode }), payment);

/** Solves a captcha as the storefront does. @throws if there is no solution */
const solve = (answer: string): string => {
  const { maxnumber, ...challenge }: { maxnumber: number; salt: string; challenge: string } = JSON.parse(answer);
  for (let number = 0; number <= maxnumber; number += 1) {
    const hash = createHash('sha256').update(`${challenge.salt}${number}`).digest('hex');
    if (hash === challenge.challenge) return Buffer.from(JSON.stringify({ ...challenge, number })).toString('base64');
  }
  throw new Error('the challenge has no solution');
};

interface Certificate {
  couponCode: string;
  /** In quetzales. */
  discountAmount: number;
}

/** Number of times that a shopper solves another captcha after a failed call has used up its proof. */
const maxProofs = 5;

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
      if (proofs === maxProofs || !String(error).includes('CAPTCHA_FAILED')) throw error;
    }
  }
};

/**
 * Applies the smallest certificate to the cart, or the certificate that pays the whole cart. Returns the remaining
 * amount in quetzales.
 */
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
  (payment: object): WayOfBuying =>
  async ({ guest, market }) => {
    const cart = await guest.prepare(market.basket());
    return ordered(guest, { ...cart, total: await redeem(guest, cart) }, payment);
  };

/** Places an order that points pay completely. */
const withPointsOnly: WayOfBuying = async ({ guest, market }) => {
  const cart = await guest.prepare([market.roundSku], { storeCode: market.store });
  const total = await redeem(guest, cart);
  if (total !== 0) throw new Error(`points left Q${total} of Q${cart.total} unpaid`);
  return ordered(guest, { ...cart, total }, { paymentType: 'BiPoints', paymentPlan: 0 });
};

const attend = async ({ index, guest, market }: Buyer, cartId: string): Promise<void> => {
  const advisorHash = `chaos-${1 + (index % advisorCount)}`;
  await guest.call('POST', `/v1/carts/${cartId}/employee`, { employeeHash: advisorHash, storeCode: market.store });
};

/** An advisor fills the cart, and the buyer pays its payment link by card. */
const byLink: WayOfBuying = async (buyer) => {
  const { guest, as, market } = buyer;
  const { id } = await guest.prepare(market.basket(), { couponCode: market.couponCode });
  await attend(buyer, id);
  const link = textIn(await guest.call('POST', `/v1/carts/${id}/clone`, {}), /"newCartId":"([0-9a-f-]{36})"/);
  const opened = await guest.call('POST', `/v1/carts/byQuoteId/${link}`, {});
  const copy = textIn(opened, /"cartId":"([0-9a-f-]{36})"/);
  const payer = as({ authorization: `Bearer ${textIn(opened, /"token":"([^"]+)"/)}` });
  return ordered(payer, { id: copy, total: await payer.choosePayment(copy) }, goodCard, '/v1/orders/link');
};

/** Places an advisor's order, to be paid at the till. */
const atStore: WayOfBuying = async (buyer) => {
  const { guest, market } = buyer;
  const cart = await guest.prepare(market.basket(), { couponCode: market.couponCode });
  await attend(buyer, cart.id);
  const otp = textIn(await guest.call('GET', `/v1/resources/otp/${cart.id}`), /"otp":"(\d{6})"/);
  const payment = { paymentType: 'StorePayment', paymentPlan: 0, otp, isPaymentInStore: true };
  return ordered(guest, cart, payment, '/v1/orders/storePayment');
};

const tokenIn = (answer: string): { authorization: string } => ({
  authorization: `Bearer ${textIn(answer, /"sessionToken":"([^"]+)"/)}`,
});

/** A customer's account with a saved card. */
const openWallet = () => {
  const email = `${randomUUID()}@correo.gt`;
  const password = randomUUID();
  let headers: { authorization: string } | undefined;
  const account = {
    firstName: 'Lucía',
    lastName: 'Paz',
    email,
    phone: '55554444',
    password,
    registerLeal: false,
    acceptTerms: true,
  };
  return {
    /** Returns the headers of the customer's session. The first call opens the account. */
    session: async ({ call }: Shopper): Promise<{ authorization: string }> => {
      // A call without a response may have opened the account. The customer can then sign in.
      headers ??= tokenIn(
        await call('POST', '/v1/auth/register', account).catch(() =>
          call('POST', '/v1/auth/login', { email, password }),
        ),
      );
      return headers;
    },
    /** Returns payment fields for the last saved card. Undefined without a saved card. */
    savedToken: async ({ call }: Shopper): Promise<string | undefined> => {
      const answer = await call('GET', '/v1/payments/instruments');
      return /"instrumentToken":"([0-9a-f-]{36})"/.exec(answer)?.[1];
    },
  };
};

/** A customer saves a card with an order, and then pays with the saved card. */
const withSavedCard = (): WayOfBuying => {
  const wallet = openWallet();
  return async ({ guest, as, market }) => {
    const customer = as(await wallet.session(guest));
    const token = await wallet.savedToken(customer);
    const payment =
      token === undefined
        ? { ...goodCard, savePaymentInstrument: true }
        : { paymentType: 'Card', paymentPlan: 1, token, tokenType: 'InstrumentToken', ccCVV: '123' };
    return ordered(customer, await customer.prepare(market.basket()), payment);
  };
};

/** The way of buying that never gives an order. */
export const declinedCardCall = 'declined card';

/** Returns every way of buying, by name, for one buyer. */
export const waysOfBuying = (): readonly (readonly [name: string, WayOfBuying])[] => [
  ['cash', paying(cash)],
  ['card', paying(goodCard)],
  ['late card', paying(lateCard)],
  [declinedCardCall, payingWithCoupon(declinedCard)],
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
