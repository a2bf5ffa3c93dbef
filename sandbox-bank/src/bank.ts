import type { Database } from './platform/database.ts';
import type { Delay, Line } from './platform/line.ts';
import type { Fingerprint } from './platform/secret.ts';

/** Delays of the slow test cards. */
export interface Delays {
  readonly slow: Delay;
  readonly verySlow: Delay;
  /** Time from the request with a `late-charge` card until it is charged. */
  readonly late: Delay;
}

/** Everything that the routes of the bank need. */
export interface Bank {
  readonly database: Database;
  readonly fingerprint: Fingerprint;
  readonly line: Line;
  readonly delays: Delays;
  readonly now: () => Date;
}
