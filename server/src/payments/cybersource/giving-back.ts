import { type Centavos, currencyCode, toDecimalText } from '@ceiba/domain/money/money';
import { z } from 'zod';
import type { OutboundAnswer } from '../../platform/outbound-call.ts';
import type { KnownCharge, RefundOutcome } from '../gateway.ts';
import { isRepeated } from './payment-answer.ts';
import { referenceOf, transactionIdOf } from './references.ts';
import type { SignedLine } from './signed-line.ts';
import { isRefund, type Left, refundedKeyField, searchKey } from './transactions.ts';

const accepted = z.object({ id: z.string(), status: z.enum(['VOIDED', 'REVERSED', 'PENDING', 'TRANSMITTED']) });

/** Whether a void, a reversal or a refund was taken. `refused`: there is nothing of that kind to do. */
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
 * Gives back whatever the payment of an order that came to nothing has taken or holds; true when nothing is left of it.
 * A capture is voided, a mere hold reversed, and what cannot be voided any more, as it was settled or given back in part, refunded: with
 * a transaction id of its own, so that it is given back once, however often this is tried. Of what was taken a reversal gives nothing
 * back, whatever is answered to it.
 */
export async function clearPayment(
  line: SignedLine,
  key: string,
  { gatewayId, amount, how }: { gatewayId: string } & Left,
  timeoutMs: number,
): Promise<boolean> {
  const ask = async (what: string, body: object) =>
    followUp(await line.post(`${pathOf(gatewayId)}/${what}`, body, timeoutMs));
  const clientReferenceInformation = { code: referenceOf(key) };
  const voided = how === 'taken in part' ? 'refused' : await ask('voids', { clientReferenceInformation });
  if (voided === 'unknown') return false;
  if (voided === 'done' || how === 'held') {
    const reversalInformation = { ...amountDetails(amount), reason: 'not paid' };
    const reversed = await ask('reversals', { clientReferenceInformation, reversalInformation });
    // The void took the charge back; that the hold goes with it depends on the processor, and else it lapses.
    if (voided === 'done' || reversed !== 'refused') return voided === 'done' || reversed === 'done';
  }
  const refund = { ...clientReferenceInformation, transactionId: `${transactionIdOf(key)}v` };
  const orderInformation = amountDetails(amount);
  return (await ask('refunds', { clientReferenceInformation: refund, orderInformation })) === 'done';
}

/** Voids by its transaction id a charge that the search does not show. `refused`: none is there. */
export async function voidUnseen(line: SignedLine, key: string, timeoutMs: number): Promise<KnownCharge | 'refused'> {
  const clientReferenceInformation = { code: referenceOf(key), transactionId: transactionIdOf(key) };
  const voided = followUp(await line.post('/pts/v2/voids', { clientReferenceInformation }, timeoutMs));
  if (voided === 'refused') return voided;
  return voided === 'done' ? { kind: 'void' } : { kind: 'unknown', reason: 'no void' };
}

export interface GivingBack {
  /** The charge's own key and id. */
  key: string;
  gatewayId: string;
  refund: { key: string; amount: Centavos };
}

/** By which it says that it will not give a charge back, now or ever. */
const finalRefusals: readonly string[] = ['EXCEEDS_CAPTURED_AMOUNT', 'ACCOUNT_NOT_ALLOWED_CREDIT', 'INVALID_CARD'];

const refusedRequest = z.object({ status: z.literal('INVALID_REQUEST'), reason: z.string() });

/** Refunds part or all of a charge; one that was refunded with this key before is looked for. */
export async function giveBack(
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
  const taken = accepted.safeParse(answer.json);
  if (answer.status < 300 && taken.success) return { kind: 'refunded', refundId: taken.data.id };
  const refusal = refusedRequest.safeParse(answer.status === 400 ? answer.json : undefined);
  const isFinal = refusal.success && finalRefusals.includes(refusal.data.reason);
  // Any other word (a key that was revoked, too many calls, a charge not known) does not say what became of the money: a till that gave it
  // out then might give it out a second time.
  if (!isRepeated(answer) && !isFinal) return { kind: 'unknown', reason: `status ${answer.status}` };
  // Carried out when it was asked for before, whose answer was lost: then nothing is left to give back.
  const known = await searchKey(line, refund.key, timeoutMs);
  const earlier = known?.find(isRefund);
  if (earlier !== undefined) return { kind: 'refunded', refundId: earlier.id };
  if (known === undefined || !isFinal) return { kind: 'unknown', reason: 'not shown yet' };
  return { kind: 'refused', code: refusal.data.reason };
}
