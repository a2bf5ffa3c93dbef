import type { ApiError, CallOptions } from '@ceiba/contract/client';
import type { Result } from '@ceiba/domain/result';
import { useState } from 'react';
import { type FieldValues, type UseFormProps, type UseFormReturn, useForm } from 'react-hook-form';
import { type Landings, landRefusal } from './land-refusal.ts';
import { useChange } from './use-change.ts';

/**
 * Sends a change with the values of a form. Its fields show their refusals; `said` is the rest. `focuses`: the first of these fields gets the focus.
 * Not on a page for scanning, where the scan field has the focus.
 */
export function useLanding<V extends FieldValues>(form: UseFormReturn<V>, focuses = true) {
  const { send, renew, isSending, isShown } = useChange();
  const [said, setSaid] = useState<string>();
  return {
    isSending,
    said,
    /** The person gave up what was refused or got no answer. */
    forget: (): void => {
      setSaid(undefined);
      renew();
    },
    send: async <T>(
      work: (options: CallOptions) => Promise<Result<T, ApiError>>,
      landings: Landings<V>,
    ): Promise<Result<T, ApiError>> => {
      const sent = await send(work);
      // The form may outlive its screen, and belong to another payment by now.
      if (isShown()) setSaid(sent.ok ? undefined : landRefusal(form, sent.error, landings, focuses));
      return sent;
    },
  };
}

/** A form that sends a change. Its `shouldFocusError` applies to refusals of the server, too. */
export function useLandingForm<V extends FieldValues>(options: UseFormProps<V>) {
  const form = useForm<V>(options);
  return { form, ...useLanding(form, options.shouldFocusError) };
}
