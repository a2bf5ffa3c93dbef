/**
 * How often an open page checks the session, in ms (CONST-06). It checks also on focus, route change and storage event (AUTH-09).
 */
export const sessionCheckMs = 10_000;

/** Life of a session, in ms (DEC-04). */
export const sessionLifeMs = 24 * 3_600_000;

/** True from the expiry itself on (AUTH-10). A session without a known expiry is not expired: the server decides. */
export function isSessionExpired(expiresAt: Date | null, now: Date): boolean {
  return expiresAt !== null && expiresAt.getTime() <= now.getTime();
}

/** DEC-152, in milliseconds. */
export const confirmationTokenMs = 24 * 3_600_000;
export const resetTokenMs = 3_600_000;

/** Where to go after signing in: a path of this site, never another host (DEC-13). */
export function safeRedirect(wanted: string | null): string {
  if (wanted === null || !/^\/(?![/\\])/.test(wanted) || hasControl.test(wanted)) return '/';
  return wanted;
}

// Browsers drop tabs and line breaks inside a URL, so "/\t/host" would become "//host".
const hasControl = /\p{Cc}|\\/u;
