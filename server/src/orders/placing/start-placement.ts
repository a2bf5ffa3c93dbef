import { randomUUIDv7 } from 'node:crypto';
import { buyer } from '@ceiba/domain/actors/actor';
import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { cashConfirmationHours } from '@ceiba/domain/payments/cash-confirmation';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { changeRefusal, ownerRefusal } from '../../carts/cart-refusal.ts';
import type { PricedCart } from '../../carts/cart-snapshot.ts';
import { findCartState } from '../../carts/carts.store.ts';
import { readSoldCart } from '../../carts/read-cart.store.ts';
import { readSupplyOfCart } from '../../delivery/delivery.store.ts';
import { lockPayingGiftCards, type PayingGiftCard } from '../../gift-cards/paying-gift-cards.store.ts';
import { checkStoreFields, type PaymentToTake, readPayments } from '../../payments/check-payments.ts';
import type { Payer } from '../../payments/gateway.ts';
import type { Transaction, Tx } from '../../platform/db/database.ts';
import { mayStillPay } from '../../points/apply-certificate.ts';
import { checkBudgets, checkUnpaidOfAdvisor, checkUnpaidOrders, unitsOf } from './check-budgets.ts';
import { checkOrder } from './check-order.ts';
import { findAnswer, findKey, lockCartAndKey, lockLink } from './idempotency.store.ts';
import { redeemCode } from './one-time-codes.store.ts';
import { fingerprintOf } from './order-request.ts';
import {
  type OrderRefusal,
  type PlacedGiftCard,
  type PlacementDraft,
  type PlacementProofs,
  type PlacementStart,
  type PlaceOrderCall,
  placedAnswer,
  type StartRefusal,
} from './placement.ts';
import { insertOrder, lockStock } from './placing.store.ts';
import { planStock } from './plan-stock.ts';
import { promiseOf } from './promise-delivery.ts';

/**
 * Runs the first step of a placement, in a transaction that the caller rolls back on a refusal. Locks cart and key, and makes all checks in
 * the documented order (DEC-172). Then claims stock and coupon, writes the order and commits.
 */
export async function startPlacement(
  tx: Transaction,
  call: PlaceOrderCall & Pick<PlacementDraft, 'settleAfterMs' | 'acquirer'>,
  proven: PlacementProofs,
): Promise<Result<PlacementStart, StartRefusal>> {
  const { request, idempotencyKey: key, now, policy } = call;
  const requestHash = fingerprintOf(request);
  // The link is locked before its copy. The budgets lock the copy (record 0034).
  const isLinkTaken = call.isLink === true && (await lockLink(tx, request.cartId));
  const budget = await checkBudgets(tx, call, proven);
  if (!budget.ok) {
    // A repeated call that was answered before places no new order, so no budget refuses it (record 0010).
    const stored = key === undefined ? undefined : await findAnswer(tx, { key, requestHash }, now);
    return stored === undefined ? budget : ok({ kind: 'replayed', answer: stored });
  }
  // The statements are sent together, but run one after the other. So cart and stock are read after they are locked.
  const { cartId } = request;
  const viewerId = call.viewerId ?? null;
  const [lock, found, cards, levels, supply] = await Promise.all([
    lockCartAndKey(tx, { cartId, key, requestHash }, now),
    readSoldCart(tx, cartId, now, policy),
    lockPayingGiftCards(tx, cartId, proven.giftCardKeys, guatemalaDate(now)),
    lockStock(tx, cartId, viewerId),
    readSupplyOfCart(tx, cartId),
  ]);
  if (lock === undefined) return refuse({ code: 'CART_NOT_FOUND' });
  const notOwn = ownerRefusal(lock, viewerId);
  if (notOwn !== null) return refuse(notOwn);
  if (key !== undefined && !lock.hasKey) return answerKnownKey(tx, key, requestHash);
  if (lock.status !== 'open')
    return refuse(changeRefusal(await findCartState(tx, cartId), viewerId) ?? { code: 'ORDER_IN_PROGRESS' });
  if (isLinkTaken) return refuse({ code: 'ORDER_IN_PROGRESS' });
  const offered = readPayments(request.payments);
  if (!offered.ok) return offered;
  const storeFields = call.isStorePayment ? checkStoreFields(request.payments) : ok(null);
  if (!storeFields.ok) return storeFields;
  if (found === undefined) throw new Error('a cart vanished under its lock');
  const cart = found;
  const payment = await checkOrder(tx, cart, offered.value, call, proven);
  if (!payment.ok) return payment;
  const { remaining: _, ...keys } = budget.value;
  const unpaid = await checkUnpaidOrders(tx, cart, payment.value, budget.value, call);
  if (!unpaid.ok) return unpaid;
  const code = await checkCode(tx, call, proven);
  if (!code.ok) return code;
  const claims = planStock(cart, levels, policy);
  if (!claims.ok) return claims;
  const points = checkCertificateOf(cart, proven);
  if (!points.ok) return points;
  const giftCards = takeGiftCards(payment.value, proven, cards);
  if (!giftCards.ok) return giftCards;
  const deliveryPromise = promiseOf(cart, supply, { now, policy });
  const order = {
    ...keys,
    cardKey: proven.cardKey,
    cart,
    payment: payment.value,
    giftCards: giftCards.value,
    claims: claims.value,
    deliveryPromise,
  };
  return writeOrder(tx, call, order, unpaid.value);
}

/** Answers a call whose key was already used, by the same call or by another call (DEC-172). */
async function answerKnownKey(tx: Tx, key: string, requestHash: string): Promise<Result<PlacementStart, OrderRefusal>> {
  const known = await findKey(tx, key);
  if (known !== undefined && known.requestHash !== requestHash) return refuse({ code: 'IDEMPOTENCY_KEY_REUSED' });
  if (known === undefined || known.answer === null) return refuse({ code: 'ORDER_IN_PROGRESS' });
  return ok({ kind: 'replayed', answer: known.answer });
}

/**
 * Redeems the one-time code of an order paid at the store (DEC-141). `proveCode` has checked the code before, in a separate transaction. If
 * this transaction counted the try, a rollback would undo the count.
 */
async function checkCode(
  tx: Tx,
  { request, now, isStorePayment, client }: PlaceOrderCall,
  { code }: PlacementProofs,
): Promise<Result<null, StartRefusal>> {
  if (!isStorePayment) return ok(null);
  if (code === null) {
    const otp = request.payments.find(({ paymentType }) => paymentType === 'StorePayment')?.otp;
    return refuse({ code: 'PAY_OTP_INVALID', requiredProof: { proof: 'code', code: otp ?? '' } });
  }
  const unpaid = await checkUnpaidOfAdvisor(tx, { request, client });
  if (!unpaid.ok) return unpaid;
  return (await redeemCode(tx, request.cartId, code, now)) ? ok(null) : refuse({ code: 'PAY_OTP_INVALID' });
}

/**
 * Checks the cart's points certificate (DEC-172). Refuses a certificate that the cart can use only in part, because the rest of its points
 * would be lost. Refuses a certificate whose program does not pay for the cart's present contents.
 */
function checkCertificateOf(cart: PricedCart, { pointsReservation }: PlacementProofs): Result<null, StartRefusal> {
  const { certificate, totals, isThirdParty } = cart;
  if (certificate === null) return ok(null);
  const paid = totals.discounts.find(({ id }) => id === 'DISCOUNT_POINTS')?.amount;
  if (paid !== certificate.amount) return refuse({ code: 'PAY_POINTS_UNAVAILABLE' });
  if (pointsReservation?.code !== certificate.code)
    return refuse({ code: 'PAY_POINTS_UNAVAILABLE', requiredProof: { proof: 'pointsReservation' } });
  const { flags } = pointsReservation;
  return mayStillPay({ isThirdParty }, certificate.program, flags)
    ? ok(null)
    : refuse({ code: 'PAY_POINTS_UNAVAILABLE' });
}

/** Checks that each gift card is named only once and has enough balance (DEC-199). An invalid code and a low balance get the same refusal. */
function takeGiftCards(
  { giftCards: amounts }: PaymentToTake,
  { giftCardKeys: keys }: PlacementProofs,
  cards: readonly PayingGiftCard[],
): Result<PlacedGiftCard[], StartRefusal> {
  const shares = amounts.flatMap((amount, index) => {
    const card = cards.find(({ codeKey }) => codeKey === keys[index]);
    return card !== undefined && amount <= card.balance ? [{ id: card.id, amount }] : [];
  });
  const wrong = amounts.length - new Set(shares.map(({ id }) => id)).size;
  return wrong === 0
    ? ok(shares)
    : refuse({ code: 'PAY_GIFT_CARD_UNAVAILABLE', requiredProof: { proof: 'giftCards', wrong } });
}

async function writeOrder(
  tx: Transaction,
  {
    idempotencyKey,
    now,
    settleAfterMs,
    acquirer,
    policy,
  }: PlaceOrderCall & Pick<PlacementDraft, 'settleAfterMs' | 'acquirer'>,
  order: Pick<
    PlacementDraft,
    | 'cart'
    | 'payment'
    | 'giftCards'
    | 'cardKey'
    | 'claims'
    | 'clientKey'
    | 'networkKey'
    | 'isContactConfirmed'
    | 'deliveryPromise'
  >,
  { isOverBudget }: { isOverBudget: boolean },
): Promise<Result<PlacementStart, OrderRefusal>> {
  const [orderId, paymentId] = [randomUUIDv7(), randomUUIDv7()];
  const { cart, payment, cardKey, isContactConfirmed } = order;
  const cashOrder = { isContactConfirmed, total: cart.totals.grandTotal, units: unitsOf(cart.lines), isOverBudget };
  const hours = payment.type === 'Cash' ? cashConfirmationHours(cashOrder, policy) : null;
  const confirmationDue = hours === null ? null : new Date(now.getTime() + hours * hourMs);
  const written = await insertOrder(tx, {
    ...order,
    orderId,
    paymentId,
    isConfirmed: payment.type === 'Cash' || payment.type === 'StorePayment' || payment.amount === 0,
    confirmationDue,
    idempotencyKey,
    now,
    settleAfterMs,
    acquirer,
  });
  // The coupon was refused. The total without the coupon differs from the payments.
  if (!written.ok) return refuse({ code: 'PAY_AMOUNT_MISMATCH' });
  const { orderNumber } = written.value;
  if (orderNumber !== null) return ok({ kind: 'placed', answer: placedAnswer(orderNumber, confirmationDue) });
  return ok({
    kind: 'claimed',
    orderId,
    paymentId,
    askedAt: now,
    actor: buyer,
    payment,
    payer: payerOf(cart),
    cardKey,
  });
}

const hourMs = 3_600_000;

/** Returns the person who is billed, otherwise the receiver. A card's bank may compare this person with the card's owner. */
function payerOf({ email, shippingAddress, billingAddress }: PricedCart): Payer {
  const person = billingAddress ?? shippingAddress;
  return {
    firstName: person?.firstname ?? '',
    lastName: person?.lastname ?? '',
    email: email ?? '',
    street: person?.street[0] ?? '',
    city: person?.city ?? '',
    region: person?.region.region ?? '',
  };
}
