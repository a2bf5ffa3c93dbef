import type { ApiError, CallOptions } from '@ceiba/contract/client';
import type { Result } from '@ceiba/domain/result';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { onceOptions } from './desk-action.ts';

type Send<T> = (options: CallOptions) => Promise<Result<T, ApiError>>;

/**
 * Whether nothing of what was sent has been done, so that the next press is another intention. Not a silence or a failure, which may come of a
 * change that was made, nor a key that was used with other words: there the first sending was done (DEC-172).
 */
const isRefused = ({ code, status }: ApiError): boolean =>
  status >= 400 && status < 500 && code !== 'IDEMPOTENCY_KEY_REUSED';

/** Whether the page shows what is no longer so. */
const isBehind = ({ code }: ApiError): boolean => code === 'IDEMPOTENCY_KEY_REUSED';

/**
 * Sends what one form wants, with the same key until it is done or refused: a press after a lost answer does nothing twice. Where the answer
 * tells that the page is behind, the page is read again before the answer is given.
 */
export const useOnce = (): (<T>(send: Send<T>) => Promise<Result<T, ApiError>>) => {
  const queries = useQueryClient();
  const options = useRef(onceOptions());
  return async (send) => {
    const sent = await send(options.current);
    if (sent.ok || isRefused(sent.error)) options.current = onceOptions();
    if (!sent.ok && isBehind(sent.error)) await queries.invalidateQueries({ queryKey: ['desk'] });
    return sent;
  };
};
