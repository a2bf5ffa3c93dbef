import { areaOf, type StorageArea, unstored } from './storage.ts';

/** Whether what is written there lasts only as long as the page: storage is closed, or was full. Asked in the browser. */
export function isUnkept(area: StorageArea, key: string): boolean {
  try {
    return areaOf(area) === null || unstored.has(`${area} ${key}`);
  } catch {
    return true;
  }
}
