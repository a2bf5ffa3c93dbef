import { type CardRefusalCode, cardRefusalMessage } from '../cards.ts';
import type { ApprovedCharge, Charge } from './charges.store.ts';
import type { Payback } from './paybacks.store.ts';

/**
 * The response to an approved charge. Contains only fields that never change, so that the same key always gets the same
 * response.
 */
export const approvalView = (charge: ApprovedCharge) => ({
  id: charge.id,
  key: charge.key,
  status: 'approved',
  amountCentavos: charge.amount,
  plan: charge.plan,
  authorization: charge.authorization,
  brand: charge.brand,
  masked: charge.masked,
  ...(charge.token === null ? {} : { token: charge.token }),
});

export const refusalView = (charge: { id: string; key: string; code: CardRefusalCode }) => ({
  id: charge.id,
  key: charge.key,
  status: 'refused',
  code: charge.code,
  message: cardRefusalMessage[charge.code],
});

/** The current state of a charge; `capturedCentavos` − `paidBackCentavos` = `outstandingCentavos`. */
export function chargeView(charge: Charge) {
  if (charge.status === 'voided') {
    return { key: charge.key, status: charge.status, createdAt: charge.created_at };
  }
  const captured = charge.status === 'refused' ? 0 : charge.amount;
  return {
    id: charge.id,
    key: charge.key,
    status: charge.status,
    ...(charge.status === 'refused' ? { code: charge.code } : { authorization: charge.authorization }),
    ...('token' in charge && charge.token !== null ? { token: charge.token } : {}),
    amountCentavos: charge.amount,
    capturedCentavos: captured,
    paidBackCentavos: charge.paid_back,
    outstandingCentavos: captured - charge.paid_back,
    currency: 'GTQ',
    plan: charge.plan,
    brand: charge.brand,
    masked: charge.masked,
    description: charge.description,
    createdAt: charge.created_at,
  };
}

export const paybackView = (payback: Payback) => ({
  id: payback.id,
  kind: payback.kind,
  key: payback.key,
  chargeId: payback.charge_id,
  amountCentavos: payback.amount,
  createdAt: payback.created_at,
});
