import { nitMaxLength, profileNitMessage } from '@ceiba/domain/billing/nit';
import { lineMessage } from '@ceiba/domain/customers/plain-text';
import { profileMessages } from '@ceiba/domain/customers/profile';
import { TextField } from '@ceiba/ui/field';
import { typedField } from '@ceiba/ui/typed-field';
import { useSubmitForm } from '../forms/use-submit-form.ts';
import { type AccountFormProps, SaveRow } from './save-row.tsx';

const nit = { label: 'NIT', required: true, maxLength: nitMaxLength + 4, validate: profileNitMessage };

const lineField = (label: string, autoComplete: string, missing: string) => ({
  label,
  required: true,
  autoComplete,
  maxLength: 200,
  kind: 'line' as const,
  validate: (typed: string) => lineMessage(typed, missing),
});

const name = lineField('Nombre o razón social', 'organization', profileMessages.billingNameRequired);
const address = lineField('Dirección fiscal', 'street-address', profileMessages.billingAddressRequired);

/** The second form of the account page (PROF-21, DEC-156): the invoice data. */
export function BillingForm({ customer, save }: AccountFormProps) {
  const known = {
    nit: customer.nit ?? '',
    billingName: customer.billingName ?? '',
    billingAddress: customer.billingAddress ?? '',
  };
  const { form, submit } = useSubmitForm(
    { mode: 'all', defaultValues: known },
    async (values: typeof known, { reset }) => {
      if (await save(values)) reset(values);
    },
  );
  return (
    <form noValidate aria-label="Datos de facturación" onSubmit={submit} className="grid gap-4 sm:grid-cols-2">
      <TextField {...typedField(form, 'nit', nit)} />
      <TextField {...typedField(form, 'billingName', name)} />
      <TextField {...typedField(form, 'billingAddress', address)} className="sm:col-span-2" />
      <SaveRow form={form} />
    </form>
  );
}
