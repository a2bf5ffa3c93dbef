/** DEC-151. */
export const passwordMessage = 'La contraseña debe tener al menos 8 caracteres, una letra y un número.';

/** Longer passwords would only cost hashing time. */
export const passwordMaxLength = 128;

/** At least 8 characters with a letter and a digit (DEC-151), at most 128. */
export const isAcceptablePassword = (password: string): boolean =>
  [...password].length >= 8 &&
  [...password].length <= passwordMaxLength &&
  /\p{L}/u.test(password) &&
  /\d/.test(password);

/** How many sign-in failures within which window lock a sign-in (DEC-10, DEC-170). */
export interface LockoutPolicy {
  failures: number;
  windowMs: number;
}

/** Five failures in 15 minutes. */
export const defaultLockoutPolicy: LockoutPolicy = { failures: 5, windowMs: 15 * 60_000 };

/** Limit for all devices of an account together: several stolen devices give no more tries. It is not part of DEC-170. */
export const allDevicesPolicy: LockoutPolicy = { failures: 20, windowMs: 15 * 60_000 };

/**
 * True from the sixth try on: the fifth wrong password still gets the answer "wrong". The window runs from the fifth failure
 * (DEC-170). `failures` are moments of wrong passwords since the last success or reset, in any order.
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
