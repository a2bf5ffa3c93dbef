import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { ChargeOutcome, PaymentGateway } from '../payments/gateway.ts';
import { commitIfOk } from '../platform/commit-if-ok.ts';
import type { Database } from '../platform/database.ts';
import type { PointsPrograms } from '../points/points-programs.ts';
import { type Claim, type ClaimCall, claimOrder } from './claim-order.ts';
import type { KeptAnswer } from './idempotency.store.ts';
import type { ClaimRefusal, OrderRefusal, OrderRequest } from './order-draft.ts';
import type { PausePoints } from './pause-points.ts';
import type { PlacingClient } from './placing-budgets.store.ts';
import { confirmPlacement, type Settlement, voidPlacement } from './settle-order.ts';
import { hastenSettling, type UnsettledOrder } from './settling.store.ts';

export interface PlaceOrderDeps {
  db: Database;
  gateway: PaymentGateway;
  programs: Pick<PointsPrograms, 'findHold'>;
  pausePoints: PausePoints;
  /** From the commit of the claim until the reconciler may take over; longer than a charge can take. Milliseconds. */
  settleAfterMs: number;
}

export interface PlaceOrderCall {
  request: OrderRequest;
  idempotencyKey: string | undefined;
  now: Date;
  policy: ShopPolicy;
  /** Whose session asks, where one does: a customer's cart is ordered with that customer's session only (DEC-05). */
  viewerId?: string | undefined;
  /** Who asks, for the budgets of DEC-196; null = nobody outside. */
  client: PlacingClient | null;
}

/** `isReplayed`: the answer of an earlier call with the same key. */
export interface Placing {
  result: Result<{ orderNumber: string }, OrderRefusal>;
  isReplayed: boolean;
}

/**
 * Places the order of a cart (ORD-10, DEC-133, DEC-172) in three steps, each restartable, none of which keeps a
 * transaction open while it talks to the bank:
 * 1. claim: everything the order needs is checked, taken and written as `placing`;
 * 2. charge, with a key of our own;
 * 3. confirm, or give everything back.
 * What is paid otherwise than by card, and orders of Q0.00, are placed whole in the first step. Should this process die
 * between two steps, or the bank not answer, the reconciler finishes the placement.
 */
export async function placeOrder(deps: PlaceOrderDeps, call: PlaceOrderCall): Promise<Placing> {
  const begun = await beginProven(deps, call);
  if (!begun.ok) return { result: begun, isReplayed: false };
  const beginning = begun.value;
  if (beginning.kind === 'replayed') return { result: resultOf(beginning.answer), isReplayed: true };
  const result =
    beginning.kind === 'placed' ? ok({ orderNumber: beginning.orderNumber }) : await charge(deps, beginning);
  return { result, isReplayed: false };
}

/**
 * A claim that wants a proof is undone, and begun again once it is there: asking for it may need an outside service.
 * - the captcha that came with the call: what was taken stays used whatever becomes of the claim (DEC-171, DEC-196);
 * - that the program of a points certificate still blocks its points (DEC-127, DEC-172).
 */
async function beginProven(deps: PlaceOrderDeps, call: PlaceOrderCall): Promise<Result<Claim, OrderRefusal>> {
  let claim: ClaimCall = { ...call, settleAfterMs: deps.settleAfterMs, isProven: false, provenHold: null };
  for (;;) {
    const begun = await begin(deps, claim);
    if (begun.ok) return begun;
    const { unprovenHold, ...refusal } = begun.error;
    if (refusal.code === 'CAPTCHA_FAILED' && call.client !== null && !claim.isProven) {
      const proven = await call.client.prove();
      if (!proven.ok) return proven;
      claim = { ...claim, isProven: true };
    } else if (unprovenHold !== undefined && (await deps.programs.findHold(unprovenHold)).kind === 'held') {
      claim = { ...claim, provenHold: unprovenHold };
    } else return refuse(refusal);
  }
}

async function begin(deps: PlaceOrderDeps, call: ClaimCall): Promise<Result<Claim, ClaimRefusal>> {
  return call.client === null
    ? claimInTransaction(deps, call)
    : call.client.inTurn(() => claimInTransaction(deps, call));
}

function claimInTransaction(
  { db, pausePoints }: PlaceOrderDeps,
  call: ClaimCall,
): Promise<Result<Claim, ClaimRefusal>> {
  return commitIfOk(db, async (tx) => {
    const begun = await claimOrder(tx, call);
    if (begun.ok) await pausePoints.reach('placing.beforeClaim');
    return begun;
  });
}

async function charge(deps: PlaceOrderDeps, claimed: Claimed): Promise<Result<{ orderNumber: string }, OrderRefusal>> {
  await deps.pausePoints.reach('placing.afterClaim');
  const outcome = await chargeCard(deps.gateway, claimed);
  await deps.pausePoints.reach('placing.afterCharge');
  if (outcome.kind === 'unknown') {
    await hastenSettling(deps.db.write, claimed.orderId);
    return refuse({ code: 'PAY_TIMEOUT' });
  }
  return resultOfSettlement(await settle(deps, { ...claimed, amount: claimed.payment.amount }, outcome));
}

type Claimed = Extract<Claim, { kind: 'claimed' }>;

const chargeCard = (
  gateway: PaymentGateway,
  { paymentId: key, askedAt, payment, payer }: Claimed,
): Promise<ChargeOutcome> => {
  const { amount, plan, fingerprintSessionId } = payment;
  if (payment.card === null) throw new Error('a payment without a card is not charged');
  const { number, expiry, cvv, holder } = payment.card;
  const card = { number, expiry, cvv, holder };
  return gateway.charge({ key, askedAt, amount, plan, description: 'Ceiba', card, payer, fingerprintSessionId });
};

async function settle(
  { db, gateway, pausePoints }: PlaceOrderDeps,
  placement: UnsettledOrder,
  outcome: Exclude<ChargeOutcome, { kind: 'unknown' }>,
): Promise<Settlement> {
  if (outcome.kind === 'refused') {
    await pausePoints.reach('placing.beforeRelease');
    return voidPlacement(db, placement, outcome.code, new Date());
  }
  await pausePoints.reach('placing.beforeConfirm');
  const confirmed = await confirmPlacement(db, gateway, placement, outcome, new Date());
  await pausePoints.reach('placing.afterConfirm');
  return confirmed;
}

function resultOfSettlement(settlement: Settlement): Result<{ orderNumber: string }, OrderRefusal> {
  switch (settlement.kind) {
    case 'confirmed':
      return ok({ orderNumber: settlement.orderNumber });
    case 'voided':
      return refuse({ code: settlement.code ?? 'PAY_PROCESSOR_ERROR' });
    case 'unsettled':
      return refuse({ code: 'PAY_TIMEOUT' });
  }
}

const resultOf = (answer: KeptAnswer): Result<{ orderNumber: string }, OrderRefusal> =>
  'orderNumber' in answer ? ok({ orderNumber: answer.orderNumber }) : refuse(answer);
