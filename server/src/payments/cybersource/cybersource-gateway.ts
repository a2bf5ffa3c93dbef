import { dayMs } from '@ceiba/domain/dates/civil-date';
import { createCircuitBreaker } from '../../platform/circuit-breaker.ts';
import type { AskedCharge, ChargeOutcome, ChargeRequest, KnownCharge, PaymentGateway } from '../gateway.ts';
import { clearPayment, giveBack, voidUnseen } from './giving-back.ts';
import { type AuthenticatePayer, withoutAuthentication } from './payer-authentication.ts';
import { readPaymentAnswer } from './payment-answer.ts';
import { paymentBody } from './payment-body.ts';
import { type CyberSourceAccess, openSignedLine } from './signed-line.ts';
import { type KeyState, keyState, searchKey, searchReachMs } from './transactions.ts';

export interface CyberSourceOptions extends CyberSourceAccess {
  /** How long a charge may take; every other call takes at most 4 s of it. */
  timeoutMs: number;
  authenticatePayer?: AuthenticatePayer;
}

/** Five of them follow each other at most: within the reconciler's lease of 30 s. */
const shortCallMs = 4_000;

/** A charge is sent so soon after it was decided on, or never: what is older may have been given up. */
const sendWithinMs = 60_000;

/** CyberSource asks to wait so long before what has no answer is voided by its transaction id. */
const voidUnseenAfterMs = 60_000;

/**
 * What the search does not show so long after a charge was decided on was never charged, and never will be: one minute to
 * send it, a time-out of the line, the processor's own, and minutes until the search shows a transaction (record 0024).
 */
export const seenWithinMs = 10 * 60_000;

/** What is older may be out of the search's sight, and is never `none`: a person has to look. */
const believedWithinMs = searchReachMs - dayMs;

export const cyberSourceAccount = ({ merchantId }: Pick<CyberSourceAccess, 'merchantId'>): string =>
  `cybersource/${merchantId}`;

const notCharged: ChargeOutcome = { kind: 'refused', code: 'PAY_PROCESSOR_ERROR' };
const notShownYet: KnownCharge = { kind: 'unknown', reason: 'not shown yet' };
const outOfReach: KnownCharge = { kind: 'unknown', reason: 'older than the search reaches' };
const notCleared = { kind: 'unknown', reason: 'not cleared' } as const;

/**
 * CyberSource's REST API. It cannot bar a key before its charge has arrived, and shows a charge only some time after it was
 * made: a key it does not show is `unknown` until it is old enough, and `voidByKey` says `void` no sooner (record 0024). The
 * breaker looks at charges only, so that the reconciler can always ask.
 */
export const createCyberSourceGateway = (options: CyberSourceOptions): PaymentGateway => {
  const { timeoutMs, authenticatePayer = withoutAuthentication, now = () => new Date() } = options;
  const line = openSignedLine(options);
  const breaker = createCircuitBreaker({ failures: 8, restMs: 10_000 });
  const shortMs = Math.min(timeoutMs, shortCallMs);
  const ageOf = ({ askedAt }: AskedCharge): number => now().getTime() - askedAt.getTime();
  const findState = async ({ key, amount }: AskedCharge): Promise<KeyState | undefined> => {
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
    // Just made: what it has taken is voided.
    const payment = { gatewayId: reading.id, amount: reading.held, how: 'held' as const };
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

/** A leftover was refused for its reason, and counts as a decline; an approval was nobody's refusal. */
const clearedOf = (state: Extract<KeyState, { kind: 'approved' | 'leftover' }>): KnownCharge =>
  state.kind === 'leftover' && state.code !== null ? { kind: 'refused', code: state.code } : { kind: 'void' };

/** `ageMs`: since the charge was decided on. A leftover pays nothing: it is for `voidByKey` to clear. */
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
