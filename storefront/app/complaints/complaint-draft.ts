import { isShape, isText } from '@ceiba/client/guards';
import { parseJson, readStored, writeStored } from '@ceiba/client/storage';
import type { ComplaintValues } from './file-complaint.ts';

/** Session storage (record 0033): a complaint that was typed in this tab, until it is filed. */
const storageKey = 'ceiba.complaint';

export interface ComplaintDraft extends ComplaintValues {
  /** Under which it was sent as it stands; '' when it was not. */
  key: string;
}

const isDraft = isShape<ComplaintDraft>({
  name: isText,
  email: isText,
  phone: isText,
  orderNumber: isText,
  text: isText,
  key: isText,
});

/** Null when nothing was kept. */
export function readDraft(): ComplaintDraft | null {
  const kept = parseJson(readStored('session', storageKey));
  return isDraft(kept) ? kept : null;
}

/** Null: it is filed. */
export const keepDraft = (draft: ComplaintDraft | null): void =>
  writeStored('session', storageKey, draft && JSON.stringify(draft));
