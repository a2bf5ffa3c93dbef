import { type Centavos, fromQuetzales } from '@ceiba/domain/money/money';
import type { PayErrorCode } from '@ceiba/domain/payments/payment-errors';
import { z } from 'zod';
import type { OutboundAnswer } from '../../platform/limits/outbound-call.ts';
import type { Approval } from '../gateway.ts';

/**
 * Reasons of a decline: the reason in the payment's answer (`errorInformation.reason`), the same reason in the search (`reasonCode`), and
 * the shop's own code (DEC-117 to DEC-132). Any other reason counts as a declined card.
 */
const reasons: readonly (readonly [reason: string, code: string, PayErrorCode])[] = [
  ['MISSING_FIELD', '101', 'PAY_PROCESSOR_ERROR'],
  ['INVALID_DATA', '102', 'PAY_PROCESSOR_ERROR'],
  ['PARTIAL_APPROVAL', '110', 'PAY_INSUFFICIENT_FUNDS'],
  ['EXPIRED_CARD', '202', 'PAY_EXPIRED_CARD'],
  ['INSUFFICIENT_FUND', '204', 'PAY_INSUFFICIENT_FUNDS'],
  ['ISSUER_UNAVAILABLE', '207', 'PAY_PROCESSOR_ERROR'],
  ['CVN_NOT_MATCH', '209', 'PAY_INVALID_CVV'],
  ['EXCEEDS_CREDIT_LIMIT', '210', 'PAY_LIMIT_EXCEEDED'],
  ['INVALID_CVN', '211', 'PAY_INVALID_CVV'],
  ['BLACKLISTED_CUSTOMER', '221', 'PAY_FRAUD_REVIEW'],
  ['CV_FAILED', '230', 'PAY_INVALID_CVV'],
  ['INVALID_ACCOUNT', '231', 'PAY_INVALID_CARD'],
  ['INVALID_MERCHANT_CONFIGURATION', '234', 'PAY_PROCESSOR_ERROR'],
  ['PROCESSOR_ERROR', '236', 'PAY_PROCESSOR_ERROR'],
  ['SCORE_EXCEEDS_THRESHOLD', '400', 'PAY_FRAUD_REVIEW'],
  ['PENDING_AUTHENTICATION', '475', 'PAY_FRAUD_REVIEW'],
  ['CONSUMER_AUTHENTICATION_REQUIRED', '478', 'PAY_FRAUD_REVIEW'],
  ['CONSUMER_AUTHENTICATION_FAILED', '476', 'PAY_FRAUD_REVIEW'],
  ['DECISION_PROFILE_REVIEW', '480', 'PAY_FRAUD_REVIEW'],
  ['DECISION_PROFILE_REJECT', '481', 'PAY_FRAUD_REVIEW'],
  ['CUSTOMER_WATCHLIST_MATCH', '700', 'PAY_FRAUD_REVIEW'],
  ['ADDRESS_COUNTRY_WATCHLIST_MATCH', '701', 'PAY_FRAUD_REVIEW'],
  ['EMAIL_COUNTRY_WATCHLIST_MATCH', '702', 'PAY_FRAUD_REVIEW'],
  ['IP_COUNTRY_WATCHLIST_MATCH', '703', 'PAY_FRAUD_REVIEW'],
];

const byReason: ReadonlyMap<string, PayErrorCode> = new Map(reasons.map(([reason, , code]) => [reason, code]));
const byNumber: ReadonlyMap<string, PayErrorCode> = new Map(reasons.map(([, number, code]) => [number, code]));

const refusalOfReason = (reason: string | undefined): PayErrorCode => byReason.get(reason ?? '') ?? 'PAY_DECLINED';

export const refusalOfNumber = (reasonCode: string): PayErrorCode => byNumber.get(reasonCode) ?? 'PAY_DECLINED';

/** Maps the rejected field of a request to a refusal of the card. Undefined if the shopper did not cause the error. */
function refusalOfField(field: string): PayErrorCode | undefined {
  if (field.startsWith('paymentInformation.paymentInstrument')) return 'PAY_TOKEN_INVALID';
  if (field.startsWith('paymentInformation.card.expiration')) return 'PAY_EXPIRED_CARD';
  if (field === 'paymentInformation.card.securityCode') return 'PAY_INVALID_CVV';
  return field === 'paymentInformation.card.number' ? 'PAY_INVALID_CARD' : undefined;
}

const payment = z.object({
  id: z.string(),
  status: z.string(),
  errorInformation: z.object({ reason: z.string().optional() }).optional(),
  processorInformation: z.object({ approvalCode: z.string().optional() }).optional(),
  orderInformation: z
    .object({ amountDetails: z.object({ authorizedAmount: z.string().optional() }).optional() })
    .optional(),
});

const invalidRequest = z.object({
  status: z.string().optional(),
  reason: z.string().optional(),
  details: z.array(z.object({ field: z.string().optional() })).optional(),
});

/** The meaning of a payment's answer. `leftover`: money is held or captured, and all of this money must be given back. */
type PaymentReading =
  | ({ kind: 'approved' } & Approval)
  | { kind: 'refused'; code: PayErrorCode }
  | { kind: 'leftover'; id: string; held: Centavos; code: PayErrorCode }
  | { kind: 'unknown'; reason: string };

/** Statuses of a request that was rejected before it was read: nothing was charged. */
const turnedAway = new Set([401, 403, 404, 405, 406, 410, 415, 429]);

export function readPaymentAnswer(answer: OutboundAnswer, requestedAmount: Centavos): PaymentReading {
  // The request was not sent, so nothing was charged.
  if (answer.kind === 'unsent') return { kind: 'refused', code: 'PAY_PROCESSOR_ERROR' };
  if (answer.kind === 'lost') return { kind: 'unknown', reason: answer.reason };
  if (turnedAway.has(answer.status)) return { kind: 'refused', code: 'PAY_PROCESSOR_ERROR' };
  // A 502 may be a failure, or a time-out behind the API. In the second case the card may have been charged.
  if (answer.status >= 400) return answer.status === 400 ? readInvalid(answer) : unclear(answer.status);
  const known = payment.safeParse(answer.json);
  return known.success ? readStatus(known.data, requestedAmount) : unclear(answer.status);
}

const unclear = (status: number): PaymentReading => ({ kind: 'unknown', reason: `status ${status}` });

function readStatus(view: z.infer<typeof payment>, requestedAmount: Centavos): PaymentReading {
  const { id, status, errorInformation, processorInformation, orderInformation } = view;
  const authorized = fromQuetzales(orderInformation?.amountDetails?.authorizedAmount ?? '');
  const held = authorized.ok ? authorized.value : requestedAmount;
  switch (status) {
    case 'AUTHORIZED':
      return held === requestedAmount
        ? { kind: 'approved', gatewayId: id, authorization: processorInformation?.approvalCode ?? '' }
        : { kind: 'leftover', id, held, code: 'PAY_INSUFFICIENT_FUNDS' };
    case 'PARTIAL_AUTHORIZED':
      return { kind: 'leftover', id, held, code: 'PAY_INSUFFICIENT_FUNDS' };
    // The card's bank approved the payment, but the risk check stopped it. The shopper's money must be released.
    case 'AUTHORIZED_PENDING_REVIEW':
    case 'AUTHORIZED_RISK_DECLINED':
    case 'PENDING_REVIEW':
      return { kind: 'leftover', id, held, code: riskRefusal(errorInformation?.reason) };
    case 'DECLINED':
    case 'PENDING_AUTHENTICATION':
      return { kind: 'refused', code: refusalOfReason(errorInformation?.reason ?? status) };
    case 'INVALID_REQUEST':
      return { kind: 'refused', code: 'PAY_PROCESSOR_ERROR' };
    default:
      return { kind: 'unknown', reason: `payment ${status}` };
  }
}

const riskRefusal = (reason: string | undefined): PayErrorCode => {
  const code = refusalOfReason(reason);
  return code === 'PAY_DECLINED' ? 'PAY_FRAUD_REVIEW' : code;
};

/**
 * Reads the answer to a request that was rejected as invalid. Such a request charged nothing. Exception: a repeated key, because the first
 * call with this key may have charged.
 */
function readInvalid(answer: Extract<OutboundAnswer, { kind: 'answered' }>): PaymentReading {
  const read = invalidRequest.safeParse(answer.json);
  if (!read.success || read.data.status !== 'INVALID_REQUEST') return unclear(answer.status);
  if (isRepeated(answer)) return { kind: 'unknown', reason: 'repeated' };
  const fields = (read.data.details ?? []).map(({ field = '' }) => refusalOfField(field));
  return { kind: 'refused', code: fields.find((code) => code !== undefined) ?? 'PAY_PROCESSOR_ERROR' };
}

/** Returns whether a call was refused because its transaction ID was used before. */
export function isRepeated(answer: OutboundAnswer): boolean {
  const read = invalidRequest.safeParse(answer.kind === 'answered' && answer.status === 400 ? answer.json : undefined);
  if (!read.success) return false;
  const { reason, details = [] } = read.data;
  const isReference = ({ field = '' }) => field.startsWith('clientReferenceInformation.');
  return reason === 'DUPLICATE_REQUEST' || details.some(isReference);
}
