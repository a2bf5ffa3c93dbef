import { createHash } from 'node:crypto';
import type { Parsed } from '@ceiba/contract/endpoint';
import type { placeOrder } from '@ceiba/contract/orders';
import { checkCardNumber, maskCardNumber } from '@ceiba/domain/payments/card-number';
import type { RefusalOf } from '../platform/route.ts';

export type OrderRequest = Parsed<typeof placeOrder>['body'];

/** Why an order is not placed: the codes of the endpoint. */
export type OrderRefusal = RefusalOf<typeof placeOrder>;

/**
 * Tells whether two calls with one Idempotency-Key ask for the same. A card counts by its masked number and nothing of
 * its CVV or of a one-time code goes in: a hash of them could be undone by trying them all (DEC-10).
 */
export function fingerprintOf({ payments, ...rest }: OrderRequest): string {
  const withoutSecrets = payments.map(({ ccNumber, ccCVV: _cvv, otp: _otp, ...payment }) => {
    const number = checkCardNumber(ccNumber ?? '');
    return { ...payment, card: number.ok ? maskCardNumber(number.value) : null };
  });
  return createHash('sha256')
    .update(JSON.stringify({ ...rest, payments: withoutSecrets }))
    .digest('base64url');
}
