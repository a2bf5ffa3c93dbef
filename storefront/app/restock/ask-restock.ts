import { ApiFailure } from '@ceiba/client/call-failure';
import { failureWords } from '@ceiba/client/failure-words';
import type { ApiError } from '@ceiba/contract/client';
import { restockTexts } from '@ceiba/domain/restock/restock';
import { showAlert } from '../alerts/notices.ts';
import { solveCaptcha } from '../captcha/solve-captcha.ts';
import { api } from '../platform/api.ts';

const failed = { title: 'No pudimos guardar tu aviso', message: 'Inténtalo de nuevo en un momento.' };

function tellFailure(error: ApiError): void {
  const { message } = error;
  const own = message === '' ? failed : { ...failed, message };
  // The limit is per day: the general text is better than a number of hours.
  const words = error.code === 'RATE_LIMITED' ? own : failureWords(new ApiFailure(error), own);
  showAlert({ id: 'restock-alert', type: 'Error', ...words });
}

/** Requests a restock mail and shows the result (RST-01, DEC-143). */
export async function askRestock(sku: string): Promise<void> {
  const answer = await api('requestRestockNotice', { params: { sku }, body: {} });
  if (answer.ok) showAlert({ id: 'restock-alert', type: 'Success', title: restockTexts.subscribed, message: '' });
  else tellFailure(answer.error);
}

/** Requests a guest's restock mail with its captcha. Returns false on failure, and an alert shows the reason. */
export async function askRestockByEmail(sku: string, email: string): Promise<boolean> {
  const token = await solveCaptcha();
  const headers = token === null ? {} : { 'x-recaptcha': token };
  const answer = await api('requestRestockByEmail', { body: { sku, email } }, { headers });
  if (!answer.ok) tellFailure(answer.error);
  return answer.ok;
}
