import { useEffect } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { useCheckout } from './checkout-store.ts';

/** Says at the fields of a step that was opened for it what a later call has refused of them. `fieldOf`: the form's field by the call's. */
export function useRefusedFields<V extends FieldValues>(
  { setError }: UseFormReturn<V>,
  fieldOf: Readonly<Partial<Record<string, Path<V>>>>,
): void {
  const refused = useCheckout((state) => state.refused);
  useEffect(() => {
    const entries = Object.entries(refused);
    if (entries.length === 0) return;
    // The step takes the focus as it opens: the field takes it after that.
    const timer = setTimeout(() => {
      useCheckout.setState({ refused: {} });
      for (const [name, message] of entries) {
        const field = fieldOf[name];
        if (field !== undefined) setError(field, { message }, { shouldFocus: true });
      }
    });
    return () => clearTimeout(timer);
  }, [refused, setError, fieldOf]);
}
