import { ok, type Result, refuse } from '@ceiba/domain/result';
import { z } from 'zod';
import { giftCardKey } from '../../gift-cards/gift-cards.store.ts';
import { countGuesses, guessesLastSeconds } from '../../gift-cards/paying-gift-cards.store.ts';
import type { ChargeOutcome, PaymentGateway } from '../../payments/gateway.ts';
import type { CardKeys, CardSaver } from '../../payments/save-card.ts';
import type { ChargeableCard } from '../../payments/saved-cards.store.ts';
import { commitIfOk, type Database, type Transaction } from '../../platform/db/database.ts';
import { getShopSecret } from '../../platform/db/shop-secrets.store.ts';
import type { PointsPrograms } from '../../points/points-programs.ts';
import { proveCode } from './one-time-code.ts';
import { cardPaymentOf, giftCardCodesOf, namesSlot } from './order-request.ts';
import type { PausePoints } from './pause-points.ts';
import {
  noPaymentSources,
  type OrderRefusal,
  type PaymentSources,
  type PlacedAnswer,
  type PlacementProofs,
  type PlacementStart,
  type PlaceOrderCall,
  type PlacingClient,
  type RequiredProof,
  type StoredAnswer,
  type UnsettledOrder,
} from './placement.ts';
import { findPaymentSources } from './placing.store.ts';
import { confirmPlacement, type Settlement, voidPlacement } from './settle-order.ts';
import { requestReconciliation } from './settling.store.ts';
import { startPlacement } from './start-placement.ts';

export interface PlaceOrderDeps {
  db: Database;
  gateway: PaymentGateway;
  programs: Pick<PointsPrograms, 'findReservation'>;
  cardSaver: Pick<CardSaver, 'save'>;
  cardKeys: CardKeys;
  pausePoints: PausePoints;
  /** Milliseconds from the commit of the claim until the reconciler may take over. Must be longer than the longest charge. */
  settleAfterMs: number;
}

/** The outcome of a call. `isReplayed`: true if the outcome is the stored answer to an earlier call with the same key. */
export interface Placing {
  result: Result<PlacedAnswer, OrderRefusal>;
  isReplayed: boolean;
}

/**
 * Places the order of a cart (ORD-10, DEC-133, DEC-172) in three restartable steps. No step keeps a transaction open while it talks
 * to the bank:
 * 1. claim: checks, takes and writes everything that the order needs, as `placing`;
 * 2. charge, with a key that the shop chooses;
 * 3. confirm, or release everything.
 * Orders of Q0.00, and orders without a card, are completed in the first step. If this process dies between two steps, or the bank
 * does not answer, the reconciler finishes the placement.
 */
export async function placeOrder(deps: PlaceOrderDeps, call: PlaceOrderCall): Promise<Placing> {
  const started = await startProven(deps, call);
  if (!started.ok) return { result: started, isReplayed: false };
  const start = started.value;
  if (start.kind === 'replayed') return { result: resultOf(start.answer), isReplayed: true };
  if (start.kind === 'placed') {
    await deps.pausePoints.reach('placing.afterConfirm');
    return { result: ok(start.answer), isReplayed: false };
  }
  const result = await charge(deps, start, call.policy.shopName);
  if (result.ok) saveCard(deps, start, call);
  return { result, isReplayed: false };
}

/**
 * Makes the claim in its own transaction. If the claim requires a proof, the transaction rolls back, because an outside service may have to
 * provide the proof. Then the claim is made again with the proof. If the order names its cart's coupon or points (ORD-01, DEC-104), the
 * points are verified before the first claim.
 */
async function startProven(deps: PlaceOrderDeps, call: PlaceOrderCall): Promise<Result<PlacementStart, OrderRefusal>> {
  const { db, settleAfterMs } = deps;
  const inTurn: PlacingClient['inTurn'] = (work) => (call.client === null ? work() : call.client.inTurn(work));
  let proven = await findProven(deps, call);
  for (;;) {
    const claim = (tx: Transaction) =>
      startPlacement(pausing(tx, deps), { ...call, settleAfterMs, acquirer: deps.gateway.account }, proven);
    const claimed = await inTurn(() => commitIfOk(db, claim));
    if (claimed.ok) return claimed;
    const { requiredProof, ...refusal } = claimed.error;
    const found = requiredProof === undefined ? null : await prove(deps, call, requiredProof, proven);
    if (found === null) return refuse(refusal);
    if (!found.ok) return found;
    proven = { ...proven, ...found.value };
  }
}

/** Reads the payment sources that the shop has stored, and the keys of the card and the gift cards. */
async function findProven(deps: PlaceOrderDeps, call: PlaceOrderCall): Promise<PlacementProofs> {
  const card = savedCardOf(call);
  const sources =
    card !== null || namesSlot(call.request) ? await verifyPaymentSources(deps, call, card) : noPaymentSources;
  const giftCardKeys = await giftCardKeysOf(deps, call);
  const cardKey = await cardKeyOf(deps, call, sources.savedCard);
  return { ...sources, giftCardKeys, cardKey, captcha: null, code: null };
}

async function giftCardKeysOf({ db }: PlaceOrderDeps, { request }: PlaceOrderCall): Promise<string[]> {
  const codes = giftCardCodesOf(request);
  if (codes.length === 0) return [];
  const secret = await getShopSecret(db.write, 'gift-cards');
  return codes.map((code) => giftCardKey(secret, code));
}

/**
 * Obtains the proof that a claim requires. Null: the proof cannot be obtained, and the claim stays refused.
 * - `captcha`: redeems the captcha of the call, even if the claim fails later (DEC-171, DEC-196).
 * - `pointsReservation`: asks the program whether it still blocks the certificate's points (DEC-127, DEC-172).
 * - `code`: checks the one-time code of an order paid at the store. The check counts as a try (DEC-141).
 * - `giftCards`: counts the invalid gift cards that the client has named. The count is committed, although the claim rolls back (DEC-199).
 */
async function prove(
  deps: PlaceOrderDeps,
  call: PlaceOrderCall,
  required: RequiredProof,
  proven: PlacementProofs,
): Promise<Result<Partial<PlacementProofs>, OrderRefusal> | null> {
  switch (required.proof) {
    case 'captcha': {
      if (call.client === null || proven.captcha !== null) return null;
      const redeemed = await call.client.prove(required.isHard);
      return redeemed.ok ? ok({ captcha: required.isHard ? 'hard' : 'usual' }) : redeemed;
    }
    case 'pointsReservation': {
      const { pointsReservation } = await verifyPaymentSources(deps, call, null);
      return pointsReservation === null || pointsReservation.code === proven.pointsReservation?.code
        ? null
        : ok({ pointsReservation });
    }
    case 'code': {
      const code = await proveCode(deps.db.write, call.request.cartId, required.code, call.now);
      return code === null ? null : ok({ code });
    }
    case 'giftCards': {
      // A caller inside the shop has no client, and therefore no budget.
      if (call.client === null) return null;
      const { caller, budgets } = call.client;
      const isCounted = await countGuesses(deps.db.write, caller, required.wrong, budgets.declinesPerAddress);
      return isCounted ? null : refuse({ code: 'RATE_LIMITED', metadata: { retryAfter: guessesLastSeconds } });
    }
  }
}

const tokenForm = z.uuid();

/** Returns the saved card that the order names. Null if the order names none, or if the caller is not a signed-in customer (PAY-34). */
function savedCardOf({ request, customerId }: PlaceOrderCall): { id: string; customerId: string } | null {
  const token = tokenForm.safeParse(cardPaymentOf(request)?.token);
  return token.success && customerId !== undefined ? { id: token.data, customerId } : null;
}

/** Returns the key of the card to charge. Null if no card is charged, or if its number is invalid. */
async function cardKeyOf(
  { cardKeys }: PlaceOrderDeps,
  { request }: PlaceOrderCall,
  savedCard: ChargeableCard | null,
): Promise<string | null> {
  const card = cardPaymentOf(request);
  if (card?.token !== undefined) return savedCard && cardKeys.ofSaved(savedCard);
  return card === undefined ? null : cardKeys.ofNumber(card.ccNumber ?? '');
}

/** Reads the payment sources. Omits the certificate if its program does not confirm that it still blocks the points. */
async function verifyPaymentSources(
  { db, programs, gateway }: PlaceOrderDeps,
  { request: { cartId }, now }: PlaceOrderCall,
  card: { id: string; customerId: string } | null,
): Promise<PaymentSources> {
  const sources = await findPaymentSources(db.write, { cartId, card, acquirer: gateway.account }, now);
  const arePointsReserved =
    sources.pointsReservation !== null &&
    (await programs.findReservation(sources.pointsReservation.code)).kind === 'held';
  return arePointsReserved ? sources : { ...sources, pointsReservation: null };
}

/** Lets tests pause a process before the statement that commits a claim. */
const pausing = (tx: Transaction, { pausePoints }: PlaceOrderDeps): Transaction => ({
  ...tx,
  sentWithCommit: {
    run: async (asked) => {
      await pausePoints.reach('placing.beforeClaim');
      return tx.sentWithCommit.run(asked);
    },
  },
});

async function charge(
  deps: PlaceOrderDeps,
  claimed: StartedPlacement,
  shopName: string,
): Promise<Result<{ orderNumber: string }, OrderRefusal>> {
  await deps.pausePoints.reach('placing.afterClaim');
  const outcome = await chargeCard(deps.gateway, claimed, shopName);
  await deps.pausePoints.reach('placing.afterCharge');
  if (outcome.kind === 'unknown') {
    await requestReconciliation(deps.db.write, claimed.orderId);
    return refuse({ code: 'PAY_TIMEOUT' });
  }
  return resultOfSettlement(
    await settle(deps, { ...claimed, amount: claimed.payment.amount, acquirer: deps.gateway.account }, outcome),
  );
}

type StartedPlacement = Extract<PlacementStart, { kind: 'claimed' }>;

const chargeCard = (
  gateway: PaymentGateway,
  { paymentId: key, askedAt, payment, payer }: StartedPlacement,
  description: string,
): Promise<ChargeOutcome> => {
  const { amount, plan, fingerprintSessionId } = payment;
  if (payment.card === null) throw new Error('a payment without a card is not charged');
  const card = payment.card.charge;
  return gateway.charge({ key, askedAt, amount, plan, description, card, payer, fingerprintSessionId });
};

/** Saves a card that has paid its customer's order (DEC-108). A guest's card is never saved. */
function saveCard(
  { cardSaver }: PlaceOrderDeps,
  { payment: { card, savesCard }, cardKey }: StartedPlacement,
  { customerId, now }: PlaceOrderCall,
) {
  if (!savesCard || customerId === undefined || card === null || 'token' in card.charge) return;
  const { number, expiry, holder } = card.charge;
  cardSaver.save({ customerId, card: { number, expiry, holder }, masked: card.masked, cardKey }, now);
}

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

const resultOf = (answer: StoredAnswer): Result<PlacedAnswer, OrderRefusal> =>
  'orderNumber' in answer ? ok(answer) : refuse(answer);
