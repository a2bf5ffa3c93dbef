import { newUuid } from '../platform/new-uuid.ts';

const unstored = new Map<string, string>();

/** Kept where `storage` allows, else as long as the page. */
function keptId(storage: () => Storage, key: string): string {
  const known = unstored.get(key);
  if (known !== undefined) return known;
  const fresh = newUuid();
  unstored.set(key, fresh);
  try {
    const stored = storage().getItem(key);
    if (stored !== null) unstored.set(key, stored);
    else storage().setItem(key, fresh);
  } catch {
    // Refused: see above.
  }
  return unstored.get(key) ?? fresh;
}

/** Of this tab (DEC-57, DEC-184). */
export const sessionId = (): string => keptId(() => sessionStorage, 'ceiba.session');

/** Of this browser (DEC-57, DEC-184). */
export const clientId = (): string => keptId(() => localStorage, 'ceiba.client');
