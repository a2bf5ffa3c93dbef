import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until a condition is true. Throws after `limitMs`. */
export const until = async (isSo: () => boolean | Promise<boolean>, limitMs = 60_000): Promise<void> => {
  for (const end = Date.now() + limitMs; !(await isSo()); await sleep(20)) {
    if (Date.now() > end) throw new Error(`waited ${limitMs} ms in vain for ${isSo.toString()}`);
  }
};
