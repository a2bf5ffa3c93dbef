import type { UserEvent } from '@testing-library/user-event';
import { vi } from 'vitest';

/**
 * Types these keys as a scanner does: without time between them, however slow the machine is.
 * The keys have the notation of `user.keyboard`; `{Enter}` ends a code.
 */
export const typeAsScanner = (user: UserEvent, keys: string): Promise<void> =>
  typeAt(user, keys, new Event('keydown').timeStamp);

/** Presses a key as a person does, one second after the key before. */
export const pressAfterPause = (user: UserEvent, key: string): Promise<void> =>
  typeAt(user, key, new Event('keydown').timeStamp + 1_000);

/** Types these keys, each with this time stamp (ms). */
const typeAt = async (user: UserEvent, keys: string, timeStamp: number): Promise<void> => {
  const clock = vi.spyOn(Event.prototype, 'timeStamp', 'get').mockReturnValue(timeStamp);
  try {
    await user.keyboard(keys);
  } finally {
    clock.mockRestore();
  }
};
