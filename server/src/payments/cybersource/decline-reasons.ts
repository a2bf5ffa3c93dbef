import type { PayErrorCode } from '@ceiba/domain/payments/payment-errors';

/**
 * Reasons of a decline, as the payment's answer names them (`errorInformation.reason`) and as a search does (`reasonCode`), in
 * the shop's words (DEC-117 to DEC-132). What is not listed is a declined card.
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

export const refusalOfReason = (reason: string | undefined): PayErrorCode =>
  byReason.get(reason ?? '') ?? 'PAY_DECLINED';

export const refusalOfNumber = (reasonCode: string): PayErrorCode => byNumber.get(reasonCode) ?? 'PAY_DECLINED';

/** What a refused request says of the card, by the field it names; undefined where the fault is not the shopper's. */
export function refusalOfField(field: string): PayErrorCode | undefined {
  if (field.startsWith('paymentInformation.paymentInstrument')) return 'PAY_TOKEN_INVALID';
  if (field.startsWith('paymentInformation.card.expiration')) return 'PAY_EXPIRED_CARD';
  if (field === 'paymentInformation.card.securityCode') return 'PAY_INVALID_CVV';
  return field === 'paymentInformation.card.number' ? 'PAY_INVALID_CARD' : undefined;
}
