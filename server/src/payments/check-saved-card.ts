import type { PaymentBody } from '@ceiba/contract/payments';
import { cardMessages, checkCvv, isExpired } from '@ceiba/domain/payments/card-form';
import { cardTypeOf } from '@ceiba/domain/payments/card-number';
import { instrumentToken } from '@ceiba/domain/payments/saved-card';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { CardRefusal, CardToPayWith } from './check-card.ts';
import type { ChargeableCard } from './saved-cards.store.ts';

/**
 * A saved card in an order (DEC-104), in the order of DEC-172 and DEC-173: missing fields, CVV, whose card it is, expiry.
 * `found`: what the shopper's own cards say of the token; undefined = it is none of theirs. `path` names its fields.
 */
export function checkSavedCard(
  { ccCVV = '', tokenType = '' }: PaymentBody,
  found: ChargeableCard | undefined,
  path: string,
  now: Date,
): Result<CardToPayWith, CardRefusal> {
  const fields = {
    ...(ccCVV.trim() === '' ? { [`${path}.ccCVV`]: cardMessages.cvvRequired } : {}),
    ...(tokenType === '' ? { [`${path}.tokenType`]: 'El tipo de la tarjeta guardada es obligatorio.' } : {}),
  };
  if (Object.keys(fields).length > 0) return refuse({ code: 'VALIDATION_ERROR', metadata: { fields } });
  const cvv = checkCvv(ccCVV);
  if (!cvv.ok) return refuse({ code: 'PAY_INVALID_CVV' });
  const brand = cardTypeOf(found?.masked ?? '');
  if (tokenType !== instrumentToken || found === undefined || brand === null)
    return refuse({ code: 'PAY_TOKEN_INVALID' });
  if (isExpired(found.expiry, now)) return refuse({ code: 'PAY_EXPIRED_CARD' });
  return ok({ charge: { token: found.vaultToken, cvv: cvv.value }, brand, masked: found.masked });
}
