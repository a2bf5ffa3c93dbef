import type { ApiError, CallOptions } from '@ceiba/contract/client';
import type { Result } from '@ceiba/domain/result';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { refusalText } from '../platform/notes.tsx';
import { showFailure } from '../platform/toasts.tsx';
import { everything } from '../session/cache-keys.ts';
import { onceOptions } from './desk-action.ts';

type Send<T> = (options: CallOptions) => Promise<Result<T, ApiError>>;

/**
 * Whether nothing of what was sent has been done, so that the next press is another intention. Not a silence or a failure, which may come of a
 * change that was made, nor a key that was used with other words: there the first sending was done (DEC-172).
 */
const isRefused = ({ code, status }: ApiError): boolean =>
  status >= 400 && status < 500 && code !== 'IDEMPOTENCY_KEY_REUSED';

/**
 * Reads the page again where a refusal tells that it shows what is no longer so: somebody else changed it, the step was taken, or what was sent
 * before was done after all. Ends once it has been read.
 */
export const useReread = (): ((error: ApiError) => Promise<void>) => {
  const queries = useQueryClient();
  return async ({ code, status }) => {
    if (status === 409 || code === 'IDEMPOTENCY_KEY_REUSED') await queries.invalidateQueries({ queryKey: everything });
  };
};

/** ms in which nobody reads a refusal. A form that goes away this soon went with the page that was read again. */
const unreadMs = 300;

/**
 * A change that a screen sends, with the same key until it is done or refused: a press after a lost answer does nothing twice. A refusal of a
 * page that is behind is given once the page has been read again, so that the next press is of what it shows. `error`: what the last was
 * refused with. Where the page that was read again shows the form no more, a notice says the refusal and stays until it is closed.
 */
export const useChange = (): {
  send: <T>(work: Send<T>) => Promise<Result<T, ApiError>>;
  isSending: boolean;
  error: ApiError | undefined;
} => {
  const reread = useReread();
  const options = useRef(onceOptions());
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
    isSending,
    error,
    send: async (work) => {
      setIsSending(true);
      const sent = await work(options.current);
      if (sent.ok || isRefused(sent.error)) options.current = onceOptions();
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
