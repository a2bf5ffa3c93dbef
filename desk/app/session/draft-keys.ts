import { areaOf, unstored } from '@ceiba/client/storage';

const prefix = 'ceiba.desk.draft.';

/** Key of a person's unsaved work in this tab. The key names the person, so that other people do not see the work. */
export const draftKeyOf = (staffId: string, key: string): string => `${prefix}${staffId}.${key}`;

/** Deletes the unsaved work in this tab, except the work of one person. */
export function forgetDrafts(exceptOf?: string): void {
  const isForgotten = (key: string): boolean =>
    key.startsWith(prefix) && (exceptOf === undefined || !key.startsWith(draftKeyOf(exceptOf, '')));
  for (const key of unstored.keys()) if (isForgotten(key.replace(/^session /, ''))) unstored.delete(key);
  try {
    const area = areaOf('session');
    for (const key of Object.keys(area)) if (isForgotten(key)) area.removeItem(key);
  } catch {
    // If the browser blocks its storage, it contains no work.
  }
}
