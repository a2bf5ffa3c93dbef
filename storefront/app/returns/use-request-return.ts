import { ApiFailure, unwrap } from '@ceiba/client/call-failure';
import { failureWords } from '@ceiba/client/failure-words';
import { returnReceivedText } from '@ceiba/domain/returns/return-window';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { showAlert } from '../alerts/notices.ts';
import { solveCaptcha } from '../captcha/solve-captcha.ts';
import { ordersKey } from '../orders/customer-orders.ts';
import { api } from '../platform/api.ts';
import { newUuid } from '../platform/new-uuid.ts';
import { returnsKey } from './own-returns.ts';

/** What the form holds besides its pictures, as it travels. */
interface ReturnValues {
  orderNumber: string;
  sku: string;
  quantity: string;
  reason: string;
  description: string;
}

export interface ReturnToRequest {
  values: ReturnValues;
  photos: readonly File[];
}

const failed = 'No pudimos enviar tu solicitud de devolución';

const bodyOf = async ({ values, photos }: ReturnToRequest): Promise<FormData> => {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.append(name, value);
  for (const photo of photos) form.append('images', photo);
  return form;
};

/** What makes two requests the same. */
const contentOf = ({ values, photos }: ReturnToRequest): string =>
  JSON.stringify([values, photos.map(({ name, size, lastModified }) => [name, size, lastModified])]);

/** What failed, in the words of the place or the server's own, which say what of the form is wrong. */
function tellFailure(error: Error): void {
  const refusal = error instanceof ApiFailure ? error.error : null;
  const said = Object.values(refusal?.metadata.fields ?? {})[0] ?? refusal?.message ?? '';
  const message = said === '' ? 'Intenta de nuevo en un momento. No perdiste lo que escribiste.' : said;
  showAlert({ id: 'returns-alert', type: 'Error', ...failureWords(error, { title: failed, message }) });
}

/** Sends a return with its captcha (RET-01); sent again unchanged it is the same one, whatever became of the first answer. */
export function useRequestReturn(onRequested: () => void) {
  const queryClient = useQueryClient();
  const sent = useRef({ content: '', key: '' });
  return useMutation({
    mutationFn: async (wanted: ReturnToRequest) => {
      const content = contentOf(wanted);
      if (sent.current.content !== content) sent.current = { content, key: newUuid() };
      const [token, body] = await Promise.all([solveCaptcha(), bodyOf(wanted)]);
      const headers = { 'idempotency-key': sent.current.key, ...(token === null ? {} : { 'x-recaptcha': token }) };
      return unwrap(await api('requestReturn', { body }, { headers })).data.returnNumber;
    },
    onSuccess: (returnNumber) => {
      showAlert({ id: 'returns-alert', type: 'Success', title: returnReceivedText(returnNumber), message: '' });
      void queryClient.invalidateQueries({ queryKey: returnsKey });
      void queryClient.invalidateQueries({ queryKey: ordersKey });
      onRequested();
    },
    onError: tellFailure,
  });
}
