/** CONST-06, in milliseconds; besides focus, route change and storage event (AUTH-09). */
export const sessionCheckMs = 10_000;

/** DEC-04: life of a session. */
export const sessionLifeMs = 24 * 3_600_000;

/** Past from its very moment on (AUTH-10). A session without a known expiry is not expired: the server decides. */
export function isSessionExpired(expiresAt: Date | null, now: Date): boolean {
  return expiresAt !== null && expiresAt.getTime() <= now.getTime();
}

/** DEC-152, in milliseconds. */
export const confirmationTokenMs = 24 * 3_600_000;
export const resetTokenMs = 3_600_000;

/** Where to go after signing in: a path of our own site, never another host (DEC-13). */
export function safeRedirect(wanted: string | null): string {
  if (wanted === null || !/^\/(?![/\\])/.test(wanted) || hasControl.test(wanted)) return '/';
  return wanted;
}

// Browsers drop tabs and line breaks inside a URL, so "/\t/host" would become "//host".
const hasControl = /\p{Cc}|\\/u;
