import { isBankDiscounted } from '@ceiba/domain/carts/cart-totals';
import { checkReadiness } from '@ceiba/domain/carts/readiness';
import { guatemalaDate, parseCivilDate } from '@ceiba/domain/dates/civil-date';
import { isDeliveryDateOpen } from '@ceiba/domain/gift-cards/recipient';
import { installmentOffer } from '@ceiba/domain/payments/installments';
import { isPayableInCash } from '@ceiba/domain/payments/payment-options';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { cartToPlace } from '../../carts/cart-answer.ts';
import { type PricedCart, payableByGiftCardsOf } from '../../carts/cart-snapshot.ts';
import { findCardBin } from '../../payments/card-bins.store.ts';
import {
  type CardLookUps,
  checkPayments,
  type OfferedPayment,
  type PaymentToTake,
} from '../../payments/check-payments.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { OrderRefusal, PlacementProofs, PlaceOrderCall } from './placement.ts';

/** Refuses gift cards whose delivery date passed while they were in the cart (DEC-83). */
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

/** Checks the dates of gift cards, then readiness (DEC-135), then the payments. */
export async function checkOrder(
  tx: Tx,
  cart: PricedCart,
  offered: readonly OfferedPayment[],
  { now, policy, isStorePayment = false }: Pick<PlaceOrderCall, 'now' | 'policy' | 'isStorePayment'>,
  { savedCard }: Pick<PlacementProofs, 'savedCard'>,
): Promise<Result<PaymentToTake, OrderRefusal>> {
  const dated = checkGiftCardDates(cart, now);
  if (!dated.ok) return dated;
  const ready = checkReadiness(cartToPlace(cart), 'placeOrder', policy);
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
  return checkPayments(offered, toPay, now, cardLookUps(tx, cart, { now, policy, savedCard }));
}

/** Returns the look-ups of cards. The card that was used to price the cart (DEC-103) usually pays, and needs no query. */
function cardLookUps(
  tx: Tx,
  { totalBeforeBankPromotion: total, paymentMethod, card }: PricedCart,
  { now, policy, savedCard }: Pick<PlaceOrderCall, 'now' | 'policy'> & Pick<PlacementProofs, 'savedCard'>,
): CardLookUps {
  return {
    offerOf: async (bin) =>
      installmentOffer(bin === paymentMethod?.bin ? card : await findCardBin(tx, bin, now), total, policy),
    findSavedCard: (token) =>
      savedCard?.id === token ? { card: savedCard, offer: installmentOffer(savedCard.bin, total, policy) } : undefined,
  };
}
