import type { ApiError, CallOptions } from '@ceiba/contract/client';
import type { Result } from '@ceiba/domain/result';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { refusalText } from '../platform/notes.tsx';
import { showFailure } from '../platform/toasts.tsx';
import { allDeskKeys } from '../session/cache-keys.ts';
import { onceOptions } from './desk-action.ts';

type Send<T> = (options: CallOptions) => Promise<Result<T, ApiError>>;

/**
 * Returns whether the refused call certainly changed nothing, so that the next press gets a new key. A missing answer or a server error may follow a
 * successful change. A key used with other content means that the first call succeeded (DEC-172).
 */
export const isRefused = ({ code, status }: ApiError): boolean =>
  status >= 400 && status < 500 && code !== 'IDEMPOTENCY_KEY_REUSED';

/**
 * Sends a change with the same key until it succeeds or is refused, so that a press after a lost answer does nothing twice. `renew` gives the next
 * press a new key.
 */
export const repeatable = () => {
  let options = onceOptions();
  const renew = (): void => {
    options = onceOptions();
  };
  return {
    renew,
    send: async <T>(work: Send<T>): Promise<Result<T, ApiError>> => {
      const sent = await work(options);
      if (sent.ok || isRefused(sent.error)) renew();
      return sent;
    },
  };
};

/**
 * Reads the page again if a refusal says that the page is outdated. Then another person has changed the entity or taken
 * the step, or an earlier call with a lost answer succeeded. Resolves when the page is read.
 */
export const useReread = (): ((error: ApiError) => Promise<void>) => {
  const queries = useQueryClient();
  return async ({ code, status }) => {
    if (status === 409 || code === 'IDEMPOTENCY_KEY_REUSED') await queries.invalidateQueries({ queryKey: allDeskKeys });
  };
};

/** ms that are too short to read a refusal. If the form disappears within this time, the reread page has removed it. */
const unreadMs = 300;

/**
 * Sends a change that may be repeated. If the page is outdated, it is read again before the refusal shows. So the next press uses the new state.
 * `error`: the last refusal. If the reread page no longer has the form, a notice shows the refusal.
 */
export const useChange = (): {
  send: <T>(work: Send<T>) => Promise<Result<T, ApiError>>;
  /** Discards a change whose answer got lost. */
  renew: () => void;
  isSending: boolean;
  error: ApiError | undefined;
  /** False if the form is gone. A notice then shows the refusal. */
  isShown: () => boolean;
} => {
  const reread = useReread();
  const [change] = useState(repeatable);
  const [isSending, setIsSending] = useState(false);
  const [error, setError] = useState<ApiError>();
  const refused = useRef<{ error: ApiError; at: number }>(undefined);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
      const last = refused.current;
      if (last !== undefined && performance.now() - last.at < unreadMs) showFailure(refusalText(last.error));
    };
  }, []);
  return {
    renew: change.renew,
    isSending,
    error,
    isShown: () => isShown.current,
    send: async (work) => {
      setIsSending(true);
      const sent = await change.send(work);
      if (!sent.ok) {
        await reread(sent.error);
        if (!isShown.current) showFailure(refusalText(sent.error));
      }
      refused.current = sent.ok ? undefined : { error: sent.error, at: performance.now() };
      setIsSending(false);
      setError(sent.ok ? undefined : sent.error);
      return sent;
    },
  };
};
