import { formatQ } from '@ceiba/domain/money/money';
import { binOf } from '@ceiba/domain/payments/card-number';
import { isSmallOrder } from '@ceiba/domain/payments/cash-confirmation';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { SoldCart } from '../carts/cart-snapshot.ts';
import type { PaymentToTake } from '../payments/check-payments.ts';
import type { Tx } from '../platform/database.ts';
import type { Refusal } from '../platform/route.ts';
import type { ClaimCall } from './claim-call.ts';
import { countUnpaidOfAdvisor } from './one-time-codes.store.ts';
import {
  type ClaimRefusal,
  cardPaymentOf,
  type OrderDraft,
  type OrderRefusal,
  type OrderRequest,
} from './order-draft.ts';
import {
  askPlacingBudgets,
  type BudgetAnswer,
  type PaidBy,
  type PlacingClient,
  type SpentBudget,
} from './placing-budgets.store.ts';

/** What the order keeps of its client, and what it may hold; null = anything. */
export type Allowance = Pick<OrderDraft, 'clientKey' | 'networkKey' | 'isContactConfirmed'> & { left: Left | null };

interface Left {
  unpaid: BudgetAnswer['unpaidLeft'];
  /** Null: its buyer has confirmed the e-mail. */
  unconfirmed: BudgetAnswer['unconfirmedLeft'] | null;
  /** What one unconfirmed order may hold, however much is left. */
  share: BudgetAnswer['unpaidLeft'];
}

const nobody: Allowance = { clientKey: null, networkKey: null, isContactConfirmed: false, left: null };

/** DEC-196, before every other refusal. */
export async function checkBudgets(
  tx: Tx,
  { request, client, proof, savedCard, cardKey, policy }: ClaimCall,
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
  if (spent !== null) return refuse(overBudget(spent, waitOf({ freeAt, toldAt })));
  const isProven = wantsProof === null || proof === 'hard' || proof === wantsProof;
  if (!isProven) return refuse({ code: 'CAPTCHA_FAILED', ...(wantsProof === 'hard' ? { wantsHardProof: true } : {}) });
  const unconfirmed = kept.isContactConfirmed ? null : unconfirmedLeft;
  return ok({ ...kept, left: { unpaid: unpaidLeft, unconfirmed, share: shareOf(client, policy) } });
}

/** So that no order takes all that its address may hold. */
const shareOf = (
  { budgets: { unconfirmedUnits, unconfirmedValue } }: PlacingClient,
  { unconfirmedShareBasisPoints: share }: ShopPolicy,
): Left['share'] => ({
  units: Math.max(1, Math.floor((unconfirmedUnits * share) / 10_000)),
  value: Math.floor((unconfirmedValue * share) / 10_000),
});

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

const paidByOf = ({ payments }: OrderRequest): PaidBy => {
  const isPaidBy = (type: PaidBy): boolean => payments.some(({ paymentType }) => paymentType === type);
  return isPaidBy('StorePayment') ? 'StorePayment' : isPaidBy('Cash') ? 'Cash' : 'Card';
};

/**
 * Whether an order that is paid later may hold what it wants: it counts with those of its client that are not paid, or that nobody
 * confirmed (DEC-218). A small one in cash may always, and is over its address's budget then: it waits for its mail's link.
 */
export function checkHeld(
  { lines, totals: { grandTotal: total } }: Pick<SoldCart, 'lines' | 'totals'>,
  { type, amount }: Pick<PaymentToTake, 'type' | 'amount'>,
  left: Allowance['left'],
  policy: ShopPolicy,
): Result<{ isOverBudget: boolean }, OrderRefusal> {
  const isWithin = ok({ isOverBudget: false });
  if (left === null || (type !== 'Cash' && type !== 'StorePayment') || amount === 0) return isWithin;
  const units = unitsOf(lines);
  const exceeds = (most: { units: number; value: number }) => units > most.units || total > most.value;
  if (exceeds(left.unpaid)) {
    return refuse(overBudget(units > left.unpaid.units ? 'unpaidUnits' : 'unpaidValue', longestWaitMs));
  }
  if (left.unconfirmed === null) return isWithin;
  if (exceeds(left.share)) return refuse(overBudget('unconfirmedShareBasisPoints', longestWaitMs));
  const spent = spentBy({ units, total }, left.unconfirmed);
  if (spent === null) return isWithin;
  if (type === 'StorePayment') return refuse(overBudget(spent, longestWaitMs));
  if (isSmallOrder({ total, units }, policy)) return ok({ isOverBudget: true });
  return refuse({ ...overBudget(spent, longestWaitMs), message: onlySmall(policy) });
}

const spentBy = (
  { units, total }: { units: number; total: number },
  left: BudgetAnswer['unconfirmedLeft'],
): 'unconfirmedOrders' | 'unconfirmedUnits' | 'unconfirmedValue' | null => {
  if (left.orders < 1) return 'unconfirmedOrders';
  if (units > left.units) return 'unconfirmedUnits';
  return total > left.value ? 'unconfirmedValue' : null;
};

export const unitsOf = (lines: SoldCart['lines']): number => lines.reduce((units, { quantity }) => units + quantity, 0);

/** `wait` in milliseconds. */
const overBudget = (budget: ToldBudget, wait: number): Refusal<'RATE_LIMITED'> => ({
  code: 'RATE_LIMITED',
  message: budgetTexts[budget],
  metadata: { budget, retryAfter: Math.max(1, Math.ceil(wait / 1_000)) },
});

/** What ends with no known moment (an open order, a cart's declined cards) is asked again after an hour. */
const longestWaitMs = 3_600_000;

const waitOf = ({ freeAt, toldAt }: Pick<BudgetAnswer, 'freeAt' | 'toldAt'>): number =>
  freeAt === null ? longestWaitMs : freeAt.getTime() - toldAt.getTime();

const unconfirmed =
  'Desde tu conexión hay varios pedidos por pagar sin confirmar. Inicia sesión con tu correo confirmado, paga con tarjeta o intenta más tarde.';
const tooMuchUnconfirmed =
  'Es más de lo que se puede pedir sin confirmar y pagar después. Inicia sesión con tu correo confirmado, paga con tarjeta o reduce tu pedido.';

const onlySmall = ({ smallOrderUnits: units, smallOrderValue }: ShopPolicy): string =>
  units === 0
    ? tooMuchUnconfirmed
    : `Es más de lo que se puede pedir ahora desde tu conexión sin confirmar y pagar después. Inicia sesión con tu correo confirmado, paga con tarjeta o reduce tu pedido a ${units === 1 ? 'una unidad' : `${units} unidades`} por hasta ${formatQ(smallOrderValue)}.`;
const tooMuchUnpaid =
  'Desde tu conexión hay muchos pedidos por pagar. Paga con tarjeta, reduce tu pedido o intenta más tarde.';

const tooManyStoreOrders =
  'Hay demasiados pedidos por pagar en tienda. Espera a que se paguen o venzan, o paga con tarjeta.';

/** The last follows from `openStoreOrders`, the others are policies of those names. */
type ToldBudget = SpentBudget | 'unconfirmedShareBasisPoints' | 'openOrdersOfAdvisor';

const budgetTexts: Record<ToldBudget, string> = {
  ordersPerAddress: 'Has hecho demasiados pedidos en poco tiempo. Espera un momento e intenta de nuevo.',
  openCashOrders:
    'Tienes varios pedidos por pagar, en efectivo o en tienda. Espera a que se entreguen, se paguen o venzan, o paga con tarjeta.',
  unconfirmedOrders: unconfirmed,
  unconfirmedUnits: tooMuchUnconfirmed,
  unconfirmedValue: tooMuchUnconfirmed,
  unconfirmedShareBasisPoints: tooMuchUnconfirmed,
  unpaidUnits: tooMuchUnpaid,
  unpaidValue: tooMuchUnpaid,
  openStoreOrders: tooManyStoreOrders,
  openOrdersOfAdvisor: tooManyStoreOrders,
  declinesPerCart: 'Tu carrito tuvo demasiados pagos rechazados. Elige otra forma de pago o intenta más tarde.',
  declinesPerAddress: 'Hubo demasiados pagos rechazados. Espera un momento e intenta de nuevo.',
  declinesPerBin: 'Hubo demasiados pagos rechazados con tarjetas de este banco. Espera un momento o usa otra tarjeta.',
  declinesPerCard: 'Esta tarjeta tuvo demasiados pagos rechazados hoy. Usa otra tarjeta u otra forma de pago.',
};

/**
 * Orders of one advisor that may wait to be paid at a time, where a client may have `openStoreOrders`: more than anybody is helped to in 48 hours.
 * Their hash is told to whoever opens a payment link of theirs (DEC-148), so it alone must not hold the shop's whole stock; nor may
 * few lines use up what an advisor may have, whatever an operator lets a line have.
 */
export const mostUnpaidOfAdvisor = (openStoreOrders: number): number =>
  Math.max(leastOfAdvisor, linesOfAdvisor * openStoreOrders);

const leastOfAdvisor = 50;
const linesOfAdvisor = 6;

/** Whether the advisor of this cart may have one more order that waits to be paid. */
export const checkUnpaidOfAdvisor = async (
  tx: Tx,
  { request: { cartId }, client }: Pick<ClaimCall, 'request' | 'client'>,
): Promise<Result<null, OrderRefusal>> =>
  (await countUnpaidOfAdvisor(tx, cartId)) < mostUnpaidOfAdvisor(client?.budgets.openStoreOrders ?? 0)
    ? ok(null)
    : refuse(overBudget('openOrdersOfAdvisor', longestWaitMs));
