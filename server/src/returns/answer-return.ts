import { randomUUIDv7 } from 'node:crypto';
import { guatemalaDate, guatemalaMoment } from '@ceiba/domain/dates/civil-date';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { needsApproval } from '@ceiba/domain/refunds/refund-approval';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { acceptedUnits, type ReturnOutcome, unitsOf } from '@ceiba/domain/returns/return-outcome';
import { mayStep, type ReturnStep, returnSteps } from '@ceiba/domain/returns/return-state';
import {
  checkReturn,
  type ReturnReason,
  returnNumberText,
  returnRefusalText,
  returnRequestOf,
} from '@ceiba/domain/returns/return-window';
import type { Permission } from '@ceiba/domain/staff/permissions';
import { writeMail } from '../notifications/write-mail.ts';
import type { Author } from '../platform/audit/record-change.ts';
import type { Tx } from '../platform/db/database.ts';
import { maySeeStore } from '../platform/http/places.ts';
import type { Refusal, StaffCaller } from '../platform/http/route.ts';
import { giftCardFault } from '../refunds/give-as-gift-card.ts';
import { amountOfRefund } from '../refunds/refund-figures.ts';
import { lockRefundedAlone } from '../refunds/refund-requests.store.ts';
import { findBuyer, type Refund } from '../refunds/refunds.store.ts';
import { lockOrder } from '../refunds/till-refunds.store.ts';
import { type DecidedReturn, decideLockedReturn } from './decide-return.ts';
import { answerReturn, type DeskReturn, lockDeskReturn, noteSentBack } from './desk-returns.store.ts';
import { mailArrived, markReceived } from './operator-returns.store.ts';
import { rejectedUnitsKeptMail, returnAnsweredMail, returnRequestedMail, returnSentBackMail } from './return-mails.ts';
import { findBoughtLines, insertReturn } from './returns.store.ts';

/** The shop's data that mails and rules of a return need. */
interface ReturnShop {
  publicUrl: string;
  policy: ShopPolicy;
}

/** A step of a return that a desk user requests. `version`: the version that they saw. */
export interface ReturnStepRequest {
  number: number;
  version: number;
  staff: Pick<StaffCaller, 'stores'>;
}

export type StepRefusal = Refusal<'NOT_FOUND' | 'TRANSITION_NOT_ALLOWED' | 'VERSION_CONFLICT'>;

/** Locks the return if this step is allowed, otherwise refuses. */
async function lockForStep(
  tx: Tx,
  step: ReturnStep,
  { number, version, staff }: ReturnStepRequest,
): Promise<Result<DeskReturn, StepRefusal>> {
  const found = await lockDeskReturn(tx, number);
  if (found === undefined || !maySeeStore(staff, found.storeCode)) return refuse({ code: 'NOT_FOUND' });
  if (found.version !== version) return refuse({ code: 'VERSION_CONFLICT' });
  return mayStep(found.state, step)
    ? ok(found)
    : refuse({
        code: 'TRANSITION_NOT_ALLOWED',
        metadata: { state: found.state, allowed: [...returnSteps[found.state]] },
      });
}

/** Approves, rejects or cancels a return, and mails the given text to its buyer (WORK-20). */
export async function answerAtDesk(
  tx: Tx,
  { step, text, ...asked }: ReturnStepRequest & { step: 'approve' | 'reject' | 'cancel'; text: string | null },
  { actor, now }: Author,
  shop: ReturnShop,
): Promise<Result<DeskReturn, StepRefusal>> {
  const locked = await lockForStep(tx, step, asked);
  if (!locked.ok) return locked;
  const found = locked.value;
  await answerReturn(tx, found.id, { step, answer: text, actor }, now);
  // The e-mail is empty if the buyer has closed the account.
  if (found.email !== '') {
    const mailed = { ...found, number: returnNumberText(found.number) };
    await writeMail(tx, `return-${step}:${found.id}`, returnAnsweredMail(mailed, { step, text }, shop), now);
  }
  return locked;
}

/** Records that the goods have arrived, and mails the buyer. */
export async function receiveAtDesk(
  tx: Tx,
  asked: ReturnStepRequest,
  { actor, now }: Author,
  shop: ReturnShop,
): Promise<Result<DeskReturn, StepRefusal>> {
  const locked = await lockForStep(tx, 'receive', asked);
  if (!locked.ok) return locked;
  await markReceived(tx, asked.number, now, actor);
  await mailArrived(tx, locked.value, { ...shop, now });
  return locked;
}

/**
 * Records that rejected goods go back to the buyer, or stay here because the buyer does not want them. Mails the number of units
 * and the way.
 */
export async function sendBackAtDesk(
  tx: Tx,
  { how, isKept, ...asked }: ReturnStepRequest & { how: string; isKept: boolean },
  { actor, now }: Author,
  shop: ReturnShop,
): Promise<Result<DeskReturn, StepRefusal>> {
  const locked = await lockForStep(tx, 'sendBack', asked);
  if (!locked.ok) return locked;
  const found = locked.value;
  await noteSentBack(tx, found.id, { how, isKept, actor }, now);
  if (found.email !== '') {
    const quantity = unitsOf(found.outcomes.filter(({ fate }) => fate === 'reject'));
    const mailed = { ...found, number: returnNumberText(found.number), quantity, how };
    const mail = isKept ? rejectedUnitsKeptMail(mailed, shop) : returnSentBackMail(mailed, shop);
    await writeMail(tx, `return-sent-back:${found.id}`, mail, now);
  }
  return locked;
}

export interface DecidedAtDesk extends ReturnStepRequest {
  staff: Pick<StaffCaller, 'stores' | 'permissions'>;
  /** Units that get their outcome now, in addition to earlier decisions. */
  units: readonly ReturnOutcome[];
  refundTo: 'origin' | 'till' | 'transfer' | 'giftCard';
}

export type DecideRefusal =
  | StepRefusal
  | Refusal<'FORBIDDEN' | 'APPROVAL_REQUIRED' | 'STORE_NOT_FOUND' | 'REFUND_EXCEEDS_CAPTURED' | 'VALIDATION_ERROR'>;

const refunding: Permission = 'orders.refund';

const ownReturn =
  'Tú aprobaste esta devolución, y con ella pasa lo que una persona devuelve sola en un día: la decide otra persona.';

/** Decides the outcome of units as `decideLockedReturn` does, and refunds the accepted units. */
export async function decideAtDesk(
  tx: Tx,
  { units, refundTo, ...asked }: DecidedAtDesk,
  { actor, now }: Author,
  shop: ReturnShop,
): Promise<Result<DecidedReturn, DecideRefusal>> {
  const locked = await lockForStep(tx, 'outcome', asked);
  if (!locked.ok) return locked;
  // A person who may not see a store may not decide about its stock. The store is refused as if it did not exist.
  if (units.some(({ storeCode }) => storeCode !== null && !maySeeStore(asked.staff, storeCode)))
    return refuse({ code: 'STORE_NOT_FOUND' });
  // A refund to the original payment follows from the outcome. Any other method is a decision about money.
  if (refundTo !== 'origin' && !asked.staff.permissions.has(refunding))
    return refuse({ code: 'FORBIDDEN', metadata: { permission: refunding } });
  const fault =
    refundTo === 'giftCard' ? giftCardFault(await findBuyer(tx, locked.value.orderNumber), asked.staff) : null;
  if (fault !== null) return refuse({ code: 'VALIDATION_ERROR', metadata: { fields: { refundTo: fault } } });
  const outcomes = together(units);
  const givenOut = refundTo === 'origin' || acceptedUnits(units) === 0 ? {} : { givenOutBy: refundTo };
  const isOwn = locked.value.toDecide.answeredBy === actor.id;
  // If the same person approved the return, they alone give the refund.
  const mayGive = async (refund: Refund): Promise<boolean> => {
    if (!isOwn || actor.id === null || refund.destination === 'owed_less') return true;
    const givenToday = await lockRefundedAlone(tx, actor.id, guatemalaMoment(guatemalaDate(now), 0));
    return !needsApproval({ givenToday, amount: amountOfRefund(refund) }, shop.policy);
  };
  const done = await decideLockedReturn(
    tx,
    locked.value,
    { outcomes, counts: 'added', actor, mayGive, ...givenOut },
    { ...shop, now },
  );
  if (done.ok) return done;
  const wrong = (text: string): DecideRefusal => ({ code: 'VALIDATION_ERROR', metadata: { fields: { units: text } } });
  switch (done.error.code) {
    case 'STORE_UNKNOWN':
      return refuse({ code: 'STORE_NOT_FOUND' });
    case 'REFUND_NOT_POSSIBLE':
      return refuse({ code: 'REFUND_EXCEEDS_CAPTURED' });
    case 'APPROVAL_REQUIRED':
      return refuse({ code: 'APPROVAL_REQUIRED', message: ownReturn });
    case 'UNITS_NOT_LEFT':
      return refuse(wrong(`Quedan ${done.error.left} unidades sin resultado.`));
    case 'FATE_NOT_POSSIBLE':
      return refuse(
        wrong(done.error.isGiftCard ? 'Una tarjeta de regalo no se devuelve.' : 'Esto no vuelve a un estante.'),
      );
  }
}

/** Merges units with the same fate and place into one outcome. */
function together(units: readonly ReturnOutcome[]): ReturnOutcome[] {
  const all: ReturnOutcome[] = [];
  for (const one of units) {
    const same = all.find((other) => one.fate === other.fate && one.storeCode === other.storeCode);
    if (same === undefined) all.push({ ...one });
    else same.quantity += one.quantity;
  }
  return all;
}

export interface PhoneReturnRequest {
  orderNumber: string;
  sku: string;
  quantity: number;
  reason: ReturnReason;
  description: string;
}

export type OpenRefusal = Refusal<
  | 'ORDER_NOT_FOUND'
  | 'PRODUCT_NOT_FOUND'
  | 'RETURN_NOT_ALLOWED'
  | 'RETURN_NOT_DELIVERED'
  | 'RETURN_TOO_LATE'
  | 'RETURN_QUANTITY'
>;

/** Requests a return for a buyer who calls (WORK-20), by the same rules as for buyers, and approves it immediately. */
export async function openAtDesk(
  tx: Tx,
  asked: PhoneReturnRequest,
  { actor, now }: Author,
  shop: ReturnShop,
): Promise<Result<number, OpenRefusal>> {
  const { orderNumber, sku, quantity, reason, description } = asked;
  await lockOrder(tx, orderNumber);
  const lines = await findBoughtLines(tx, { orderNumber, customerId: null, sku });
  if (lines === undefined) return refuse({ code: 'ORDER_NOT_FOUND' });
  const today = guatemalaDate(now);
  const checked = lines.map((line) => ({
    line,
    checked: checkReturn(returnRequestOf(line, quantity), today, shop.policy),
  }));
  const fits = checked.find((each) => each.checked.ok)?.line;
  const [first] = checked;
  if (first === undefined) return refuse({ code: 'PRODUCT_NOT_FOUND' });
  if (fits === undefined) {
    if (first.checked.ok) throw new Error('a line that fits was not found');
    return refuse({ code: first.checked.error.code, message: returnRefusalText(first.checked.error) });
  }
  const id = randomUUIDv7();
  const { orderId, position, title, email } = fits;
  const written = { id, orderId, position, quantity, reason, description, requestKey: undefined, askedBy: actor };
  const number = await insertReturn(tx, written, now);
  await answerReturn(tx, id, { step: 'approve', answer: null, actor }, now);
  const mailed = { number: returnNumberText(number), orderNumber, title, quantity, email };
  if (email !== '') await writeMail(tx, `return-requested:${id}`, returnRequestedMail(mailed, shop), now);
  return ok(number);
}
