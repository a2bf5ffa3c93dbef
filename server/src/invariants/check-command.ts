import type { Database } from '../platform/db/database.ts';
import { checkInvariants, everything, type Finding, invariantNames, type OutsideBooks } from './check-invariants.ts';
import { saveFindings } from './findings.store.ts';

const lineOf = ({ invariant, count, detail, samples }: Finding): string =>
  `✗ ${invariant}: ${count}\n    ${detail}.\n    ${samples.join(', ')}${count > samples.length ? ', …' : ''}`;

export const checkUsage =
  'ceiba check     looks for what must never be (stock, charges, coupons, money); exits 1 with findings\n';

export interface CheckCommand {
  db: Database;
  books: OutsideBooks;
  now: Date;
  say: (text: string) => void;
}

/** `npm run ceiba -- check`: looks at everything, prints and keeps what it found. True when all is sound. */
export async function runCheckCommand({ db, books, now, say }: CheckCommand): Promise<boolean> {
  const findings = await checkInvariants(db, books, now, everything(now));
  await saveFindings(db.write, invariantNames, findings, { reach: 'everything', now });
  for (const finding of findings) say(lineOf(finding));
  say(`${invariantNames.length - findings.length} of ${invariantNames.length} invariants hold.`);
  return findings.length === 0;
}
