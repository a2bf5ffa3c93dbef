import type { Parsed } from '@ceiba/contract/endpoint';
import type { requestPoints } from '@ceiba/contract/points';
import { normalizeDpi } from '@ceiba/domain/billing/dpi';
import { checkCardExpiry, formatExpiry } from '@ceiba/domain/payments/card-form';
import { checkCardNumber, maskCardNumber, normalizeCardNumber } from '@ceiba/domain/payments/card-number';
import type { PointsProgram } from '@ceiba/domain/points/points';
import { type PointsInput, pointsInputMessage } from '@ceiba/domain/points/points-inputs';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Refusal } from '../platform/route.ts';
import type { PointsIdentity } from './points-programs.ts';

type PointsForm = Pick<Parsed<typeof requestPoints>['body'], PointsInput>;

/** Who asks, by the fields of the program (DEC-112, DEC-113); what is wrong is told for every field at once. */
export function readIdentity(
  program: PointsProgram,
  form: PointsForm,
  now: Date,
): Result<PointsIdentity, Refusal<'VALIDATION_ERROR'>> {
  const messages = program.inputs.flatMap((input) => {
    const message = pointsInputMessage(input, form[input] ?? '', now);
    return message === null ? [] : [[input, message] as const];
  });
  if (messages.length > 0) {
    return refuse({ code: 'VALIDATION_ERROR', metadata: { fields: Object.fromEntries(messages) } });
  }
  const { dpi = '', birthDate = '', ccNumber = '', ccDate = '', ccCVV = '', ccOwner = '' } = form;
  if (program.inputs.includes('dpi')) return ok({ kind: 'person', dpi: normalizeDpi(dpi), birthDate });
  const expiry = checkCardExpiry(ccDate, now);
  return ok({
    kind: 'card',
    number: normalizeCardNumber(ccNumber),
    expiry: expiry.ok ? formatExpiry(expiry.value) : '',
    cvv: ccCVV.trim(),
    holder: ccOwner.trim(),
  });
}

const dpiShown = 4;

/** What may be told and kept of an identity (DEC-10): its end, as a shopper recognises it. */
export function maskIdentity(identity: PointsIdentity): Partial<Record<PointsInput, string>> {
  if (identity.kind === 'person') {
    const { dpi } = identity;
    return { dpi: dpi.slice(-dpiShown).padStart(dpi.length, '*') };
  }
  const number = checkCardNumber(identity.number);
  return number.ok ? { ccNumber: maskCardNumber(number.value) } : {};
}
