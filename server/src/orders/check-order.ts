import { isBankDiscounted } from '@ceiba/domain/carts/cart-totals';
import { checkReadiness } from '@ceiba/domain/carts/readiness';
import { guatemalaDate, parseCivilDate } from '@ceiba/domain/dates/civil-date';
import { isDeliveryDateOpen } from '@ceiba/domain/gift-cards/recipient';
import { installmentOffer } from '@ceiba/domain/payments/installments';
import { isPayableInCash } from '@ceiba/domain/payments/payment-options';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { type ClaimMode, planClaims } from '@ceiba/domain/stock/claim-plan';
import { type LineFacts, type PricedCart, payableByGiftCardsOf } from '../carts/cart-snapshot.ts';
import { toPlace } from '../carts/cart-to-place.ts';
import { findCardBin } from '../payments/card-bins.store.ts';
import {
  type CardLookUps,
  checkPayments,
  type OfferedPayment,
  type PaymentToTake,
} from '../payments/check-payments.ts';
import type { Tx } from '../platform/database.ts';
import type { LockedLevel } from './claiming.store.ts';
import type { PlaceOrderCall, Proven } from './order-call.ts';
import type { OrderRefusal, PlacedClaim } from './order-draft.ts';

/** DEC-83: a gift card may lie in a cart until its delivery date is past. */
function checkGiftCardDates({ lines }: PricedCart, now: Date): Result<null, OrderRefusal> {
  const today = guatemalaDate(now);
  const fields: Record<string, string> = {};
  for (const { giftCard, sku } of lines) {
    const date = giftCard && parseCivilDate(giftCard.giftcardDeliveryDate);
    if (date === null || (date.ok && isDeliveryDateOpen(date.value, today))) continue;
    fields[`items.${sku}.giftcardDeliveryDate`] = staleGiftCard;
  }
  if (Object.keys(fields).length === 0) return ok(null);
  return refuse({ code: 'GIFT_CARD_DATA_REQUIRED', message: staleGiftCard, metadata: { fields } });
}

const staleGiftCard =
  'La fecha de entrega de tu tarjeta de regalo ya pasó. Elimínala del carrito y agrégala de nuevo con otra fecha.';

/** Dates of gift cards, readiness (DEC-135), then the payments. */
export async function checkOrder(
  tx: Tx,
  cart: PricedCart,
  offered: readonly OfferedPayment[],
  { now, policy, isStorePayment = false }: Pick<PlaceOrderCall, 'now' | 'policy' | 'isStorePayment'>,
  { savedCard }: Pick<Proven, 'savedCard'>,
): Promise<Result<PaymentToTake, OrderRefusal>> {
  const dated = checkGiftCardDates(cart, now);
  if (!dated.ok) return dated;
  const ready = checkReadiness(toPlace(cart), 'placeOrder', policy);
  if (!ready.ok) return ready;
  const toPay = {
    grandTotal: cart.totals.grandTotal,
    hasDonation: cart.donation !== null,
    isDigitalOnly: cart.isDigitalOnly,
    isPayableInCash: isPayableInCash(cart.totalBeforeBankPromotion, policy),
    hasBankDiscount: isBankDiscounted(cart.totals.discounts),
    payableByGiftCards: payableByGiftCardsOf(cart),
    pointsProgram: cart.certificate?.program ?? null,
    isStorePaymentCall: isStorePayment,
  };
  return checkPayments(offered, toPay, now, cardLookUps(tx, cart, { policy, savedCard }));
}

/** The cart has read what is known of the card it was told of (DEC-103), most often the one that pays. */
function cardLookUps(
  tx: Tx,
  { totalBeforeBankPromotion: total, paymentMethod, card }: PricedCart,
  { policy, savedCard }: Pick<PlaceOrderCall, 'policy'> & Pick<Proven, 'savedCard'>,
): CardLookUps {
  return {
    offerOf: async (bin) =>
      installmentOffer(bin === paymentMethod?.bin ? card : await findCardBin(tx, bin), total, policy),
    findSavedCard: (token) =>
      savedCard?.id === token ? { card: savedCard, offer: installmentOffer(savedCard.bin, total, policy) } : undefined,
  };
}

/** Decides where what the order wants comes from, given what is locked; what was bought away meanwhile is refused (ORD-10). */
export function claimStock(
  cart: PricedCart,
  levels: readonly LockedLevel[],
  policy: ShopPolicy,
): Result<PlacedClaim[], OrderRefusal> {
  const { claims, short } = planStock(cart, levels);
  if (short.size === 0) return ok(claims);
  const ready = checkReadiness(toPlace(withStock(cart, short)), 'placeOrder', policy);
  return ready.ok ? refuse({ code: 'QUANTITY_GREATER_THAN_STOCK' }) : ready;
}

/** Units wanted of each product with limited stock, by its id: lines of one product share what there is (DEC-81). */
function demandOf(lines: readonly LineFacts[]): Map<number, number> {
  const demand = new Map<number, number>();
  for (const { kind, productId, quantity } of lines) {
    if (kind === 'product') demand.set(productId, (demand.get(productId) ?? 0) + quantity);
  }
  return demand;
}

const claimMode = ({ shippingMethod, shippingAddress }: PricedCart): ClaimMode =>
  shippingMethod === 'storepickup'
    ? { kind: 'pickup', storeCode: shippingAddress?.storeCode ?? '' }
    : { kind: 'delivery' };

/**
 * Where each unit is taken from, given the levels under lock. `short`: what this order can get of the products that do
 * not suffice, by product id; a pickup order gets what its store and the warehouse hold.
 */
function planStock(
  cart: PricedCart,
  levels: readonly LockedLevel[],
): { claims: PlacedClaim[]; short: Map<number, number> } {
  const claims: PlacedClaim[] = [];
  const short = new Map<number, number>();
  for (const [productId, quantity] of demandOf(cart.lines)) {
    const plan = planClaims(
      levels.filter((level) => level.productId === productId),
      quantity,
      claimMode(cart),
    );
    if (plan.ok) claims.push(...plan.value.map((claim) => ({ productId, ...claim })));
    else short.set(productId, plan.error.available);
  }
  return { claims, short };
}

/** The cart as it is with what is really there: the readiness checks then name what is missing. */
const withStock = (cart: PricedCart, short: ReadonlyMap<number, number>): PricedCart => ({
  ...cart,
  lines: cart.lines.map((line) => {
    const available = short.get(line.productId);
    if (available === undefined) return line;
    return { ...line, salableQuantity: available, status: available === 0 ? 'OUT_OF_STOCK' : line.status };
  }),
});
