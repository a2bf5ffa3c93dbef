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
import type { OrderRefusal, PlacementDraft, PlaceOrderCall, PlacingClient, Proven, StartRefusal } from './placement.ts';
import { askLittleBudgets, askPlacingBudgets, type BudgetAnswer } from './placing-budgets.store.ts';

/** The order's stored data about its client, and how much it may hold (`left`; null: no limit). */
export type Allowance = Pick<PlacementDraft, 'clientKey' | 'networkKey' | 'isContactConfirmed'> & { left: Left | null };

interface Left {
  unpaid: BudgetAnswer['unpaidLeft'];
  /** Null: the buyer has confirmed the e-mail. */
  unconfirmed: BudgetAnswer['unconfirmedLeft'] | null;
  /** The most that one order may hold, however much is left. */
  share: BudgetAnswer['unpaidLeft'];
}

const nobody: Allowance = { clientKey: null, networkKey: null, isContactConfirmed: false, left: null };

/** Checks the budgets of DEC-196, before every other refusal. */
export async function checkBudgets(
  tx: Tx,
  { request, client, policy }: PlaceOrderCall,
  { captcha, savedCard, cardKey }: Proven,
): Promise<Result<Allowance, StartRefusal>> {
  if (client === null) return ok(nobody);
  const card = cardPaymentOf(request);
  const order = {
    cartId: request.cartId,
    paidBy: paidByOf(request),
    // For a token, the saved card counts, whatever number is sent beside it.
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

/**
 * Returns the most that one order may take of its budget: of the unpaid total if the e-mail is confirmed, else of the unconfirmed
 * total. So no order uses up the budget of its address.
 */
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

/** Checks whether the client may have a code for one more order that is paid at the store (DEC-218). Returns the keys that the code is stored for. */
export async function checkCodeBudget(
  tx: Tx,
  client: PlacingClient,
  cartId: string,
): Promise<Result<Pick<PlacementDraft, 'clientKey' | 'networkKey'>, Refusal<'RATE_LIMITED'>>> {
  const asked = { cartId, paidBy: 'StorePayment', bin: null, cardKey: null, savedCardId: null } as const;
  const { spent, freeAt, toldAt, clientKey, networkKey } = await askPlacingBudgets(tx, client, asked);
  return spent === null ? ok({ clientKey, networkKey }) : refuse(overBudget(spent, waitOf({ freeAt, toldAt })));
}

/**
 * Checks whether an order that is paid later may hold its units: it counts with the client's unpaid or unconfirmed orders (DEC-218). Beyond the
 * budget it is refused, except a small one in cash, which waits for its mail's link.
 */
export async function checkUnpaidOrders(
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

/** Returns the first budget that the order exceeds; null: none. */
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
 * Limits small orders beyond the budget. Only a few per e-mail may wait at a time, because each sends a mail. Together they use at
 * most half of the orders that an address may start per hour, so that they never block cards or orders within the budgets.
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

/** A limit without a known end (an open order, a cart's declined cards) is retried after an hour. */
const longestWaitMs = 3_600_000;

const waitOf = ({ freeAt, toldAt }: Pick<BudgetAnswer, 'freeAt' | 'toldAt'>): number =>
  freeAt === null ? longestWaitMs : freeAt.getTime() - toldAt.getTime();

const tooManyLittle =
  'Desde tu conexión se hicieron muchos pedidos en poco tiempo. Paga con tarjeta o intenta más tarde.';

/** Returns the message for a cash order that is too large to wait for its link. */
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
 * The most unpaid orders that one advisor may have at a time, given a client's `openStoreOrders`: more than a person can serve in
 * 48 hours. Everybody who opens an advisor's payment link sees the advisor's hash (DEC-148), so the hash alone must not allow a
 * client to hold the whole stock. A few lines must not use up an advisor's limit either, whatever an operator allows a line.
 */
export const mostUnpaidOfAdvisor = (openStoreOrders: number): number =>
  Math.max(leastOfAdvisor, linesOfAdvisor * clientsOfLine * openStoreOrders);

const leastOfAdvisor = 50;
const linesOfAdvisor = 6;

/** Checks whether this cart's advisor may have one more unpaid order. */
export const checkUnpaidOfAdvisor = async (
  tx: Tx,
  { request: { cartId }, client }: Pick<PlaceOrderCall, 'request' | 'client'>,
): Promise<Result<null, OrderRefusal>> =>
  (await countUnpaidOfAdvisor(tx, cartId)) < mostUnpaidOfAdvisor(client?.budgets.openStoreOrders ?? 0)
    ? ok(null)
    : refuse(overBudget('openOrdersOfAdvisor', longestWaitMs));
