import type { BrowserContext, ConsoleMessage } from '@playwright/test';

/** A browser logs every response from 400 up as an error. Returns the status of such a response, which a test may provoke. */
const statusOf = (message: ConsoleMessage): number | null => {
  const match = /^Failed to load resource: the server responded with a status of (\d{3})/.exec(message.text());
  return match === null ? null : Number(match[1]);
};

/** The router writes the last two messages for a page whose script does not load. */
const isBrokenLine = (message: ConsoleMessage): boolean =>
  /^Failed to load resource: net::ERR_|^Error loading route module |^TypeError: Failed to fetch dynamically imported/.test(
    message.text(),
  );

/** The demo mailbox shows mails in frames without scripts. The test's own queries are refused in these frames. */
const isOwnQuestion = (message: ConsoleMessage): boolean =>
  /^Blocked script execution in '[^']+\/demo\/correo\/[^']+\/mensaje'/.test(message.text());

/**
 * Collects errors that no page may have: errors in the console (with violations of the content policy), and uncaught errors.
 * `refusals`: statuses that the test provokes; 0 is a broken connection.
 */
export function watchPages(context: BrowserContext, refusals: readonly number[]): string[] {
  const problems: string[] = [];
  context.on('console', (message) => {
    if (message.type() !== 'error' || isOwnQuestion(message)) return;
    const status = statusOf(message);
    if (status !== null && refusals.includes(status)) return;
    if (isBrokenLine(message) && refusals.includes(0)) return;
    problems.push(`${message.page()?.url() ?? ''}: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => {
    problems.push(`${error.page()?.url() ?? ''}: ${error.error().stack ?? error.error().message}`);
  });
  return problems;
}
