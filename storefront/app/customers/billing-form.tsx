import { nitMaxLength, profileNitMessage } from '@ceiba/domain/billing/nit';
import { lineMessage } from '@ceiba/domain/customers/plain-text';
import { isSaveEnabled, profileMessages } from '@ceiba/domain/customers/profile';
import { useForm } from 'react-hook-form';
import type { SignedInCustomer } from '../auth/customer-query.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { typedField } from '../ui/typed-field.ts';
import type { ProfileValues } from './use-save-profile.ts';

interface BillingForm {
  nit: string;
  billingName: string;
  billingAddress: string;
}

/** The second form of the account page (PROF-21, DEC-156): whom invoices are made out to. */
export function BillingForm({
  customer,
  save,
}: {
  customer: SignedInCustomer;
  save: (values: ProfileValues) => Promise<boolean>;
}) {
  const form = useForm<BillingForm>({
    mode: 'all',
    defaultValues: {
      nit: customer.nit ?? '',
      billingName: customer.billingName ?? '',
      billingAddress: customer.billingAddress ?? '',
    },
  });
  const { errors, isDirty, isValid, isSubmitting } = form.formState;
  const submit = async (values: BillingForm): Promise<void> => {
    if (await save(values)) form.reset(values);
  };
  return (
    <form
      noValidate
      aria-label="Datos de facturación"
      onSubmit={form.handleSubmit(submit)}
      className="grid gap-4 sm:grid-cols-2"
    >
      <TextField
        label="NIT"
        required
        maxLength={nitMaxLength + 4}
        error={errors.nit?.message}
        {...typedField(form, 'nit', { validate: (value) => profileNitMessage(value) ?? true })}
      />
      <TextField
        label="Nombre o razón social"
        required
        autoComplete="organization"
        maxLength={200}
        error={errors.billingName?.message}
        {...typedField(form, 'billingName', {
          validate: (value) => lineMessage(value, profileMessages.billingNameRequired) ?? true,
        })}
      />
      <TextField
        label="Dirección fiscal"
        required
        autoComplete="street-address"
        maxLength={200}
        error={errors.billingAddress?.message}
        className="sm:col-span-2"
        {...typedField(form, 'billingAddress', {
          validate: (value) => lineMessage(value, profileMessages.billingAddressRequired) ?? true,
        })}
      />
      <div className="flex justify-end border-t border-border pt-4 sm:col-span-2">
        <Button
          type="submit"
          loading={isSubmitting}
          disabled={!isSaveEnabled({ hasChanged: isDirty, isValid }) && !isSubmitting}
        >
          Guardar cambios
        </Button>
      </div>
    </form>
  );
}
