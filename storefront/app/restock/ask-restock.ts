import { restockTexts } from '@ceiba/domain/restock/restock';
import { showAlert } from '../alerts/notices.ts';
import { ApiFailure, api } from '../platform/api.ts';
import { failureWords } from '../platform/failure-words.ts';

const failed = { title: 'No pudimos guardar tu aviso', message: 'Inténtalo de nuevo en un momento.' };

/** Posts the wish and says what became of it (RST-01, DEC-143). */
export async function askRestock(sku: string): Promise<void> {
  const answer = await api('requestRestockNotice', { params: { sku }, body: {} });
  if (answer.ok) showAlert({ id: 'restock-alert', type: 'Success', title: restockTexts.subscribed, message: '' });
  else {
    const { message } = answer.error;
    const own = message === '' ? failed : { ...failed, message };
    showAlert({ id: 'restock-alert', type: 'Error', ...failureWords(new ApiFailure(answer.error), own) });
  }
}
