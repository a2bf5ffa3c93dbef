import { orderStorageKeys } from '../platform/checkout-storage.ts';
import { readStored } from '../platform/storage.ts';

const readLeft = (): string | null => readStored('session', orderStorageKeys.sent);

let left = readLeft();

let tell: ((isLeft: boolean) => void) | null = null;

/**
 * Tells whether the page that was loaded before this one has left an attempt whose end it did not learn, and nobody has since;
 * and when this page leaves one of its own.
 */
export function watchLeftAttempt(onLeft: (isLeft: boolean) => void): () => void {
  tell = onLeft;
  onLeft(left !== null && readLeft() === left);
  return () => {
    tell = null;
  };
}

/** The attempt that is kept now is asked for in place of the checkout. */
export function tellAttemptLeft(): void {
  left = readLeft();
  tell?.(left !== null);
}
