import { formatQ } from '@ceiba/domain/money/money';
import {
  clientsOfLine,
  type ExhaustedBudget,
  textOfBudget,
  tooMuchOfOne,
  tooMuchUnconfirmed,
  tooMuchUnpaid,
} from '@ceiba/domain/orders/order-budgets';
import { binOf } from '@ceiba/domain/payments/card-number';
import { isSmallOrder } from '@ceiba/domain/payments/cash-confirmation';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { SoldCart } from '../../carts/cart-snapshot.ts';
import type { PaymentToTake } from '../../payments/check-payments.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Refusal } from '../../platform/http/route.ts';
import { budgetRefusals } from '../../platform/limits/rate-limit.ts';
import { countUnpaidOfAdvisor } from './one-time-codes.store.ts';
import { cardPaymentOf, paidByOf } from './order-request.ts';
import type { ClaimRefusal, OrderDraft, OrderRefusal, PlaceOrderCall, PlacingClient, Proven } from './placement.ts';
import { askLittleBudgets, askPlacingBudgets, type BudgetAnswer } from './placing-budgets.store.ts';

/** What the order keeps of its client, and what it may hold; null = anything. */
export type Allowance = Pick<OrderDraft, 'clientKey' | 'networkKey' | 'isContactConfirmed'> & { left: Left | null };

interface Left {
  unpaid: BudgetAnswer['unpaidLeft'];
  /** Null: its buyer has confirmed the e-mail. */
  unconfirmed: BudgetAnswer['unconfirmedLeft'] | null;
  /** What one order may hold, however much is left. */
  share: BudgetAnswer['unpaidLeft'];
}

const nobody: Allowance = { clientKey: null, networkKey: null, isContactConfirmed: false, left: null };

/** DEC-196, before every other refusal. */
export async function checkBudgets(
  tx: Tx,
  { request, client, policy }: PlaceOrderCall,
  { captcha, savedCard, cardKey }: Proven,
): Promise<Result<Allowance, ClaimRefusal>> {
  if (client === null) return ok(nobody);
  const card = cardPaymentOf(request);
  const order = {
    cartId: request.cartId,
    paidBy: paidByOf(request),
    // Whatever number stands beside a token.
    bin: binOf((card?.token === undefined ? card?.ccNumber : savedCard?.masked) ?? ''),
    cardKey,
    savedCardId: savedCard?.id ?? null,
  };
  const answer = await askPlacingBudgets(tx, client, order);
  const { spent, freeAt, toldAt, wantsProof, unconfirmedLeft, unpaidLeft, ...kept } = answer;
  if (spent !== null) {
    budgetRefusals.inc({ budget: `orders-${spent}` });
    return refuse(overBudget(spent, waitOf({ freeAt, toldAt })));
  }
  const isProven = wantsProof === null || captcha === 'hard' || captcha === wantsProof;
  if (!isProven) return refuse({ code: 'CAPTCHA_FAILED', wants: { proof: 'captcha', isHard: wantsProof === 'hard' } });
  const unconfirmed = kept.isContactConfirmed ? null : unconfirmedLeft;
  return ok({
    ...kept,
    left: { unpaid: unpaidLeft, unconfirmed, share: shareOf(client, kept.isContactConfirmed, policy) },
  });
}

/** So that no order takes all that its address may hold: of what is unconfirmed, or once the e-mail is confirmed of what is unpaid. */
const shareOf = (
  { budgets }: PlacingClient,
  isContactConfirmed: boolean,
  { orderShareBasisPoints: share }: ShopPolicy,
): Left['share'] => {
  const [units, value] = isContactConfirmed
    ? [budgets.unpaidUnits, budgets.unpaidValue]
    : [budgets.unconfirmedUnits, budgets.unconfirmedValue];
  return { units: Math.max(1, Math.floor((units * share) / 10_000)), value: Math.floor((value * share) / 10_000) };
};

/** Whether the client may have a code for one more order that is paid at the store (DEC-218); for whom it is kept. */
export async function checkCodeBudget(
  tx: Tx,
  client: PlacingClient,
  cartId: string,
): Promise<Result<Pick<OrderDraft, 'clientKey' | 'networkKey'>, Refusal<'RATE_LIMITED'>>> {
  const asked = { cartId, paidBy: 'StorePayment', bin: null, cardKey: null, savedCardId: null } as const;
  const { spent, freeAt, toldAt, clientKey, networkKey } = await askPlacingBudgets(tx, client, asked);
  return spent === null ? ok({ clientKey, networkKey }) : refuse(overBudget(spent, waitOf({ freeAt, toldAt })));
}

/**
 * Whether an order that is paid later may hold what it wants: it counts with those of its client that are not paid, or that nobody
 * confirmed (DEC-218). What is over budget is refused, but for a little one in cash: that waits for its mail's link.
 */
export async function checkHeld(
  tx: Tx,
  { lines, totals: { grandTotal: total } }: Pick<SoldCart, 'lines' | 'totals'>,
  { type, amount }: Pick<PaymentToTake, 'type' | 'amount'>,
  { left, ...kept }: Allowance,
  { request: { cartId }, client, policy }: Pick<PlaceOrderCall, 'request' | 'client' | 'policy'>,
): Promise<Result<{ isOverBudget: boolean }, OrderRefusal>> {
  const isWithin = ok({ isOverBudget: false });
  if (client === null || left === null || (type !== 'Cash' && type !== 'StorePayment') || amount === 0) return isWithin;
  const order = { units: unitsOf(lines), total };
  const spent = spentBy(order, left);
  if (spent === null) return isWithin;
  if (type === 'StorePayment') return refuse(overBudget(spent, longestWaitMs));
  if (!isSmallOrder(order, policy)) return refuse(overBudget(spent, longestWaitMs, wordsOf(spent, kept, policy)));
  const little = await checkLittle(tx, { cartId, client, kept });
  return little.ok ? ok({ isOverBudget: true }) : little;
}

/** The first budget that the order is beyond; null = none. */
const spentBy = ({ units, total }: { units: number; total: number }, left: Left): ExhaustedBudget | null => {
  const { unpaid, share, unconfirmed } = left;
  if (units > unpaid.units) return 'unpaidUnits';
  if (total > unpaid.value) return 'unpaidValue';
  if (units > share.units || total > share.value) return 'orderShareBasisPoints';
  if (unconfirmed === null) return null;
  if (unconfirmed.orders < 1) return 'unconfirmedOrders';
  if (units > unconfirmed.units) return 'unconfirmedUnits';
  return total > unconfirmed.value ? 'unconfirmedValue' : null;
};

/**
 * Of one e-mail so many little orders beyond the budget wait at a time, as each is a mail to it; and they take half of the orders
 * that an address may begin in an hour at most, so that cards and what is within the budgets are never held up by them.
 */
async function checkLittle(
  tx: Tx,
  { cartId, client, kept }: { cartId: string; client: PlacingClient; kept: Omit<Allowance, 'left'> },
): Promise<Result<null, OrderRefusal>> {
  const { clientKey, networkKey, isContactConfirmed } = kept;
  if (clientKey === null) return ok(null);
  const { freeAt, toldAt, waiting } = await askLittleBudgets(
    tx,
    { clientKey, networkKey, isContactConfirmed },
    { cartId, ordersPerAddress: client.budgets.ordersPerAddress, mostWaiting: mostLittleWaiting },
  );
  if (freeAt !== null) return refuse(overBudget('ordersPerAddress', waitOf({ freeAt, toldAt }), tooManyLittle));
  return waiting < mostLittleWaiting ? ok(null) : refuse(overBudget('ordersWaiting', longestWaitMs));
}

const mostLittleWaiting = 2;

export const unitsOf = (lines: SoldCart['lines']): number => lines.reduce((units, { quantity }) => units + quantity, 0);

/** `wait` in milliseconds. */
const overBudget = (
  budget: ExhaustedBudget,
  wait: number,
  message = textOfBudget(budget),
): Refusal<'RATE_LIMITED'> => ({
  code: 'RATE_LIMITED',
  message,
  metadata: { budget, retryAfter: Math.max(1, Math.ceil(wait / 1_000)) },
});

/** What ends with no known moment (an open order, a cart's declined cards) is asked again after an hour. */
const longestWaitMs = 3_600_000;

const waitOf = ({ freeAt, toldAt }: Pick<BudgetAnswer, 'freeAt' | 'toldAt'>): number =>
  freeAt === null ? longestWaitMs : freeAt.getTime() - toldAt.getTime();

const tooManyLittle =
  'Desde tu conexión se hicieron muchos pedidos en poco tiempo. Paga con tarjeta o intenta más tarde.';

/** What an order in cash is told that is not small enough to wait for its link. */
const wordsOf = (
  spent: ExhaustedBudget,
  { isContactConfirmed }: Pick<Allowance, 'isContactConfirmed'>,
  { smallOrderUnits: units, smallOrderValue }: ShopPolicy,
): string => {
  if (spent === 'orderShareBasisPoints') return isContactConfirmed ? tooMuchOfOne : tooMuchUnconfirmed;
  const isUnpaid = spent === 'unpaidUnits' || spent === 'unpaidValue';
  if (units === 0) return isUnpaid ? tooMuchUnpaid : tooMuchUnconfirmed;
  const little = `reduce tu pedido a ${units === 1 ? 'una unidad' : `${units} unidades`} por hasta ${formatQ(smallOrderValue)}.`;
  return isUnpaid
    ? `Desde tu conexión hay muchos pedidos por pagar. Paga con tarjeta, intenta más tarde o ${little}`
    : `Es más de lo que se puede pedir ahora desde tu conexión sin confirmar y pagar después. Inicia sesión con tu correo confirmado, paga con tarjeta o ${little}`;
};

/**
 * Orders of one advisor that may wait to be paid at a time, where a client may have `openStoreOrders`: more than anybody is helped to in 48 hours.
 * Their hash is told to whoever opens a payment link of theirs (DEC-148), so it alone must not hold the shop's whole stock; nor may
 * few lines use up what an advisor may have, whatever an operator lets a line have.
 */
export const mostUnpaidOfAdvisor = (openStoreOrders: number): number =>
  Math.max(leastOfAdvisor, linesOfAdvisor * clientsOfLine * openStoreOrders);

const leastOfAdvisor = 50;
const linesOfAdvisor = 6;

/** Whether the advisor of this cart may have one more order that waits to be paid. */
export const checkUnpaidOfAdvisor = async (
  tx: Tx,
  { request: { cartId }, client }: Pick<PlaceOrderCall, 'request' | 'client'>,
): Promise<Result<null, OrderRefusal>> =>
  (await countUnpaidOfAdvisor(tx, cartId)) < mostUnpaidOfAdvisor(client?.budgets.openStoreOrders ?? 0)
    ? ok(null)
    : refuse(overBudget('openOrdersOfAdvisor', longestWaitMs));
