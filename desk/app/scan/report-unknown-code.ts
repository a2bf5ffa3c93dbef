import { onceOptions } from '../actions/desk-action.ts';
import { call } from '../session/desk-client.ts';

/** A printed code: digits and letters of a reader, not typed words. */
const codeForm = /^[\x21-\x7e]{4,60}$/;

/**
 * Reports a scanned code without a match on this page. A code without a product gets into the list of unknown codes
 * (BUY-07). The page does not wait for the answer, and ignores a failure. If `storeCode` is null, the server uses the
 * person's only store.
 */
export function reportUnknownCode(text: string, storeCode: string | null): void {
  const code = text.trim();
  if (!codeForm.test(code)) return;
  const body = { code, ...(storeCode !== null && { storeCode }) };
  void call('noteScannedCode', { body }, onceOptions()).catch(() => undefined);
}
