/**
 * Says `refused` when a call was refused for its session: that has ended (AUTH-14). A file of its own: every page listens,
 * and what calls the API comes to a page later.
 */
export const sessionRefusals = new EventTarget();

let begun = 0;

/** Somebody has signed in, here or in another tab: what is still refused was sent before. */
export function beginSession(): void {
  begun += 1;
}

/** How many sessions began while this page has stood. */
export const sessionsStarted = (): number => begun;
