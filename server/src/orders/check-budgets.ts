import { binOf } from '@ceiba/domain/payments/card-number';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Tx } from '../platform/database.ts';
import type { ClaimCall } from './claim-call.ts';
import { countUnpaidOfAdvisor } from './one-time-codes.store.ts';
import { cardPaymentOf, type OrderDraft, type OrderRefusal } from './order-draft.ts';
import { askPlacingBudgets, type PlacingBudget } from './placing-budgets.store.ts';

/** DEC-196, before every other refusal. Answers what the order keeps of its client. */
export async function checkBudgets(
  tx: Tx,
  { request, client, isProven, savedCard }: ClaimCall,
): Promise<Result<Pick<OrderDraft, 'clientKey' | 'networkKey'>, OrderRefusal>> {
  if (client === null) return ok({ clientKey: null, networkKey: null });
  const card = cardPaymentOf(request);
  const order = {
    cartId: request.cartId,
    isPaidLater: request.payments.some(({ paymentType }) => paymentType === 'Cash' || paymentType === 'StorePayment'),
    // Whatever number stands beside a token.
    bin: binOf((card?.token === undefined ? card?.ccNumber : savedCard?.masked) ?? ''),
  };
  const { clientKey, networkKey, spent, freeAt, toldAt, wantsProof } = await askPlacingBudgets(tx, client, order);
  if (spent === null)
    return wantsProof && !isProven ? refuse({ code: 'CAPTCHA_FAILED' }) : ok({ clientKey, networkKey });
  const wait = freeAt === null ? longestWaitMs : freeAt.getTime() - toldAt.getTime();
  return refuse(overBudget(spent, wait));
}

/** `wait` in milliseconds. */
const overBudget = (budget: keyof typeof budgetTexts, wait: number): OrderRefusal => ({
  code: 'RATE_LIMITED',
  message: budgetTexts[budget],
  metadata: { budget, retryAfter: Math.max(1, Math.ceil(wait / 1_000)) },
});

/** What ends with no known moment (an open order, a cart's declined cards) is asked again after an hour. */
const longestWaitMs = 3_600_000;

const budgetTexts: Record<PlacingBudget | 'openStoreOrders', string> = {
  ordersPerAddress: 'Has hecho demasiados pedidos en poco tiempo. Espera un momento e intenta de nuevo.',
  openCashOrders:
    'Tienes varios pedidos por pagar, en efectivo o en tienda. Espera a que se entreguen, se paguen o venzan, o paga con tarjeta.',
  openStoreOrders: 'Hay demasiados pedidos por pagar en tienda. Espera a que se paguen o venzan, o paga con tarjeta.',
  declinesPerCart: 'Tu carrito tuvo demasiados pagos rechazados. Elige otra forma de pago o intenta más tarde.',
  declinesPerAddress: 'Hubo demasiados pagos rechazados. Espera un momento e intenta de nuevo.',
  declinesPerBin: 'Hubo demasiados pagos rechazados con tarjetas de este banco. Espera un momento o usa otra tarjeta.',
};

/**
 * Orders of one advisor that may wait to be paid at a time; more than anybody is helped to in 48 hours. Their hash is told to
 * whoever opens a payment link of theirs (DEC-148), so it alone must not hold the shop's whole stock.
 */
const mostUnpaidOfAdvisor = 50;

/** Whether the advisor of this cart may have one more order that waits to be paid. */
export const checkUnpaidOfAdvisor = async (tx: Tx, cartId: string): Promise<Result<null, OrderRefusal>> =>
  (await countUnpaidOfAdvisor(tx, cartId)) < mostUnpaidOfAdvisor
    ? ok(null)
    : refuse(overBudget('openStoreOrders', longestWaitMs));
