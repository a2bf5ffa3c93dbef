import type { Database } from './platform/database.ts';
import type { Line } from './platform/line.ts';
import type { Fingerprint } from './platform/secret.ts';

/** How long the slow test cards take, in milliseconds. */
export interface Delays {
  readonly slow: number;
  readonly verySlow: number;
  /** From the request of a `late-charge` card until it is charged. */
  readonly late: number;
}

/** What the routes of the bank work with. */
export interface Bank {
  readonly database: Database;
  readonly fingerprint: Fingerprint;
  readonly line: Line;
  readonly delays: Delays;
  readonly now: () => Date;
}
