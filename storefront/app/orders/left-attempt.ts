import { orderStorageKeys } from '../platform/checkout-storage.ts';
import { readStored } from '../platform/storage.ts';

const readLeft = (): string | null => readStored('session', orderStorageKeys.sent);

const left = readLeft();

/** Whether the page that was loaded before this one has left an attempt whose end it did not learn, and nobody has since. */
export const isAttemptLeft = (): boolean => left !== null && readLeft() === left;
