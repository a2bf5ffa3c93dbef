import { type Command, databaseCommand } from '../platform/operations/command-line.ts';
import type { Config } from '../platform/operations/config.ts';
import { checkInvariants, type Finding, invariantNames, nightlyReach, type OutsideBooks } from './check-invariants.ts';
import { saveFindings } from './findings.store.ts';

const lineOf = ({ invariant, count, detail, samples }: Finding): string =>
  `✗ ${invariant}: ${count}\n    ${detail}.\n    ${samples.join(', ')}${count > samples.length ? ', …' : ''}`;

/** Declares the command that checks everything, then prints and stores the findings. */
export const checkCommand = (openBooks: (config: Config) => OutsideBooks): Command =>
  databaseCommand({
    usage: 'check',
    changes: null,
    summary: 'checks all invariants (stock, charges, coupons, money); exits 1 if any is violated',
    canJson: true,
    takes: {},
    run: async ({ db, now, readConfig, answer }) => {
      const findings = await checkInvariants(db, openBooks(readConfig()), now, nightlyReach(now));
      await saveFindings(db.write, invariantNames, findings, { reach: 'everything', now });
      const hold = `${invariantNames.length - findings.length} of ${invariantNames.length} invariants hold.`;
      answer({ invariants: invariantNames, findings }, [...findings.map(lineOf), hold]);
      return findings.length === 0;
    },
  });
