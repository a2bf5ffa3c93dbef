import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { showAlert } from '../alerts/notices.ts';
import { solveCaptcha } from '../captcha/solve-captcha.ts';
import { ApiFailure, api, unwrap } from '../platform/api.ts';
import { failureWords } from '../platform/failure-words.ts';
import { newUuid } from '../platform/new-uuid.ts';

export interface ComplaintValues {
  name: string;
  email: string;
  phone: string;
  orderNumber: string;
  text: string;
}

export interface FiledComplaint {
  /** "Q-12". */
  complaintNumber: string;
  answerBy: string;
  email: string;
}

/** What failed, in the words of the place or the server's own, which say what of the form is wrong. */
function tellFailure(error: Error): void {
  const refusal = error instanceof ApiFailure ? error.error : null;
  const said = Object.values(refusal?.metadata.fields ?? {})[0] ?? refusal?.message ?? '';
  const message = said === '' ? 'Intenta de nuevo en un momento. No perdiste lo que escribiste.' : said;
  const words = failureWords(error, { title: 'No pudimos escribir tu queja', message });
  showAlert({ id: 'complaints-alert', type: 'Error', ...words });
}

/** Files a complaint with its captcha (DEC-217); sent again unchanged it is the same one, whatever became of the first answer. */
export function useFileComplaint(onFiled: (filed: FiledComplaint) => void) {
  const sent = useRef({ content: '', key: '' });
  return useMutation({
    mutationFn: async (values: ComplaintValues): Promise<FiledComplaint> => {
      const email = values.email.trim();
      const body = { ...values, email, orderNumber: values.orderNumber.trim() || null };
      const content = JSON.stringify(body);
      if (sent.current.content !== content) sent.current = { content, key: newUuid() };
      const token = await solveCaptcha();
      const headers = { 'idempotency-key': sent.current.key, ...(token === null ? {} : { 'x-recaptcha': token }) };
      return { ...unwrap(await api('fileComplaint', { body }, { headers })).data, email };
    },
    onSuccess: onFiled,
    onError: tellFailure,
  });
}
