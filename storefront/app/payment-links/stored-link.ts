import { isShape, isText } from '@ceiba/client/guards';
import { parseJson, readStored, writeStored } from '@ceiba/client/storage';
import { isLinkExpired } from '@ceiba/domain/advisors/advisor';
import { checkoutStorageKeys } from '../platform/storage-keys.ts';

/** Local storage (DEC-184, ADV-18): the link this browser has opened last and its copy, kept as long as it holds. */
const storageKey = 'ceiba.link';

interface StoredLink {
  id: string;
  cartId: string;
  token: string;
  /** ISO 8601. */
  expiresAt: string;
}

const isKept = isShape<StoredLink>({ id: isText, cartId: isText, token: isText, expiresAt: isText });

export const keepLink = (link: StoredLink): void => writeStored('local', storageKey, JSON.stringify(link));

/** What was kept of this link; null when nothing was, or its time is over. */
export function readLink(id: string, now: Date): StoredLink | null {
  const kept = parseJson(readStored('local', storageKey));
  return isKept(kept) && kept.id === id && !isLinkExpired(new Date(kept.expiresAt), now) ? kept : null;
}

/** Ordered, or no more to be had: nothing of the link stays in this browser. */
export function forgetLink(): void {
  for (const key of [storageKey, checkoutStorageKeys.link]) writeStored('local', key, null);
}
