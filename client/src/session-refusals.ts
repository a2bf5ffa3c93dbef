/**
 * Emits `refused` when a call was refused because its session has ended (AUTH-14). A separate file, because every page listens, but loads the API
 * client later.
 */
export const sessionRefusals = new EventTarget();

let startedSessions = 0;

/** Called after a sign-in, in this or another tab. Later refusals may belong to calls from before the sign-in. */
export function beginSession(): void {
  startedSessions += 1;
}

/** Number of sessions that started since the page was loaded. */
export const sessionsStarted = (): number => startedSessions;
