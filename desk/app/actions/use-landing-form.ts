import type { ApiError, CallOptions } from '@ceiba/contract/client';
import type { Result } from '@ceiba/domain/result';
import { useState } from 'react';
import { type FieldValues, type UseFormProps, type UseFormReturn, useForm } from 'react-hook-form';
import { type Landings, landRefusal } from './land-refusal.ts';
import { useChange } from './use-change.ts';

/**
 * Sends a change with the values of a form. Each refused field shows its message; `said` is the text of the other messages. `focuses`: the first
 * refused field gets the focus. On a page for scanning it is false, because the scan field keeps the focus.
 */
export function useLanding<V extends FieldValues>(form: UseFormReturn<V>, focuses = true) {
  const { send, renew, isSending, isShown } = useChange();
  const [said, setSaid] = useState<string>();
  return {
    isSending,
    said,
    /** Gives up the change that was refused or got no answer. */
    forget: (): void => {
      setSaid(undefined);
      renew();
    },
    send: async <T>(
      work: (options: CallOptions) => Promise<Result<T, ApiError>>,
      landings: Landings<V>,
    ): Promise<Result<T, ApiError>> => {
      const sent = await send(work);
      // The caller may reuse the form after this screen has closed, for example for another payment.
      if (isShown()) setSaid(sent.ok ? undefined : landRefusal(form, sent.error, landings, focuses));
      return sent;
    },
  };
}

/** A form that sends a change. The option `shouldFocusError` applies to refusals of the server, too. */
export function useLandingForm<V extends FieldValues>(options: UseFormProps<V>) {
  const form = useForm<V>(options);
  return { form, ...useLanding(form, options.shouldFocusError) };
}
