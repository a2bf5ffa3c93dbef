import type { BillingField } from '@ceiba/domain/billing/billing-options';
import type { Billing } from '../billing/use-billing.ts';
import { openRefusedStep } from '../checkout/open-refused-step.ts';
import type { CardForm } from '../payments/card-form.ts';
import type { Payment } from '../payments/use-payment.ts';

/** Fields of the order's card, by the names of the API. */
const cardFields: Readonly<Record<string, keyof CardForm>> = {
  ccNumber: 'cardNumber',
  ccDate: 'expirationDate',
  ccCVV: 'cvv',
  ccOwner: 'cardHolderName',
};

const documentFields = { 'radio-nit': 'nit', 'radio-dpi': 'dpi', 'radio-passport': 'passport' } as const;

/** The field of the invoice. Undefined if the field is in another step: a final consumer has the contact's name. */
function billingField(field: string, { form }: Billing): BillingField | undefined {
  const { selectedOption: option } = form.getValues();
  if (option === 'radio-cf') return undefined;
  const fields: Readonly<Record<string, BillingField>> = {
    firstname: 'fullName',
    street: 'fiscalAddress',
    nit: documentFields[option],
  };
  return fields[field];
}

/**
 * Shows the refusals of the checkout's last calls at their fields, and focuses the first. `fields`: messages by the path of the call's field. A field
 * of an earlier step opens that step.
 */
export async function showRefusedFields(
  fields: Readonly<Record<string, string>>,
  { billing, payment }: { billing: Billing; payment: Payment },
): Promise<void> {
  const elsewhere: [string, string][] = [];
  for (const [path, message] of Object.entries(fields).reverse()) {
    const field = path.split('.').at(-1) ?? path;
    const card = cardFields[field];
    const billed = billingField(field, billing);
    if (card !== undefined) payment.form.setError(card, { message }, { shouldFocus: true });
    else if (billed !== undefined) billing.form.setError(billed, { message }, { shouldFocus: true });
    else elsewhere.unshift([field, message]);
  }
  if (elsewhere.length > 0) openRefusedStep(Object.fromEntries(elsewhere));
}
