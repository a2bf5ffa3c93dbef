import { randomUUIDv7 } from 'node:crypto';
import { idempotencyKeyMaxLength } from '@ceiba/contract/endpoint';
import { checkReadiness } from '@ceiba/domain/carts/readiness';
import { guatemalaDate, parseCivilDate } from '@ceiba/domain/dates/civil-date';
import { isDeliveryDateOpen } from '@ceiba/domain/gift-cards/recipient';
import { binOf } from '@ceiba/domain/payments/card-number';
import { installmentOffer } from '@ceiba/domain/payments/installments';
import { isPayableInCash } from '@ceiba/domain/payments/payment-options';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { changeRefusal, ownerRefusal } from '../carts/cart-refusal.ts';
import { type CartSnapshot, toPlace } from '../carts/cart-snapshot.ts';
import { findCartState, getChangedCart } from '../carts/carts.store.ts';
import { findCardBin } from '../payments/card-bins.store.ts';
import { checkPayments, type OfferedPayment, type PaymentToTake, readPayments } from '../payments/check-payments.ts';
import type { Payer } from '../payments/gateway.ts';
import type { Tx } from '../platform/database.ts';
import { stillPaysFor } from '../points/points-flags.ts';
import { demandOf, planStock, withStock } from './claim-stock.ts';
import { claimCoupon, insertOrder, lockStock } from './claiming.store.ts';
import { promiseOf } from './delivery-promise.ts';
import { findAnswer, findKey, type KeptAnswer, lockCart } from './idempotency.store.ts';
import {
  type ClaimRefusal,
  fingerprintOf,
  type OrderDraft,
  type OrderRefusal,
  type OrderRequest,
  type PlacedClaim,
  payerOf,
} from './order-draft.ts';
import { askPlacingBudgets, type PlacingBudget, type PlacingClient } from './placing-budgets.store.ts';

export interface ClaimCall {
  request: OrderRequest;
  idempotencyKey: string | undefined;
  now: Date;
  /** From the commit until the reconciler may take over. Milliseconds. */
  settleAfterMs: number;
  policy: ShopPolicy;
  /** Whose session asks, where one does. */
  viewerId?: string | undefined;
  /** Null: no client asked, no budget counts. */
  client: PlacingClient | null;
  /** The client's captcha was taken. */
  isProven: boolean;
  /** The certificate of which the program has just said that it blocks its points; null = nobody has asked. */
  provenHold: string | null;
}

/** What the first step comes to. `replayed`: this key was answered before. `placed`: nothing had to be charged. */
export type Claim =
  | { kind: 'replayed'; answer: KeptAnswer }
  | { kind: 'placed'; orderNumber: string }
  | { kind: 'claimed'; orderId: string; paymentId: string; askedAt: Date; payment: PaymentToTake; payer: Payer };

const longKey = {
  fields: {
    'Idempotency-Key': `La clave de la solicitud debe tener como máximo ${idempotencyKeyMaxLength} caracteres.`,
  },
};

/**
 * The first step of a placement, in one transaction that the caller undoes on a refusal: cart and key are locked, the
 * refusals asked in the order of DEC-172, stock and coupon claimed, everything written.
 */
export async function claimOrder(tx: Tx, call: ClaimCall): Promise<Result<Claim, ClaimRefusal>> {
  const { request, idempotencyKey: key, now, policy } = call;
  if (key !== undefined && key.length > idempotencyKeyMaxLength)
    return refuse({ code: 'VALIDATION_ERROR', metadata: longKey });
  const requestHash = fingerprintOf(request);
  const budget = await checkBudgets(tx, call);
  if (!budget.ok) {
    // What was answered already is no new order (record 0015).
    const kept = key === undefined ? undefined : await findAnswer(tx, { key, requestHash }, now);
    return kept === undefined ? budget : ok({ kind: 'replayed', answer: kept });
  }
  const lock = await lockCart(tx, { cartId: request.cartId, key, requestHash }, now);
  if (lock === undefined) return refuse({ code: 'CART_NOT_FOUND' });
  const notOwn = ownerRefusal(lock, call.viewerId ?? null);
  if (notOwn !== null) return refuse(notOwn);
  if (key !== undefined && !lock.hasKey) return answerKnownKey(tx, key, requestHash);
  if (lock.status !== 'open') return refuseClosedCart(tx, request.cartId);
  const offered = readPayments(request.payments);
  if (!offered.ok) return offered;
  const cart = await getChangedCart(tx, request.cartId, now, policy);
  const payment = await checkOrder(tx, cart, offered.value, { now, policy });
  if (!payment.ok) return payment;
  const claims = await claimStock(tx, cart, policy);
  if (!claims.ok) return claims;
  const points = await checkCertificateOf(tx, cart, call.provenHold);
  if (!points.ok) return points;
  const deliveryPromise = await promiseOf(tx, cart, { now, policy });
  return writeOrder(tx, call, { ...budget.value, cart, payment: payment.value, claims: claims.value, deliveryPromise });
}

/** DEC-196, before every other refusal. Answers what the order keeps of its client. */
async function checkBudgets(
  tx: Tx,
  { request, client, isProven }: ClaimCall,
): Promise<Result<Pick<OrderDraft, 'clientKey' | 'networkKey'>, OrderRefusal>> {
  if (client === null) return ok({ clientKey: null, networkKey: null });
  // The one that is charged: other kinds of payment may carry a card number, too.
  const card = request.payments.find(({ paymentType }) => ['Card', 'CardInstallments'].includes(paymentType));
  const order = {
    cartId: request.cartId,
    isCash: request.payments.some(({ paymentType }) => paymentType === 'Cash'),
    bin: binOf(card?.ccNumber ?? ''),
  };
  const { clientKey, networkKey, spent, freeAt, toldAt, wantsProof } = await askPlacingBudgets(tx, client, order);
  if (spent === null)
    return wantsProof && !isProven ? refuse({ code: 'CAPTCHA_FAILED' }) : ok({ clientKey, networkKey });
  const wait = freeAt === null ? longestWaitMs : freeAt.getTime() - toldAt.getTime();
  const retryAfter = Math.max(1, Math.ceil(wait / 1_000));
  return refuse({ code: 'RATE_LIMITED', message: budgetTexts[spent], metadata: { budget: spent, retryAfter } });
}

/** What ends with no known moment (an open order, a cart's declined cards) is asked again after an hour. */
const longestWaitMs = 3_600_000;

const budgetTexts: Record<PlacingBudget, string> = {
  ordersPerAddress: 'Has hecho demasiadas órdenes en poco tiempo. Espera un momento e intenta de nuevo.',
  openCashOrders:
    'Tienes varias órdenes en efectivo pendientes de entrega. Espera a que se entreguen o paga con tarjeta.',
  declinesPerCart: 'Tu carrito tuvo demasiados pagos rechazados. Elige otra forma de pago o intenta más tarde.',
  declinesPerAddress: 'Hubo demasiados pagos rechazados. Espera un momento e intenta de nuevo.',
  declinesPerBin: 'Hubo demasiados pagos rechazados con tarjetas de este banco. Espera un momento o usa otra tarjeta.',
};

/** A key that is known: the same call again, or another one under its name (DEC-172). */
async function answerKnownKey(tx: Tx, key: string, requestHash: string): Promise<Result<Claim, OrderRefusal>> {
  const known = await findKey(tx, key);
  if (known !== undefined && known.requestHash !== requestHash) return refuse({ code: 'IDEMPOTENCY_KEY_REUSED' });
  if (known === undefined || known.answer === null) return refuse({ code: 'ORDER_IN_PROGRESS' });
  return ok({ kind: 'replayed', answer: known.answer });
}

async function refuseClosedCart(tx: Tx, cartId: string): Promise<Result<never, OrderRefusal>> {
  const refusal = changeRefusal(await findCartState(tx, cartId)) ?? { code: 'ORDER_IN_PROGRESS' };
  return refuse({ code: refusal.code, ...(refusal.metadata ? { metadata: { ...refusal.metadata } } : {}) });
}

/** DEC-83: a gift card may lie in a cart until its delivery date is past. */
function checkGiftCardDates({ lines }: CartSnapshot, now: Date): Result<null, OrderRefusal> {
  const today = guatemalaDate(now);
  const fields: Record<string, string> = {};
  for (const { giftCard, product } of lines) {
    const date = giftCard && parseCivilDate(giftCard.giftcardDeliveryDate);
    if (date === null || (date.ok && isDeliveryDateOpen(date.value, today))) continue;
    fields[`items.${product.sku}.giftcardDeliveryDate`] = staleGiftCard;
  }
  if (Object.keys(fields).length === 0) return ok(null);
  return refuse({ code: 'GIFT_CARD_DATA_REQUIRED', message: staleGiftCard, metadata: { fields } });
}

const staleGiftCard =
  'La fecha de entrega de tu tarjeta de regalo ya pasó. Elimínala del carrito y agrégala de nuevo con otra fecha.';

/** Dates of gift cards, readiness (DEC-135), then the payments. */
async function checkOrder(
  tx: Tx,
  cart: CartSnapshot,
  offered: readonly OfferedPayment[],
  { now, policy }: Pick<ClaimCall, 'now' | 'policy'>,
): Promise<Result<PaymentToTake, OrderRefusal>> {
  const dated = checkGiftCardDates(cart, now);
  if (!dated.ok) return dated;
  const ready = checkReadiness(toPlace(cart), 'placeOrder', policy);
  if (!ready.ok) return ready;
  const toPay = {
    grandTotal: cart.totals.grandTotal,
    hasDonation: cart.donation !== null,
    isDigitalOnly: cart.isDigitalOnly,
    isPayableInCash: isPayableInCash(cart.totals.grandTotal, policy),
    hasBankDiscount: cart.totals.discounts.some(({ id }) => id === 'DISCOUNT_BAM'),
    pointsProgram: cart.certificate?.program ?? null,
  };
  return checkPayments(offered, toPay, now, async (bin) =>
    installmentOffer(await findCardBin(tx, bin), cart.totalBeforeBankPromotion, policy),
  );
}

/**
 * The last refusal of DEC-172 before the gateway. A certificate of which the cart could use a part only is no payment:
 * the rest of its points would be lost; nor is one whose program does not pay for what the cart holds by now.
 */
async function checkCertificateOf(
  tx: Tx,
  { certificate, totals, isThirdParty }: CartSnapshot,
  provenHold: string | null,
): Promise<Result<null, ClaimRefusal>> {
  if (certificate === null) return ok(null);
  const paid = totals.discounts.find(({ id }) => id === 'DISCOUNT_POINTS')?.amount;
  if (paid !== certificate.amount || !(await stillPaysFor(tx, { isThirdParty }, certificate.program)))
    return refuse({ code: 'PAY_POINTS_UNAVAILABLE' });
  if (provenHold === certificate.code) return ok(null);
  return refuse({ code: 'PAY_POINTS_UNAVAILABLE', unprovenHold: certificate.code });
}

/** Locks what the order wants and decides where it comes from; what was bought away meanwhile is refused (ORD-10). */
async function claimStock(
  tx: Tx,
  cart: CartSnapshot,
  policy: ShopPolicy,
): Promise<Result<PlacedClaim[], OrderRefusal>> {
  const wanted = [...demandOf(cart.lines).keys()];
  const levels = wanted.length === 0 ? [] : await lockStock(tx, wanted);
  const { claims, short } = planStock(cart, levels);
  if (short.size === 0) return ok(claims);
  const ready = checkReadiness(toPlace(withStock(cart, short)), 'placeOrder', policy);
  return ready.ok ? refuse({ code: 'QUANTITY_GREATER_THAN_STOCK' }) : ready;
}

async function writeOrder(
  tx: Tx,
  { idempotencyKey, now, settleAfterMs, policy }: ClaimCall,
  order: Pick<OrderDraft, 'cart' | 'payment' | 'claims' | 'clientKey' | 'networkKey' | 'deliveryPromise'>,
): Promise<Result<Claim, OrderRefusal>> {
  const [orderId, paymentId] = [randomUUIDv7(), randomUUIDv7()];
  const { cart, payment } = order;
  const { coupon, email } = cart;
  if (coupon !== null && !(await claimCoupon(tx, { orderId, code: coupon.code, email: email ?? '' }, now))) {
    return refuse({ code: 'PAY_AMOUNT_MISMATCH' });
  }
  const orderNumber = await insertOrder(tx, {
    ...order,
    orderId,
    paymentId,
    isConfirmed: payment.type === 'Cash' || payment.amount === 0,
    confirmationDue: payment.type === 'Cash' ? confirmationDue(policy, now) : null,
    idempotencyKey,
    now,
    settleAfterMs,
  });
  if (orderNumber !== null) return ok({ kind: 'placed', orderNumber });
  return ok({ kind: 'claimed', orderId, paymentId, askedAt: now, payment, payer: payerOf(cart) });
}

const hourMs = 3_600_000;

const confirmationDue = ({ cashConfirmation, cashConfirmationHours }: ShopPolicy, now: Date): Date | null =>
  cashConfirmation ? new Date(now.getTime() + cashConfirmationHours * hourMs) : null;
