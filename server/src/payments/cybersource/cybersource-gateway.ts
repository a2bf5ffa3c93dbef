import { dayMs } from '@ceiba/domain/dates/civil-date';
import { type Centavos, currencyCode, toDecimalText } from '@ceiba/domain/money/money';
import { z } from 'zod';
import { createCircuitBreaker, type OutboundAnswer } from '../../platform/limits/outbound-call.ts';
import type {
  CardVault,
  ChargeOutcome,
  ChargeQuery,
  ChargeRequest,
  KnownCharge,
  PaymentGateway,
  RefundOutcome,
  SaveOutcome,
} from '../gateway.ts';
import { isRepeated, readPaymentAnswer } from './payment-answer.ts';
import {
  type AuthenticatePayer,
  cardTypeCodeOf,
  expiryFields,
  paymentBody,
  referenceOf,
  transactionIdOf,
  withoutAuthentication,
} from './payment-body.ts';
import { type CyberSourceAccess, openSignedLine, type SignedLine } from './signed-line.ts';
import {
  isRefund,
  type KeyState,
  keyState,
  refundedKeyField,
  searchKey,
  searchReachMs,
  type UnreturnedMoney,
} from './transactions.ts';

export interface CyberSourceOptions extends CyberSourceAccess {
  /** Time-out of a charge. Every other call takes at most 4 s of this time. */
  timeoutMs: number;
  authenticatePayer?: AuthenticatePayer;
}

/** Time-out of other calls, in ms. At most five of them follow each other, which fits into the reconciler's lease of 30 s. */
const shortCallMs = 4_000;

/** A charge is sent within this time after its decision, or not at all. The shop may have given up an older charge. */
const sendWithinMs = 60_000;

/** CyberSource requires this wait before an unanswered charge may be voided by its transaction ID. */
const voidUnseenAfterMs = 60_000;

/**
 * A charge that the search does not show after this time does not exist and never will. The time covers one minute to send it, the
 * time-outs of line and processor, and the minutes until the search shows a transaction (record 0016).
 */
export const seenWithinMs = 10 * 60_000;

/** The search may omit older charges. Such charges never count as `none`, because a person must check them. */
const believedWithinMs = searchReachMs - dayMs;

export const cyberSourceAccount = ({ merchantId }: Pick<CyberSourceAccess, 'merchantId'>): string =>
  `cybersource/${merchantId}`;

const notCharged: ChargeOutcome = { kind: 'refused', code: 'PAY_PROCESSOR_ERROR' };
const notShownYet: KnownCharge = { kind: 'unknown', reason: 'not shown yet' };
const outOfReach: KnownCharge = { kind: 'unknown', reason: 'older than the search reaches' };
const notCleared = { kind: 'unknown', reason: 'not cleared' } as const;

/**
 * The gateway over CyberSource's REST API. The API cannot bar a key before its charge arrives, and shows a charge only after some time. A
 * key that the search does not show is therefore `unknown` until it is old enough, and `voidByKey` does not return `void` before that
 * (record 0016). The breaker counts only charges, so that the reconciler can always send its calls.
 */
export const createCyberSourceGateway = (options: CyberSourceOptions): PaymentGateway => {
  const { timeoutMs, authenticatePayer = withoutAuthentication, now = () => new Date() } = options;
  const line = openSignedLine(options);
  const breaker = createCircuitBreaker({ service: 'bank', failures: 8, restMs: 10_000 });
  const shortMs = Math.min(timeoutMs, shortCallMs);
  const ageOf = ({ askedAt }: ChargeQuery): number => now().getTime() - askedAt.getTime();
  const findState = async ({ key, amount }: ChargeQuery): Promise<KeyState | undefined> => {
    const found = await searchKey(line, key, shortMs);
    return found && keyState(found, amount);
  };
  const send = async (request: ChargeRequest, body: object): Promise<ChargeOutcome> => {
    if (ageOf(request) > sendWithinMs || !breaker.mayCall()) return notCharged;
    const answer = await line.post('/pts/v2/payments', body, timeoutMs);
    if (answer.kind === 'answered') breaker.succeeded();
    else breaker.failed();
    const reading = readPaymentAnswer(answer, request.amount);
    if (reading.kind !== 'leftover') return reading;
    // The payment is new, so a void is possible even if the amount was captured.
    const payment = { gatewayId: reading.id, amount: reading.held, moneyState: 'held' as const };
    const isCleared = await clearPayment(line, request.key, payment, shortMs);
    return isCleared ? { kind: 'refused', code: reading.code } : notCleared;
  };
  return {
    account: cyberSourceAccount(options),
    charge: async (request) => {
      const payer = await authenticatePayer(request);
      if (payer.kind === 'refused') return { kind: 'refused', code: 'PAY_FRAUD_REVIEW' };
      return send(request, paymentBody(request, payer.kind === 'proven' ? payer.proof : undefined));
    },
    findByKey: async (charge) => {
      const state = await findState(charge);
      return state === undefined ? noSearch : knownCharge(state, ageOf(charge));
    },
    voidByKey: async (charge) => {
      const state = await findState(charge);
      if (state === undefined) return noSearch;
      if (state.kind === 'approved' || state.kind === 'leftover') {
        return (await clearPayment(line, charge.key, state, shortMs)) ? clearedOf(state) : notCleared;
      }
      if (state.kind !== 'none') return state;
      if (ageOf(charge) > believedWithinMs) return outOfReach;
      if (ageOf(charge) < voidUnseenAfterMs) return notShownYet;
      const voided = await voidUnseen(line, charge.key, shortMs);
      if (voided !== 'refused') return voided;
      return ageOf(charge) > seenWithinMs ? { kind: 'void' } : notShownYet;
    },
    refund: ({ key, gatewayId }, refund) => giveBack(line, { key, gatewayId, refund }, shortMs),
  };
};

const noSearch: KnownCharge = { kind: 'unknown', reason: 'no search' };

/** Returns the final state of a cleared charge. A leftover with a refusal code counts as declined. An approval was not refused, so it is void. */
const clearedOf = (state: Extract<KeyState, { kind: 'approved' | 'leftover' }>): KnownCharge =>
  state.kind === 'leftover' && state.code !== null ? { kind: 'refused', code: state.code } : { kind: 'void' };

/** Translates a key's state. `ageMs`: the time since the charge was decided. A leftover pays nothing. `voidByKey` clears it. */
function knownCharge(state: KeyState, ageMs: number): KnownCharge {
  switch (state.kind) {
    case 'approved':
      return { kind: 'approved', gatewayId: state.gatewayId, authorization: state.authorization };
    case 'leftover':
      return { kind: 'leftover' };
    case 'none':
      if (ageMs > believedWithinMs) return outOfReach;
      return ageMs > seenWithinMs ? { kind: 'none' } : notShownYet;
    default:
      return state;
  }
}

const accepted = z.object({ id: z.string(), status: z.enum(['VOIDED', 'REVERSED', 'PENDING', 'TRANSMITTED']) });

/** Translates the answer to a void, reversal or refund. `refused`: there is nothing to void, reverse or refund. */
function followUp(answer: OutboundAnswer): 'done' | 'refused' | 'unknown' {
  if (answer.kind !== 'answered' || answer.status >= 500) return 'unknown';
  if (answer.status === 400) return 'refused';
  return answer.status < 300 && accepted.safeParse(answer.json).success ? 'done' : 'unknown';
}

const pathOf = (gatewayId: string): string => `/pts/v2/payments/${encodeURIComponent(gatewayId)}`;

const amountDetails = (amount: Centavos) => ({
  amountDetails: { totalAmount: toDecimalText(amount), currency: currencyCode },
});

/**
 * Returns all money that a payment without an order has captured or holds. Returns true if nothing is left. A capture is voided; held money
 * is reversed. A capture that is settled or partly refunded is refunded, with a separate transaction ID, so that repeated tries refund it
 * only once. Reversing a capture returns no money, even if the answer reports success.
 */
async function clearPayment(
  line: SignedLine,
  key: string,
  { gatewayId, amount, moneyState }: { gatewayId: string } & UnreturnedMoney,
  timeoutMs: number,
): Promise<boolean> {
  const ask = async (what: string, body: object) =>
    followUp(await line.post(`${pathOf(gatewayId)}/${what}`, body, timeoutMs));
  const clientReferenceInformation = { code: referenceOf(key) };
  const voided = moneyState === 'partly refunded' ? 'refused' : await ask('voids', { clientReferenceInformation });
  if (voided === 'unknown') return false;
  if (voided === 'done' || moneyState === 'held') {
    const reversalInformation = { ...amountDetails(amount), reason: 'not paid' };
    const reversed = await ask('reversals', { clientReferenceInformation, reversalInformation });
    // The void returned the capture. Some processors also release the hold. With other processors the hold expires.
    if (voided === 'done' || reversed !== 'refused') return voided === 'done' || reversed === 'done';
  }
  const refund = { ...clientReferenceInformation, transactionId: `${transactionIdOf(key)}v` };
  const orderInformation = amountDetails(amount);
  return (await ask('refunds', { clientReferenceInformation: refund, orderInformation })) === 'done';
}

/** Voids a charge that the search does not show, by its transaction ID. `refused`: there is no such charge. */
async function voidUnseen(line: SignedLine, key: string, timeoutMs: number): Promise<KnownCharge | 'refused'> {
  const clientReferenceInformation = { code: referenceOf(key), transactionId: transactionIdOf(key) };
  const voided = followUp(await line.post('/pts/v2/voids', { clientReferenceInformation }, timeoutMs));
  if (voided === 'refused') return voided;
  return voided === 'done' ? { kind: 'void' } : { kind: 'unknown', reason: 'no void' };
}

interface GivingBack {
  /** Key and ID of the charge. */
  key: string;
  gatewayId: string;
  refund: { key: string; amount: Centavos };
}

/** Codes by which CyberSource refuses a refund permanently. */
const finalRefusals: readonly string[] = ['EXCEEDS_CAPTURED_AMOUNT', 'ACCOUNT_NOT_ALLOWED_CREDIT', 'INVALID_CARD'];

const refusedRequest = z.object({ status: z.literal('INVALID_REQUEST'), reason: z.string() });

/** Refunds part or all of a charge. First looks for an earlier refund with the same key. */
async function giveBack(
  line: SignedLine,
  { key, gatewayId, refund }: GivingBack,
  timeoutMs: number,
): Promise<RefundOutcome> {
  const body = {
    clientReferenceInformation: { code: referenceOf(refund.key), transactionId: transactionIdOf(refund.key) },
    orderInformation: amountDetails(refund.amount),
    merchantDefinedInformation: [{ key: refundedKeyField, value: referenceOf(key) }],
  };
  const answer = await line.post(`${pathOf(gatewayId)}/refunds`, body, timeoutMs);
  if (answer.kind !== 'answered') return { kind: 'unknown', reason: answer.reason };
  const view = accepted.safeParse(answer.json);
  if (answer.status < 300 && view.success) return { kind: 'refunded', refundId: view.data.id };
  const refusal = refusedRequest.safeParse(answer.status === 400 ? answer.json : undefined);
  const isFinal = refusal.success && finalRefusals.includes(refusal.data.reason);
  // With any other code (a revoked key, too many calls, an unknown charge), the bank may or may not have returned the money. If a till paid
  // it out now, the buyer might get it twice.
  if (!isRepeated(answer) && !isFinal) return { kind: 'unknown', reason: `status ${answer.status}` };
  // An earlier request may have succeeded although its answer was lost. Then nothing is left to refund.
  const known = await searchKey(line, refund.key, timeoutMs);
  const earlier = known?.find(isRefund);
  if (earlier !== undefined) return { kind: 'refunded', refundId: earlier.id };
  if (known === undefined || !isFinal) return { kind: 'unknown', reason: 'not shown yet' };
  return { kind: 'refused', code: refusal.data.reason };
}

const created = z.object({ id: z.string(), state: z.literal('ACTIVE') });

const idOf = (answer: OutboundAnswer): string | undefined => {
  const read = created.safeParse(answer.kind === 'answered' && answer.status < 300 ? answer.json : undefined);
  return read.success ? read.data.id : undefined;
};

const failed = (answer: OutboundAnswer): SaveOutcome =>
  answer.kind === 'answered' && answer.status === 400
    ? { kind: 'refused', code: 'PAY_INVALID_CARD' }
    : { kind: 'unknown', reason: answer.kind === 'answered' ? `status ${answer.status}` : answer.reason };

/**
 * CyberSource's Token Management. An instrument identifier stands for a card number of any owner, and is never deleted. The token
 * of a saved card is a payment instrument (with the expiry) on that identifier, and can be deleted. `timeoutMs`: for each of the two calls
 * of a save.
 */
export const createCyberSourceCardVault = (access: CyberSourceAccess & { timeoutMs: number }): CardVault => {
  const line = openSignedLine(access);
  const { timeoutMs } = access;
  return {
    account: cyberSourceAccount(access),
    save: async (_key, { number, expiry }) => {
      const identified = await line.post('/tms/v1/instrumentidentifiers', { card: { number } }, timeoutMs);
      const id = idOf(identified);
      if (id === undefined) return failed(identified);
      const body = { card: { ...expiryFields(expiry), ...cardTypeCodeOf(number) }, instrumentIdentifier: { id } };
      const saved = await line.post('/tms/v1/paymentinstruments', body, timeoutMs);
      const token = idOf(saved);
      return token === undefined ? failed(saved) : { kind: 'saved', token };
    },
    remove: async (token) => {
      const answer = await line.remove(`/tms/v1/paymentinstruments/${encodeURIComponent(token)}`, timeoutMs);
      return answer.kind === 'answered' && [204, 404, 410].includes(answer.status) ? 'removed' : 'unknown';
    },
  };
};
