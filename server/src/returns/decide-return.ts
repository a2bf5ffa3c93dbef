import type { Actor } from '@ceiba/domain/actors/actor';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { acceptedUnits, newOutcomes, type ReturnOutcome, unitsOf } from '@ceiba/domain/returns/return-outcome';
import { returnNumberText } from '@ceiba/domain/returns/return-window';
import type { RefundInMail } from '../notifications/refund-texts.ts';
import { writeMail } from '../notifications/write-mail.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { giveAsGiftCard } from '../refunds/give-as-gift-card.ts';
import { decideRefund, writeRefund } from '../refunds/make-refund.ts';
import { type OrderToRefund, readOrderToRefund } from '../refunds/order-to-refund.store.ts';
import { deliveredOf, unitsLeft } from '../refunds/refund-units.ts';
import type { Refund } from '../refunds/refunds.store.ts';
import { type DeskReturn, lockDeskReturn } from './desk-returns.store.ts';
import { markReceived } from './operator-returns.store.ts';
import { returnOutcomeMail } from './return-mails.ts';
import { findRefundDetails, findUnknownStore, insertOutcomes } from './return-outcomes.store.ts';

export interface ReturnDecision {
  outcomes: readonly ReturnOutcome[];
  /**
   * `inAll`: the units include earlier decisions, so that a repeated call changes nothing. `added`: the units are added to
   * earlier decisions.
   */
  counts: 'inAll' | 'added';
  /** The way in which the money is paid out, if not by the original payment. */
  givenOutBy?: 'till' | 'transfer' | 'giftCard';
  /** Returns whether the person who decides may give this refund. By default they may. Called before anything is written. */
  mayGive?: (refund: Refund) => Promise<boolean>;
  actor: Actor;
}

/** The return's current state. `isChanged`: false if it was the same before. */
export interface DecidedReturn {
  isChanged: boolean;
  orderNumber: string;
  title: string;
  quantity: number;
  decided: ReturnOutcome[];
  /**
   * The refund, or the reduced debt, for the units that this decision accepted. Null if nothing was left to refund or all were
   * rejected. If nothing changed, the refund of the last accepted units.
   */
  refund: Refund | null;
}

export type ReturnDecisionRefusal =
  | LockedReturnRefusal
  | { code: 'RETURN_UNKNOWN' }
  /** The return was rejected or canceled. */
  | { code: 'RETURN_ENDED' };

type LockedReturnRefusal =
  | { code: 'STORE_UNKNOWN'; storeCode: string }
  /** A unit without stock cannot be restocked, and a gift card can only be rejected. */
  | { code: 'FATE_NOT_POSSIBLE'; isGiftCard: boolean }
  | { code: 'UNITS_NOT_LEFT'; left: number }
  /** Earlier refunds of the order leave too little for this refund. */
  | { code: 'REFUND_NOT_POSSIBLE' }
  /** Another person must decide about the refund (WORK-19). */
  | { code: 'APPROVAL_REQUIRED' };

interface Site {
  /** Origin of the shop, for links in the mail. */
  publicUrl: string;
  policy: ShopPolicy;
  now: Date;
}

/**
 * Decides the outcomes of returned units (WORK-20) in one transaction. Restocked units are for sale at their store, all accepted
 * units are refunded, and the buyer gets a mail. A return that was not received counts as received. The order's row is locked
 * first. A repeated or concurrent call has one effect and the same result, and no unit gets two outcomes.
 */
export const decideReturn = (
  db: Pick<Database, 'transaction'>,
  { number, ...decision }: Omit<ReturnDecision, 'counts'> & { number: number },
  site: Site,
): Promise<Result<DecidedReturn, ReturnDecisionRefusal>> =>
  db.transaction(async (tx) => {
    const found = await lockDeskReturn(tx, number);
    if (found === undefined) return refuse({ code: 'RETURN_UNKNOWN' });
    const hasEnded = found.state === 'rejected' || found.state === 'canceled';
    return hasEnded
      ? refuse({ code: 'RETURN_ENDED' })
      : decideLockedReturn(tx, found, { ...decision, counts: 'inAll' }, site);
  });

/** Decides a return in the transaction of a caller that has locked the return and then read it. */
export async function decideLockedReturn(
  tx: Tx,
  found: DeskReturn,
  { outcomes, counts, actor, givenOutBy, mayGive }: ReturnDecision,
  site: Site,
): Promise<Result<DecidedReturn, LockedReturnRefusal>> {
  const { orderNumber, title, quantity, number, toDecide } = found;
  const refusal = await refuseFates(tx, found, outcomes);
  if (refusal !== undefined) return refuse(refusal);
  const added =
    counts === 'inAll'
      ? newOutcomes(outcomes, found.outcomes, quantity)
      : newOutcomes(outcomes, [], quantity - unitsOf(found.outcomes));
  if (!added.ok) return added;
  const decided = [...found.outcomes, ...added.value];
  const standing = { orderNumber, title, quantity, decided };
  const causeKey = causeKeyOf(number, acceptedUnits(decided));
  const order = await readOrderToRefund(tx, toDecide.orderId);
  if (added.value.length === 0)
    return ok({ ...standing, isChanged: false, refund: order.refunds.get(causeKey) ?? null });
  const { position } = toDecide;
  const units = unitsToRefund(order, position, acceptedUnits(added.value));
  const given =
    units > 0
      ? decideRefund(order, {
          cause: 'return',
          causeKey,
          lines: [{ position, units }],
          isSetOff: true,
          actor,
          reason: returnNumberText(number),
          ...(givenOutBy && { givenOutBy }),
        })
      : ok(null);
  if (!given.ok) return refuse({ code: 'REFUND_NOT_POSSIBLE' });
  const isTooMuch = given.value !== null && mayGive !== undefined && !(await mayGive(given.value.refund));
  if (isTooMuch) return refuse({ code: 'APPROVAL_REQUIRED' });
  const refund = given.value === null ? null : await writeRefund(tx, given.value);
  if (refund?.destination === 'giftCard' && refund.amount > 0)
    await giveAsGiftCard(
      tx,
      refund,
      { orderId: toDecide.orderId, orderNumber, email: found.email, actor, now: site.now },
      site,
    );
  if (found.receivedAt === null) await markReceived(tx, number, site.now, actor);
  await insertOutcomes(tx, found, added.value, actor);
  const decidedReturn = { ...standing, isChanged: true, refund };
  await mailOutcome(tx, { found, added: added.value, decidedReturn }, site);
  return ok(decidedReturn);
}

/** Returns a key that identifies the units refunded for a return. The guard and the customer's list read it. */
const causeKeyOf = (number: number, kept: number): string => `return ${returnNumberText(number)}: ${kept}`;

/** Units refunded without a return are not refunded again. Units that are still on their way cannot have been returned. */
function unitsToRefund(order: OrderToRefund, position: number, kept: number): number {
  const line = order.lines.find((each) => each.position === position);
  return line === undefined ? 0 : Math.min(kept, unitsLeft(deliveredOf(line.shipments)));
}

async function refuseFates(
  tx: Tx,
  { isGiftCard, isGoods }: DeskReturn,
  outcomes: readonly ReturnOutcome[],
): Promise<LockedReturnRefusal | undefined> {
  const isPossible = ({ fate, storeCode }: ReturnOutcome) =>
    fate === 'reject' || (!isGiftCard && (isGoods || (fate !== 'restock' && storeCode === null)));
  if (!outcomes.every(isPossible)) return { code: 'FATE_NOT_POSSIBLE', isGiftCard };
  const codes = outcomes.flatMap(({ storeCode }) => (storeCode === null ? [] : [storeCode]));
  const storeCode = codes.length === 0 ? undefined : await findUnknownStore(tx, codes);
  return storeCode === undefined ? undefined : { code: 'STORE_UNKNOWN', storeCode };
}

interface OutcomeToMail {
  found: DeskReturn;
  added: readonly ReturnOutcome[];
  decidedReturn: DecidedReturn;
}

async function mailOutcome(
  tx: Tx,
  { found, added, decidedReturn }: OutcomeToMail,
  { now, ...shop }: Site,
): Promise<void> {
  const { id, email, title, number } = found;
  // The e-mail is empty if the buyer has closed the account.
  if (email === '') return;
  const { orderNumber, quantity, decided, refund } = decidedReturn;
  const mailed = {
    ...{ number: returnNumberText(number), orderNumber, title, quantity, email },
    accepted: acceptedUnits(added),
    rejected: added.filter(({ fate }) => fate === 'reject'),
    left: quantity - unitsOf(decided),
    refund: refund === null ? null : await toTell(tx, orderNumber, refund),
  };
  await writeMail(tx, `return-outcome:${id}:${unitsOf(decided)}`, returnOutcomeMail(mailed, shop), now);
}

async function toTell(tx: Tx, number: string, refund: Refund): Promise<RefundInMail> {
  const details = await findRefundDetails(tx, refund.id);
  // The refund was decided in this transaction. The bank is called after the commit.
  return { ...refund, ...details, number, givingBack: 'asked' };
}
