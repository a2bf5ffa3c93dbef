import type { PaymentBody } from '@ceiba/contract/payments';
import { cardMessages, checkCardExpiry, checkCvv, formatExpiry } from '@ceiba/domain/payments/card-form';
import { type CardType, checkCardNumber, maskCardNumber } from '@ceiba/domain/payments/card-number';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { CardToCharge, SavedCardToCharge } from './gateway.ts';

export type CardRefusal =
  | { code: 'VALIDATION_ERROR'; metadata: { fields: Record<string, string> } }
  | { code: 'PAY_INVALID_CARD' | 'PAY_EXPIRED_CARD' | 'PAY_INVALID_CVV' | 'PAY_TOKEN_INVALID' };

/** What the gateway charges, and what the order may keep of it (DEC-10). */
export interface CardToPayWith<Charge extends CardToCharge | SavedCardToCharge = CardToCharge | SavedCardToCharge> {
  charge: Charge;
  brand: CardType;
  masked: string;
}

const required = {
  ccNumber: cardMessages.numberRequired,
  ccDate: cardMessages.expiryRequired,
  ccCVV: cardMessages.cvvRequired,
  ccOwner: cardMessages.holderRequired,
} as const;

/** A new card in an order, in the order of DEC-173: missing fields, number, expiry, CVV. `path` names its fields. */
export function checkCard(
  body: PaymentBody,
  path: string,
  now: Date,
): Result<CardToPayWith<CardToCharge>, CardRefusal> {
  const { ccNumber = '', ccDate = '', ccCVV = '', ccOwner = '' } = body;
  const typed = { ccNumber, ccDate, ccCVV, ccOwner };
  const missing = Object.entries(required).filter(([field]) => isBlank(typed, field));
  if (missing.length > 0) {
    const fields = Object.fromEntries(missing.map(([field, message]) => [`${path}.${field}`, message]));
    return refuse({ code: 'VALIDATION_ERROR', metadata: { fields } });
  }
  const number = checkCardNumber(ccNumber);
  if (!number.ok) return refuse({ code: 'PAY_INVALID_CARD' });
  const expiry = checkCardExpiry(ccDate, now);
  if (!expiry.ok) return refuse({ code: 'PAY_EXPIRED_CARD' });
  const cvv = checkCvv(ccCVV);
  if (!cvv.ok) return refuse({ code: 'PAY_INVALID_CVV' });
  const charge = {
    number: number.value.digits,
    expiry: formatExpiry(expiry.value),
    cvv: cvv.value,
    holder: ccOwner.trim(),
  };
  return ok({ charge, brand: number.value.type, masked: maskCardNumber(number.value) });
}

const isBlank = (typed: Record<string, string>, field: string): boolean => (typed[field] ?? '').trim() === '';
