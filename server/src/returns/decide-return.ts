import type { Actor } from '@ceiba/domain/actors/actor';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { keptUnits, newOutcomes, type ReturnOutcome, unitsOf } from '@ceiba/domain/returns/return-outcome';
import { returnNumberText } from '@ceiba/domain/returns/return-window';
import type { RefundToTell } from '../notifications/refund-texts.ts';
import { writeMail } from '../notifications/write-mail.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { giveAsGiftCard } from '../refunds/give-as-gift-card.ts';
import { decideRefund, writeRefund } from '../refunds/make-refund.ts';
import { deliveredOf, unitsLeft } from '../refunds/refund-units.ts';
import { type OrderToRefund, type Refund, readOrderToRefund } from '../refunds/refunds.store.ts';
import { type DeskReturn, lockDeskReturn } from './desk-returns.store.ts';
import { markReceived } from './operator-returns.store.ts';
import { returnOutcomeMail } from './return-mails.ts';
import { findRefundDetails, findUnknownStore, insertOutcomes } from './return-outcomes.store.ts';

export interface ReturnDecision {
  /** How many units have each fate (of a restock: at its store) in all, those decided before among them. */
  outcomes: readonly ReturnOutcome[];
  /** Who gives the money out, where it does not go back the way it came. */
  givenOutBy?: 'till' | 'transfer' | 'giftCard';
  /** Whether who decides may give this back; without it they may. It is asked before anything is written. */
  mayGive?: (refund: Refund) => Promise<boolean>;
  actor: Actor;
}

/** How the return stands now; `isChanged` false: it stood so before. */
export interface DecidedReturn {
  isChanged: boolean;
  orderNumber: string;
  title: string;
  quantity: number;
  decided: ReturnOutcome[];
  /**
   * What is given back for the units that this decision kept, or owed no more; null where nothing was left to give back, or all of them
   * were rejected. Of one that stood so before: for those that were kept last.
   */
  refund: Refund | null;
}

export type ReturnDecisionRefusal =
  | HeldReturnRefusal
  | { code: 'RETURN_UNKNOWN' }
  /** It was rejected or canceled. */
  | { code: 'RETURN_ENDED' };

type HeldReturnRefusal =
  | { code: 'STORE_UNKNOWN'; storeCode: string }
  /** What has no stock goes to no shelf; a gift card can only be rejected. */
  | { code: 'FATE_NOT_POSSIBLE'; isGiftCard: boolean }
  | { code: 'UNITS_NOT_LEFT'; left: number }
  /** More was given back of its order than this would leave. */
  | { code: 'REFUND_NOT_POSSIBLE' }
  /** Another person has to decide it (WORK-19). */
  | { code: 'APPROVAL_REQUIRED' };

interface Site {
  /** Origin of the shop, for the link of the mail. */
  publicUrl: string;
  policy: ShopPolicy;
  now: Date;
}

/**
 * Decides what becomes of units that were returned (WORK-20), in one transaction: what is restocked is for sale at its store, what those
 * that are not rejected were worth goes back the way it came, a mail says so. Goods nobody had received are received with it. The order's
 * row is locked first: the same again, or side by side, has one effect and the same answer, and no unit has two outcomes.
 */
export const decideReturn = (
  db: Pick<Database, 'transaction'>,
  { number, ...decision }: ReturnDecision & { number: number },
  site: Site,
): Promise<Result<DecidedReturn, ReturnDecisionRefusal>> =>
  db.transaction(async (tx) => {
    const found = await lockDeskReturn(tx, number);
    if (found === undefined) return refuse({ code: 'RETURN_UNKNOWN' });
    const hasEnded = found.state === 'rejected' || found.state === 'canceled';
    return hasEnded ? refuse({ code: 'RETURN_ENDED' }) : decideHeldReturn(tx, found, decision, site);
  });

/** As above, in a transaction of the caller's, who holds the return and has read it since. */
export async function decideHeldReturn(
  tx: Tx,
  found: DeskReturn,
  { outcomes, actor, givenOutBy, mayGive }: ReturnDecision,
  site: Site,
): Promise<Result<DecidedReturn, HeldReturnRefusal>> {
  const { orderNumber, title, quantity, number, toDecide } = found;
  const refusal = await refuseFates(tx, found, outcomes);
  if (refusal !== undefined) return refuse(refusal);
  const added = newOutcomes(outcomes, found.outcomes, quantity);
  if (!added.ok) return added;
  const decided = [...found.outcomes, ...added.value];
  const standing = { orderNumber, title, quantity, decided };
  const causeKey = causeKeyOf(number, keptUnits(decided));
  const order = await readOrderToRefund(tx, toDecide.orderId);
  if (added.value.length === 0)
    return ok({ ...standing, isChanged: false, refund: order.refunds.get(causeKey) ?? null });
  const { position } = toDecide;
  const units = unitsToRefund(order, position, keptUnits(added.value));
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
  await tell(tx, { found, added: added.value, decidedReturn }, site);
  return ok(decidedReturn);
}

/** Names the units that are given back for a return: the guard and the customer's list read it. */
const causeKeyOf = (number: number, kept: number): string => `return ${returnNumberText(number)}: ${kept}`;

/** A unit that was given back without a return is not given back again; one that still comes was not returned. */
function unitsToRefund(order: OrderToRefund, position: number, kept: number): number {
  const line = order.lines.find((each) => each.position === position);
  return line === undefined ? 0 : Math.min(kept, unitsLeft(deliveredOf(line.shipments)));
}

async function refuseFates(
  tx: Tx,
  { isGiftCard, isGoods }: DeskReturn,
  outcomes: readonly ReturnOutcome[],
): Promise<HeldReturnRefusal | undefined> {
  const isPossible = ({ fate }: ReturnOutcome) => fate === 'reject' || (!isGiftCard && (isGoods || fate !== 'restock'));
  if (!outcomes.every(isPossible)) return { code: 'FATE_NOT_POSSIBLE', isGiftCard };
  const codes = outcomes.flatMap(({ storeCode }) => (storeCode === null ? [] : [storeCode]));
  const storeCode = codes.length === 0 ? undefined : await findUnknownStore(tx, codes);
  return storeCode === undefined ? undefined : { code: 'STORE_UNKNOWN', storeCode };
}

interface Told {
  found: DeskReturn;
  added: readonly ReturnOutcome[];
  decidedReturn: DecidedReturn;
}

async function tell(tx: Tx, { found, added, decidedReturn }: Told, { now, ...shop }: Site): Promise<void> {
  const { id, email, title, number } = found;
  // Nobody's any more: its buyer has closed the account.
  if (email === '') return;
  const { orderNumber, quantity, decided, refund } = decidedReturn;
  const told = {
    ...{ number: returnNumberText(number), orderNumber, title, quantity, email },
    accepted: keptUnits(added),
    rejected: added.filter(({ fate }) => fate === 'reject'),
    left: quantity - unitsOf(decided),
    refund: refund === null ? null : await toTell(tx, orderNumber, refund),
  };
  await writeMail(tx, `return-outcome:${id}:${unitsOf(decided)}`, returnOutcomeMail(told, shop), now);
}

async function toTell(tx: Tx, number: string, refund: Refund): Promise<RefundToTell> {
  const details = await findRefundDetails(tx, refund.id);
  // Decided in this transaction: its bank is asked once that is over.
  return { ...refund, ...details, number, givingBack: 'asked' };
}
