import type { Database } from './platform/database.ts';
import type { Delay, Line } from './platform/line.ts';
import type { Fingerprint } from './platform/secret.ts';

/** How long the slow test cards take. */
export interface Delays {
  readonly slow: Delay;
  readonly verySlow: Delay;
  /** From the request of a `late-charge` card until it is charged. */
  readonly late: Delay;
}

/** What the routes of the bank work with. */
export interface Bank {
  readonly database: Database;
  readonly fingerprint: Fingerprint;
  readonly line: Line;
  readonly delays: Delays;
  readonly now: () => Date;
}
