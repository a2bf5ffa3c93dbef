/** The message about an invalid password (DEC-151). */
export const passwordMessage = 'La contraseña debe tener al menos 8 caracteres, una letra y un número.';

/** A longer password would only take more time to hash. */
export const passwordMaxLength = 128;

/** Returns whether a password has 8 to 128 characters, with a letter and a digit (DEC-151). */
export const isAcceptablePassword = (password: string): boolean =>
  [...password].length >= 8 &&
  [...password].length <= passwordMaxLength &&
  /\p{L}/u.test(password) &&
  /\d/.test(password);

/** The number of failures within a time window that locks a sign-in (DEC-10, DEC-170). */
export interface LockoutPolicy {
  failures: number;
  windowMs: number;
}

/** Five failures in 15 minutes. */
export const defaultLockoutPolicy: LockoutPolicy = { failures: 5, windowMs: 15 * 60_000 };

/**
 * The limit for all devices of an account together. Without this limit, several stolen devices would give more tries.
 * This limit is not part of DEC-170.
 */
export const allDevicesPolicy: LockoutPolicy = { failures: 20, windowMs: 15 * 60_000 };

/**
 * True from the sixth try on. The fifth wrong password still gets the message about a wrong password. The window starts
 * with the fifth failure (DEC-170). `failures`: the times of wrong passwords since the last success or reset, in any
 * order.
 */
export function isLockedOut(
  failures: readonly Date[],
  now: Date,
  policy: LockoutPolicy = defaultLockoutPolicy,
): boolean {
  const times = failures.map((failure) => failure.getTime()).sort((a, b) => a - b);
  return times.some((_, index) => {
    const first = times[index - policy.failures + 1];
    const last = times[index];
    if (first === undefined || last === undefined) return false;
    return last - first < policy.windowMs && now.getTime() >= last && now.getTime() - last < policy.windowMs;
  });
}
