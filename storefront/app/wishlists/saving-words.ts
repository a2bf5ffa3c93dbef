import { ApiFailure } from '@ceiba/client/call-failure';
import { type FailureWords, failureWords } from '@ceiba/client/failure-words';

/** Why a product could not be saved: what the shop says of it (a full list has its own text, DEC-73), else to try again. */
export function savingWords(error: Error): FailureWords {
  const said = error instanceof ApiFailure ? error.error.message : '';
  return failureWords(error, {
    title: 'No se pudo guardar el producto',
    message: said === '' ? 'Intenta de nuevo más tarde.' : said,
  });
}
