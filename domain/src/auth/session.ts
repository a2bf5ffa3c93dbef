/**
 * Milliseconds between two checks of the session on an open page (CONST-06). The page also checks on focus, route
 * change and storage event (AUTH-09).
 */
export const sessionCheckMs = 10_000;

/** Duration of a session, in ms (DEC-04). */
export const sessionLifeMs = 24 * 3_600_000;

/** True from the moment of expiry on (AUTH-10). If the expiry is unknown, the session is not expired, and the server decides. */
export function isSessionExpired(expiresAt: Date | null, now: Date): boolean {
  return expiresAt !== null && expiresAt.getTime() <= now.getTime();
}

/** Milliseconds for which a confirmation link is valid (DEC-152). */
export const confirmationTokenMs = 24 * 3_600_000;
export const resetTokenMs = 3_600_000;

/** Returns the path to open after signing in: a path of this site, never another host (DEC-13). */
export function safeRedirect(wanted: string | null): string {
  if (wanted === null || !/^\/(?![/\\])/.test(wanted) || hasControl.test(wanted)) return '/';
  return wanted;
}

// Browsers remove tabs and line breaks inside a URL. "/\t/host" would become "//host".
const hasControl = /\p{Cc}|\\/u;
