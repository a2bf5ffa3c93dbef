import type { Database } from '../platform/database.ts';
import type { BankLedger } from './bank-ledger.ts';
import { checkInvariants, everything, type Finding, invariantNames } from './check-invariants.ts';
import { saveFindings } from './findings.store.ts';

const lineOf = ({ invariant, count, detail, samples }: Finding): string =>
  `✗ ${invariant}: ${count}\n    ${detail}.\n    ${samples.join(', ')}${count > samples.length ? ', …' : ''}`;

export interface CheckCommand {
  db: Database;
  bank: BankLedger;
  now: Date;
  say: (text: string) => void;
}

/** `npm run ceiba -- check`: looks at everything, prints and keeps what it found. True when all is sound. */
export async function runCheckCommand({ db, bank, now, say }: CheckCommand): Promise<boolean> {
  const findings = await checkInvariants(db, bank, now, everything(now));
  await saveFindings(db.write, invariantNames, findings, { reach: 'everything', now });
  for (const finding of findings) say(lineOf(finding));
  say(`${invariantNames.length - findings.length} of ${invariantNames.length} invariants hold.`);
  return findings.length === 0;
}
