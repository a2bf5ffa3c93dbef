import { ApiFailure } from '@ceiba/client/call-failure';
import { type FailureWords, failureWords } from '@ceiba/client/failure-words';

/** Why a product could not be saved: the shop's message (a full list has its own text, DEC-73), otherwise a request to try again. */
export function savingWords(error: Error): FailureWords {
  const serverText = error instanceof ApiFailure ? error.error.message : '';
  return failureWords(error, {
    title: 'No se pudo guardar el producto',
    message: serverText === '' ? 'Intenta de nuevo más tarde.' : serverText,
  });
}
