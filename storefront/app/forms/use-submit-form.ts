import { type FieldPath, type FieldValues, type UseFormProps, type UseFormReturn, useForm } from 'react-hook-form';
import { showAlert } from '../alerts/notices.ts';
import type { Refusal } from './refusal.ts';

const isField = <V extends FieldValues>(name: string, { getValues }: UseFormReturn<V>): name is FieldPath<V> =>
  Object.hasOwn(getValues(), name);

/**
 * A form with a submit handler. A field is validated when it loses the focus, unless `mode` differs. An invalid form focuses its first wrong field,
 * in the order of registration. `send`: gets valid values and may return a refusal. The fields show it, and the first one takes the focus unless an
 * alert shows it. `refuse`: shows the refusal of another call. `isSending`: disables the button.
 */
export function useSubmitForm<V extends FieldValues>(
  options: UseFormProps<V>,
  send: (values: V, form: UseFormReturn<V>) => Promise<Refusal | undefined> | Promise<void>,
) {
  const form = useForm<V>({ mode: 'onTouched', ...options });
  const { isSubmitting: isSending } = form.formState;
  const refuse = ({ fields, alert }: Refusal): void => {
    if (alert) showAlert(alert);
    const refused = Object.entries(fields).filter(([name]) => isField(name, form));
    for (const [place, [name, message]] of refused.entries())
      if (isField(name, form)) form.setError(name, { message }, { shouldFocus: !alert && place === 0 });
  };
  const submit = form.handleSubmit(async (values) => {
    const refusal = await send(values, form);
    if (refusal) refuse(refusal);
  });
  return { form, submit, isSending, refuse };
}
