import { ApiFailure } from '@ceiba/client/call-failure';
import { type FailureWords, failureWords } from '@ceiba/client/failure-words';

/**
 * The reason why a product could not be saved: the shop's message, or a request to try again. A full list has a special
 * text (DEC-73).
 */
export function savingWords(error: Error): FailureWords {
  const serverText = error instanceof ApiFailure ? error.error.message : '';
  return failureWords(error, {
    title: 'No se pudo guardar el producto',
    message: serverText === '' ? 'Intenta de nuevo más tarde.' : serverText,
  });
}
