import { isSaveEnabled } from '@ceiba/domain/customers/profile';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { SignedInCustomer } from '../auth/customer-query.ts';
import { SubmitRow } from '../forms/submit-row.tsx';
import type { ProfileValues } from './use-save-profile.ts';

/** Props of the forms of the account page. */
export interface AccountFormProps {
  customer: SignedInCustomer;
  /** Returns whether the values were saved. */
  save: (values: ProfileValues) => Promise<boolean>;
}

/** The save button. Enabled if the form has changed and is valid (PROF-04). */
export function SaveRow<V extends FieldValues>({ form }: { form: UseFormReturn<V> }) {
  const { isDirty, isValid, isSubmitting } = form.formState;
  const isEnabled = isSaveEnabled({ hasChanged: isDirty, isValid }) || isSubmitting;
  return <SubmitRow label="Guardar cambios" loading={isSubmitting} disabled={!isEnabled} />;
}
