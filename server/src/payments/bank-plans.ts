import type { Answer, Parsed } from '@ceiba/contract/endpoint';
import type { BankPlans, getBankPlans } from '@ceiba/contract/payments';
import { toQuetzales } from '@ceiba/domain/money/money';
import { bankPlansNote } from '@ceiba/domain/payments/bank-plan-texts';
import { type BankPlan, banksOf, bankPlans as plansOf } from '@ceiba/domain/payments/bank-plans';
import { isBin } from '@ceiba/domain/payments/card-number';
import type { CardBin } from '@ceiba/domain/payments/installments';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { type PricedCart, priceWithCard } from '../carts/cart-snapshot.ts';
import { readPricedCart, readProductAsCart } from '../carts/read-cart.store.ts';
import type { Database } from '../platform/db/database.ts';
import type { Caching, RefusalOf, RequestContext } from '../platform/http/route.ts';
import { listCardBins } from './card-bins.store.ts';

type Call = typeof getBankPlans;
type Query = Parsed<Call>['query'];

/** Answers about products are cached until a price, a card of a bank or the policy changes (BANK). */
export const plansCaching: Caching<Parsed<Call>, Answer<Call>> = {
  lifeMs: 60_000,
  isForAll: ({ query }) => query.cartId === undefined,
  tags: () => ['listing'],
};

type Moment = Pick<RequestContext, 'now' | 'policy'>;

const eitherText = 'Indica un producto o un carrito.';

async function readCart(
  db: Database,
  { sku, quantity, cartId }: Query,
  { now, policy }: Moment,
): Promise<Result<PricedCart, RefusalOf<Call>>> {
  if ((sku === undefined) === (cartId === undefined))
    return refuse({ code: 'VALIDATION_ERROR', metadata: { fields: { sku: eitherText, cartId: eitherText } } });
  if (cartId !== undefined) {
    const cart = await readPricedCart(db.write, cartId, now, policy);
    return cart === undefined ? refuse({ code: 'CART_NOT_FOUND' }) : ok(cart);
  }
  const cart = await readProductAsCart(db.read, { sku: sku ?? '', quantity }, now, policy);
  return cart === undefined ? refuse({ code: 'PRODUCT_NOT_FOUND' }) : ok(cart);
}

/** Returns the cards that the caller asks about. Null stands for any card that the shop does not know. */
const askedCards = (cards: readonly CardBin[], bin: string | undefined): (CardBin | null)[] =>
  bin === undefined ? [...cards, null] : [cards.find((card) => card.bin === bin) ?? null];

const toRow = ({ discount, delivery, total, monthly, until, ...row }: BankPlan, isDeliveryKnown: boolean) => ({
  ...row,
  discount: toQuetzales(discount),
  delivery: isDeliveryKnown ? toQuetzales(delivery) : null,
  total: toQuetzales(total),
  monthly: toQuetzales(monthly),
  until: until && new Date(until).toISOString(),
});

/** Returns what a cart costs with each card of the banks. Uses the prices that an order uses (BANK-02, DEC-225). */
export async function plansOfCart(
  db: Pick<Database, 'read'>,
  cart: PricedCart,
  { bin, bank }: Pick<Query, 'bin' | 'bank'>,
  { now, policy }: Moment,
): Promise<BankPlans> {
  const cards = await listCardBins(db.read, now);
  const facts = { totalBeforeBankPromotion: cart.totalBeforeBankPromotion, hasDonation: cart.donation !== null };
  const rows = plansOf(askedCards(cards, bin), priceWithCard(cart, policy), facts, policy);
  const isDeliveryKnown = cart.deliveryType !== null || cart.needsNoPlace;
  return {
    asOf: now.toISOString(),
    subtotal: toQuetzales(cart.totals.subtotal),
    delivery: isDeliveryKnown ? toQuetzales(cart.totals.shipping) : null,
    banks: banksOf(cards),
    rows: rows.filter((row) => bank === undefined || row.bank === bank).map((row) => toRow(row, isDeliveryKnown)),
    minimum: toQuetzales(policy.installmentsMinimum),
    note: bankPlansNote(facts, policy),
  };
}

/** Returns what a product or a cart costs with each bank's cards. */
export async function answerBankPlans(
  db: Database,
  query: Query,
  moment: Moment,
): Promise<Result<Answer<Call>, RefusalOf<Call>>> {
  const { bin } = query;
  if (bin !== undefined && !isBin(bin)) return refuse({ code: 'BIN_INVALID' });
  const read = await readCart(db, query, moment);
  if (!read.ok) return read;
  return ok({ status: 200, data: await plansOfCart(db, read.value, query, moment) });
}
