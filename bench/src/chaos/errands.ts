import { createHash, randomUUID } from 'node:crypto';
import { ask, stockShelves } from '../bench-room.ts';
import { basketsOf, cash, type ReadyCart, type shopper, textIn } from '../purchase-journey.ts';
import type { ChaosScene } from './scene.ts';

type Shopper = ReturnType<typeof shopper>;

/** What shoppers know of the shop they buy in. */
export interface Market {
  basket: () => string[];
  couponCode: string;
  /** A product of which one, picked up in the store, costs exactly what one of the points programs' certificates pays. */
  roundSku: string;
  store: string;
  /** Ids of the orders the demo shop came with. */
  earlierOrders: readonly string[];
}

/** Advisors of the store, `chaos-1` and on. So few orders wait for one at a time that buyers are refused none of theirs (record 0027). */
const advisorCount = 40;

/** Centavos: what a certificate pays. */
const roundPrice = 25_00;

/** Points of each account of the program, which the demo's 25,000 would not do for. */
const plentyOfPoints = 1_000_000_000;

/** Opens what buyers in chaos need beside full shelves: a coupon, advisors, points, and a product with a round price. */
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
  const employeeHash = `chaos-${1 + (index % advisorCount)}`;
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

const tokenIn = (answer: string): { authorization: string } => ({
  authorization: `Bearer ${textIn(answer, /"sessionToken":"([^"]+)"/)}`,
});

/** A customer's account and the card it keeps. */
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
    /** Headers of the customer's session; the account is opened by the first call. */
    session: async ({ call }: Shopper): Promise<{ authorization: string }> => {
      // An answer that was lost may have opened the account: then it is there to sign in to.
      headers ??= tokenIn(
        await call('POST', '/v1/auth/register', account).catch(() =>
          call('POST', '/v1/auth/login', { email, password }),
        ),
      );
      return headers;
    },
    /** What pays with the card that was kept last; undefined while none is. */
    savedToken: async ({ call }: Shopper): Promise<string | undefined> => {
      const answer = await call('GET', '/v1/payments/instruments');
      return /"instrumentToken":"([0-9a-f-]{36})"/.exec(answer)?.[1];
    },
  };
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
