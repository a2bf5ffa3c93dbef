import type { Database } from '../platform/db/database.ts';
import { type Command, databaseCommand } from '../platform/operations/command-line.ts';
import type { Config } from '../platform/operations/config.ts';
import { askOutside } from './ask-outside.ts';
import type { Diagnosis, Verdict } from './diagnosis.ts';
import { judgeDatabase } from './judge-database.ts';
import { judgeSettings } from './judge-settings.ts';

const signs: Readonly<Record<Verdict, string>> = { sound: '✓', look: '⚠', broken: '✗' };

const lineOf = ({ verdict, about, text }: Diagnosis): string => `${signs[verdict]} ${about.padEnd(22)} ${text}`;

const countOf = (found: readonly Diagnosis[], verdict: Verdict): number =>
  found.filter((each) => each.verdict === verdict).length;

/** Checks everything that a shop needs to open: its settings, its database and its services. Changes nothing. */
export async function diagnose(db: Database, config: Config): Promise<Diagnosis[]> {
  const now = () => new Date();
  const [database, outside] = await Promise.all([judgeDatabase(db, config, now), askOutside(config, now())]);
  return [...judgeSettings(config), ...database, ...outside];
}

/** The command that checks what a shop needs to open. */
export const doctorCommand: Command = databaseCommand({
  usage: 'doctor',
  changes: null,
  summary: 'checks whether the shop can open with this configuration; changes nothing; exits 1 if it cannot',
  canJson: true,
  takes: {},
  run: async ({ db, readConfig, answer }) => {
    const found = await diagnose(db, readConfig());
    const faults = countOf(found, 'broken');
    const wishes = countOf(found, 'look');
    const sum = faults === 0 ? `The shop can open; ${wishes} to look at.` : `${faults} to mend before the shop opens.`;
    answer({ canOpen: faults === 0, found: found.map(({ desk: _, ...words }) => words) }, [
      ...found.map(lineOf),
      `\n${sum}`,
    ]);
    return faults === 0;
  },
});
