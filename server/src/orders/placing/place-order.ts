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
import { claimOrder } from './claim-order.ts';
import { proveCode } from './one-time-code.ts';
import { cardPaymentOf, giftCardCodesOf, namesSlot } from './order-request.ts';
import type { PausePoints } from './pause-points.ts';
import {
  type Claim,
  noPaymentSources,
  type OrderRefusal,
  type PaymentSources,
  type PlacedAnswer,
  type PlaceOrderCall,
  type PlacingClient,
  type Proven,
  type StoredAnswer,
  type UnsettledOrder,
  type Wanted,
} from './placement.ts';
import { findPaymentSources } from './placing.store.ts';
import { confirmPlacement, type Settlement, voidPlacement } from './settle-order.ts';
import { requestReconciliation } from './settling.store.ts';

export interface PlaceOrderDeps {
  db: Database;
  gateway: PaymentGateway;
  programs: Pick<PointsPrograms, 'findHold'>;
  cardSaver: Pick<CardSaver, 'save'>;
  cardKeys: CardKeys;
  pausePoints: PausePoints;
  /** From the commit of the claim until the reconciler may take over; longer than a charge can take. Milliseconds. */
  settleAfterMs: number;
}

/** `isReplayed`: the answer of an earlier call with the same key. */
export interface Placing {
  result: Result<PlacedAnswer, OrderRefusal>;
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
  const begun = await claimProven(deps, call);
  if (!begun.ok) return { result: begun, isReplayed: false };
  const beginning = begun.value;
  if (beginning.kind === 'replayed') return { result: resultOf(beginning.answer), isReplayed: true };
  if (beginning.kind === 'placed') {
    await deps.pausePoints.reach('placing.afterConfirm');
    return { result: ok(beginning.answer), isReplayed: false };
  }
  const result = await charge(deps, beginning, call.policy.shopName);
  if (result.ok) keepCard(deps, beginning, call);
  return { result, isReplayed: false };
}

/**
 * The claim, in a transaction of its own. One that wants a proof is undone, and made again once it is there: asking for it may need an
 * outside service. An order that says that its cart's slot takes something off (ORD-01, DEC-104) has its hold proven before.
 */
async function claimProven(deps: PlaceOrderDeps, call: PlaceOrderCall): Promise<Result<Claim, OrderRefusal>> {
  const { db, settleAfterMs } = deps;
  const inTurn: PlacingClient['inTurn'] = (work) => (call.client === null ? work() : call.client.inTurn(work));
  let proven = await findProven(deps, call);
  for (;;) {
    const claim = (tx: Transaction) =>
      claimOrder(pausing(tx, deps), { ...call, settleAfterMs, acquirer: deps.gateway.account }, proven);
    const claimed = await inTurn(() => commitIfOk(db, claim));
    if (claimed.ok) return claimed;
    const { wants, ...refusal } = claimed.error;
    const found = wants === undefined ? null : await prove(deps, call, wants, proven);
    if (found === null) return refuse(refusal);
    if (!found.ok) return found;
    proven = { ...proven, ...found.value };
  }
}

/** What pays lies at the shop already, or has its key. */
async function findProven(deps: PlaceOrderDeps, call: PlaceOrderCall): Promise<Proven> {
  const card = savedCardOf(call);
  const means = card !== null || namesSlot(call.request) ? await proveMeans(deps, call, card) : noPaymentSources;
  const giftCardKeys = await giftCardKeysOf(deps, call);
  return { ...means, giftCardKeys, cardKey: await cardKeyOf(deps, call, means.savedCard), captcha: null, code: null };
}

async function giftCardKeysOf({ db }: PlaceOrderDeps, { request }: PlaceOrderCall): Promise<string[]> {
  const codes = giftCardCodesOf(request);
  if (codes.length === 0) return [];
  const secret = await getShopSecret(db.write, 'gift-cards');
  return codes.map((code) => giftCardKey(secret, code));
}

/**
 * A proof that a claim wants; null: there is none, and what refused it stands.
 * - the captcha that came with the call: what was taken stays used whatever becomes of the claim (DEC-171, DEC-196);
 * - that the program of a points certificate still blocks its points (DEC-127, DEC-172). The same again: it is the program that refuses;
 * - that the one-time code of an order paid at the store is right, which counts as a try (DEC-141);
 * - that whoever names gift cards that pay nothing has not named too many: they count apart from the claim, which is undone (DEC-199).
 */
async function prove(
  deps: PlaceOrderDeps,
  call: PlaceOrderCall,
  wants: Wanted,
  proven: Proven,
): Promise<Result<Partial<Proven>, OrderRefusal> | null> {
  switch (wants.proof) {
    case 'captcha': {
      if (call.client === null || proven.captcha !== null) return null;
      const taken = await call.client.prove(wants.isHard);
      return taken.ok ? ok({ captcha: wants.isHard ? 'hard' : 'usual' }) : taken;
    }
    case 'hold': {
      const { hold } = await proveMeans(deps, call, null);
      return hold === null || hold.code === proven.hold?.code ? null : ok({ hold });
    }
    case 'code': {
      const code = await proveCode(deps.db.write, call.request.cartId, wants.code, call.now);
      return code === null ? null : ok({ code });
    }
    case 'giftCards': {
      // Nobody outside has a budget.
      if (call.client === null) return null;
      const { caller, budgets } = call.client;
      const isCounted = await countGuesses(deps.db.write, caller, wants.wrong, budgets.declinesPerAddress);
      return isCounted ? null : refuse({ code: 'RATE_LIMITED', metadata: { retryAfter: guessesLastSeconds } });
    }
  }
}

const tokenForm = z.uuid();

/** Null: no saved card pays, or nobody's whom the shop knows (PAY-34). */
function savedCardOf({ request, customerId }: PlaceOrderCall): { id: string; customerId: string } | null {
  const token = tokenForm.safeParse(cardPaymentOf(request)?.token);
  return token.success && customerId !== undefined ? { id: token.data, customerId } : null;
}

/** Null: no card is charged, or none that is one. */
async function cardKeyOf(
  { cardKeys }: PlaceOrderDeps,
  { request }: PlaceOrderCall,
  savedCard: ChargeableCard | null,
): Promise<string | null> {
  const card = cardPaymentOf(request);
  if (card?.token !== undefined) return savedCard && cardKeys.ofSaved(savedCard);
  return card === undefined ? null : cardKeys.ofNumber(card.ccNumber ?? '');
}

/** A hold of which the program does not say that it still blocks its points is none. */
async function proveMeans(
  { db, programs, gateway }: PlaceOrderDeps,
  { request: { cartId } }: PlaceOrderCall,
  card: { id: string; customerId: string } | null,
): Promise<PaymentSources> {
  const means = await findPaymentSources(db.write, { cartId, card, acquirer: gateway.account });
  const isHeld = means.hold !== null && (await programs.findHold(means.hold.code)).kind === 'held';
  return isHeld ? means : { ...means, hold: null };
}

/** Tests stop the statement that commits a claim. */
const pausing = (tx: Transaction, { pausePoints }: PlaceOrderDeps): Transaction => ({
  ...tx,
  last: {
    run: async (asked) => {
      await pausePoints.reach('placing.beforeClaim');
      return tx.last.run(asked);
    },
  },
});

async function charge(
  deps: PlaceOrderDeps,
  claimed: Claimed,
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

type Claimed = Extract<Claim, { kind: 'claimed' }>;

const chargeCard = (
  gateway: PaymentGateway,
  { paymentId: key, askedAt, payment, payer }: Claimed,
  description: string,
): Promise<ChargeOutcome> => {
  const { amount, plan, fingerprintSessionId } = payment;
  if (payment.card === null) throw new Error('a payment without a card is not charged');
  const card = payment.card.charge;
  return gateway.charge({ key, askedAt, amount, plan, description, card, payer, fingerprintSessionId });
};

/** DEC-108: a card that has paid its customer's order; a guest's is not kept. */
function keepCard(
  { cardSaver }: PlaceOrderDeps,
  { payment: { card, savesCard }, cardKey }: Claimed,
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
