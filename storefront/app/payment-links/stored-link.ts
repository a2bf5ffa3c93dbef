import { isShape, isText } from '@ceiba/client/guards';
import { parseJson, readStored, writeStored } from '@ceiba/client/storage';
import { isLinkExpired } from '@ceiba/domain/advisors/advisor';
import { checkoutStorageKeys } from '../platform/storage-keys.ts';

/** Key in local storage (DEC-184, ADV-18): the last opened link and its copy, until it expires. */
const storageKey = 'ceiba.link';

interface StoredLink {
  id: string;
  cartId: string;
  token: string;
  /** ISO 8601. */
  expiresAt: string;
}

const isKept = isShape<StoredLink>({ id: isText, cartId: isText, token: isText, expiresAt: isText });

export const saveLink = (link: StoredLink): void => writeStored('local', storageKey, JSON.stringify(link));

/** The stored data of this link. Null if the data is missing or has expired. */
export function readLink(id: string, now: Date): StoredLink | null {
  const stored = parseJson(readStored('local', storageKey));
  return isKept(stored) && stored.id === id && !isLinkExpired(new Date(stored.expiresAt), now) ? stored : null;
}

/** Removes all data of the link from this browser, after the link was ordered or is no longer available. */
export function forgetLink(): void {
  for (const key of [storageKey, checkoutStorageKeys.link]) writeStored('local', key, null);
}
