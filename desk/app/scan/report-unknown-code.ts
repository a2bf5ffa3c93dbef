import { onceOptions } from '../actions/desk-action.ts';
import { call } from '../session/desk-client.ts';

/** A printed code: digits and letters of a reader, not words that somebody typed. */
const codeForm = /^[\x21-\x7e]{4,60}$/;

/**
 * Reports a scanned code that fits nothing on this page: one without a product gets into the list of unknown codes (BUY-07). Nobody
 * waits for the answer, and a failure is silent. `storeCode` null: the server takes the person's only store.
 */
export function reportUnknownCode(text: string, storeCode: string | null): void {
  const code = text.trim();
  if (!codeForm.test(code)) return;
  const body = { code, ...(storeCode !== null && { storeCode }) };
  void call('noteScannedCode', { body }, onceOptions()).catch(() => undefined);
}
