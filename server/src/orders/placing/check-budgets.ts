import { formatQ } from '@ceiba/domain/money/money';
import {
  type ExhaustedBudget,
  orderTooLargeText,
  storeClientsOfNetwork,
  textOfBudget,
  tooMuchUnconfirmedText,
  tooMuchUnpaidText,
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
import type {
  OrderRefusal,
  PlacementDraft,
  PlacementProofs,
  PlaceOrderCall,
  PlacingClient,
  StartRefusal,
} from './placement.ts';
import { askPlacingBudgets, askSmallOrderBudgets, type BudgetAnswer } from './placing-budgets.store.ts';

/**
 * The client data that is stored with the order. `remaining`: the units and the amount that the order may reserve. Null if there
 * is no limit.
 */
export type Allowance = Pick<PlacementDraft, 'clientKey' | 'networkKey' | 'isContactConfirmed'> & {
  remaining: Remaining | null;
};

interface Remaining {
  unpaid: BudgetAnswer['unpaidLeft'];
  /** Null if the e-mail is confirmed. */
  unconfirmed: BudgetAnswer['unconfirmedLeft'] | null;
  /** The maximum that one order may reserve, even if more of the budget is left. */
  share: BudgetAnswer['unpaidLeft'];
}

const nobody: Allowance = { clientKey: null, networkKey: null, isContactConfirmed: false, remaining: null };

/** Checks the budgets of placing orders, before all other checks (DEC-196). */
export async function checkBudgets(
  tx: Tx,
  { request, client, policy }: PlaceOrderCall,
  { captcha, savedCard, cardKey }: PlacementProofs,
): Promise<Result<Allowance, StartRefusal>> {
  if (client === null) return ok(nobody);
  const card = cardPaymentOf(request);
  const order = {
    cartId: request.cartId,
    paidBy: paidByOf(request),
    // A token is charged to its saved card. A card number in the same request does not count.
    bin: binOf((card?.token === undefined ? card?.ccNumber : savedCard?.masked) ?? ''),
    cardKey,
    savedCardId: savedCard?.id ?? null,
  };
  const answer = await askPlacingBudgets(tx, client, order);
  const { spent, freeAt, countedAt, requiredCaptcha, unconfirmedLeft, unpaidLeft, ...facts } = answer;
  if (spent !== null) {
    budgetRefusals.inc({ budget: `orders-${spent}` });
    return refuse(overBudget(spent, waitOf({ freeAt, countedAt })));
  }
  const isProven = requiredCaptcha === null || captcha === 'hard' || captcha === requiredCaptcha;
  if (!isProven) {
    const requiredProof = { proof: 'captcha', isHard: requiredCaptcha === 'hard' } as const;
    return refuse({ code: 'CAPTCHA_FAILED', requiredProof });
  }
  const unconfirmed = facts.isContactConfirmed ? null : unconfirmedLeft;
  return ok({
    ...facts,
    remaining: { unpaid: unpaidLeft, unconfirmed, share: shareOf(client, facts.isContactConfirmed, policy) },
  });
}

/**
 * Returns the maximum that one order may reserve, so that a single order cannot use up its client's budget. The maximum is a share of the
 * budget for unpaid orders if the e-mail is confirmed, otherwise of the budget for unconfirmed orders.
 */
const shareOf = (
  { budgets }: PlacingClient,
  isContactConfirmed: boolean,
  { orderShareBasisPoints: share }: ShopPolicy,
): Remaining['share'] => {
  const [units, value] = isContactConfirmed
    ? [budgets.unpaidUnits, budgets.unpaidValue]
    : [budgets.unconfirmedUnits, budgets.unconfirmedValue];
  return { units: Math.max(1, Math.floor((units * share) / 10_000)), value: Math.floor((value * share) / 10_000) };
};

/** Checks whether the client may have a code for one more order paid at the store (DEC-218). Returns the client's keys, to store with the code. */
export async function checkCodeBudget(
  tx: Tx,
  client: PlacingClient,
  cartId: string,
): Promise<Result<Pick<PlacementDraft, 'clientKey' | 'networkKey'>, Refusal<'RATE_LIMITED'>>> {
  const subject = { cartId, paidBy: 'StorePayment', bin: null, cardKey: null, savedCardId: null } as const;
  const { spent, freeAt, countedAt, clientKey, networkKey } = await askPlacingBudgets(tx, client, subject);
  return spent === null ? ok({ clientKey, networkKey }) : refuse(overBudget(spent, waitOf({ freeAt, countedAt })));
}

/**
 * Checks whether an order that is paid later may reserve its units. The order counts together with the client's other unpaid or unconfirmed
 * orders (DEC-218). An order beyond the budget is refused. Exception: a small cash order is placed and waits for the link in its mail.
 */
export async function checkUnpaidOrders(
  tx: Tx,
  { lines, totals: { grandTotal: total } }: Pick<SoldCart, 'lines' | 'totals'>,
  { type, amount }: Pick<PaymentToTake, 'type' | 'amount'>,
  { remaining, ...facts }: Allowance,
  { request: { cartId }, client, policy }: Pick<PlaceOrderCall, 'request' | 'client' | 'policy'>,
): Promise<Result<{ isOverBudget: boolean }, OrderRefusal>> {
  const isWithin = ok({ isOverBudget: false });
  if (client === null || remaining === null || (type !== 'Cash' && type !== 'StorePayment') || amount === 0)
    return isWithin;
  const order = { units: unitsOf(lines), total };
  const spent = spentBy(order, remaining);
  if (spent === null) return isWithin;
  if (type === 'StorePayment') return refuse(overBudget(spent, longestWaitMs));
  if (!isSmallOrder(order, policy))
    return refuse(overBudget(spent, longestWaitMs, textOfTooLarge(spent, facts, policy)));
  const small = await checkSmallOrder(tx, { cartId, client, facts });
  return small.ok ? ok({ isOverBudget: true }) : small;
}

/** Returns the first budget that the order exceeds. Null if the order stays within all budgets. */
const spentBy = ({ units, total }: { units: number; total: number }, remaining: Remaining): ExhaustedBudget | null => {
  const { unpaid, share, unconfirmed } = remaining;
  if (units > unpaid.units) return 'unpaidUnits';
  if (total > unpaid.value) return 'unpaidValue';
  if (units > share.units || total > share.value) return 'orderShareBasisPoints';
  if (unconfirmed === null) return null;
  if (unconfirmed.orders < 1) return 'unconfirmedOrders';
  if (units > unconfirmed.units) return 'unconfirmedUnits';
  return total > unconfirmed.value ? 'unconfirmedValue' : null;
};

/**
 * Limits small cash orders beyond the budget. Only a few of them may wait per e-mail, because each order sends a mail. Together they use at
 * most half of the orders that an address may place per hour. So they never block card orders or orders within the budgets.
 */
async function checkSmallOrder(
  tx: Tx,
  { cartId, client, facts }: { cartId: string; client: PlacingClient; facts: Omit<Allowance, 'remaining'> },
): Promise<Result<null, OrderRefusal>> {
  const { clientKey, networkKey, isContactConfirmed } = facts;
  if (clientKey === null) return ok(null);
  const { freeAt, countedAt, waiting } = await askSmallOrderBudgets(
    tx,
    { clientKey, networkKey, isContactConfirmed },
    { cartId, ordersPerAddress: client.budgets.ordersPerAddress, maxWaiting: maxSmallWaiting },
  );
  if (freeAt !== null) return refuse(overBudget('ordersPerAddress', waitOf({ freeAt, countedAt }), tooManySmall));
  return waiting < maxSmallWaiting ? ok(null) : refuse(overBudget('ordersWaiting', longestWaitMs));
}

const maxSmallWaiting = 2;

export const unitsOf = (lines: SoldCart['lines']): number => lines.reduce((units, { quantity }) => units + quantity, 0);

/** `wait`: in milliseconds. */
const overBudget = (
  budget: ExhaustedBudget,
  wait: number,
  message = textOfBudget(budget),
): Refusal<'RATE_LIMITED'> => ({
  code: 'RATE_LIMITED',
  message,
  metadata: { budget, retryAfter: Math.max(1, Math.ceil(wait / 1_000)) },
});

/** The wait to report when nobody knows when the limit ends, as for open orders or a cart's declined cards. */
const longestWaitMs = 3_600_000;

const waitOf = ({ freeAt, countedAt }: Pick<BudgetAnswer, 'freeAt' | 'countedAt'>): number =>
  freeAt === null ? longestWaitMs : freeAt.getTime() - countedAt.getTime();

const tooManySmall =
  'Desde tu conexión se hicieron muchos pedidos en poco tiempo. Paga con tarjeta o intenta más tarde.';

/** Returns the message for a cash order that is too large to wait for its link. */
const textOfTooLarge = (
  spent: ExhaustedBudget,
  { isContactConfirmed }: Pick<Allowance, 'isContactConfirmed'>,
  { smallOrderUnits: units, smallOrderValue }: ShopPolicy,
): string => {
  if (spent === 'orderShareBasisPoints') return isContactConfirmed ? orderTooLargeText : tooMuchUnconfirmedText;
  const isUnpaid = spent === 'unpaidUnits' || spent === 'unpaidValue';
  if (units === 0) return isUnpaid ? tooMuchUnpaidText : tooMuchUnconfirmedText;
  const smaller = `reduce tu pedido a ${units === 1 ? 'una unidad' : `${units} unidades`} por hasta ${formatQ(smallOrderValue)}.`;
  return isUnpaid
    ? `Desde tu conexión hay muchos pedidos por pagar. Paga con tarjeta, intenta más tarde o ${smaller}`
    : `Es más de lo que se puede pedir ahora desde tu conexión sin confirmar y pagar después. Inicia sesión con tu correo confirmado, paga con tarjeta o ${smaller}`;
};

/**
 * Returns how many unpaid orders one advisor may have at a time: more than a person can serve in 48 hours. Everybody who opens an advisor's
 * payment link sees the advisor's hash (DEC-148). So the hash alone must not let a client reserve the whole stock. The limit grows with
 * `openStoreOrders`, the limit of a client, so that a few networks cannot use up an advisor's limit.
 */
export const maxUnpaidOfAdvisor = (openStoreOrders: number): number =>
  Math.max(leastPerAdvisor, networksPerAdvisor * storeClientsOfNetwork * openStoreOrders);

const leastPerAdvisor = 50;
/** Number of networks that fit into the limit of one advisor when each network has reached its own limit. */
const networksPerAdvisor = 6;

/** Checks whether this cart's advisor may have one more unpaid order. */
export const checkUnpaidOfAdvisor = async (
  tx: Tx,
  { request: { cartId }, client }: Pick<PlaceOrderCall, 'request' | 'client'>,
): Promise<Result<null, OrderRefusal>> =>
  (await countUnpaidOfAdvisor(tx, cartId)) < maxUnpaidOfAdvisor(client?.budgets.openStoreOrders ?? 0)
    ? ok(null)
    : refuse(overBudget('openOrdersOfAdvisor', longestWaitMs));
