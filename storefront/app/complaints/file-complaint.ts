import { ApiFailure } from '@ceiba/client/call-failure';
import { failureWords } from '@ceiba/client/failure-words';
import { showAlert } from '../alerts/notices.ts';
import { solveCaptcha } from '../captcha/solve-captcha.ts';
import { api } from '../platform/api.ts';

export interface ComplaintValues {
  name: string;
  email: string;
  phone: string;
  orderNumber: string;
  text: string;
}

export interface FiledComplaint {
  /** Number of the complaint, for example "Q-12". */
  complaintNumber: string;
  answerBy: string;
  email: string;
}

/** Shows the failure: the alert's text, or the server's message, which names the wrong field. */
function tellFailure(failure: ApiFailure): void {
  const { metadata, message: text } = failure.error;
  const serverText = Object.values(metadata.fields ?? {})[0] ?? text;
  const message = serverText === '' ? 'Intenta de nuevo en un momento. No perdiste lo que escribiste.' : serverText;
  const place = { title: 'No pudimos escribir tu queja', message };
  // The limit is per day: the general text is better than a number of hours.
  const words = failure.error.code === 'RATE_LIMITED' ? place : failureWords(failure, place);
  showAlert({ id: 'complaints-alert', type: 'Error', ...words });
}

/**
 * Files a complaint with its captcha (DEC-217). Repeated calls with the same key file only one complaint. Returns null on failure, and the alert says
 * why.
 */
export async function fileComplaint(values: ComplaintValues, key: string): Promise<FiledComplaint | null> {
  const email = values.email.trim();
  const body = { ...values, email, orderNumber: values.orderNumber.trim() || null };
  const token = await solveCaptcha();
  const headers = { 'idempotency-key': key, ...(token === null ? {} : { 'x-recaptcha': token }) };
  const answer = await api('fileComplaint', { body }, { headers });
  if (answer.ok) return { ...answer.value.data, email };
  tellFailure(new ApiFailure(answer.error));
  return null;
}
