import type { Database } from '../platform/db/database.ts';
import type { Config } from '../platform/operations/config.ts';
import { askOutside } from './ask-outside.ts';
import type { Diagnosis, Verdict } from './diagnosis.ts';
import { judgeDatabase } from './judge-database.ts';
import { judgeSettings } from './judge-settings.ts';

export const doctorUsage =
  'ceiba doctor    looks whether this configuration can open; changes nothing; exits 1 when it cannot\n';

export interface DoctorCommand {
  db: Database;
  config: Config;
  now: () => Date;
  say: (text: string) => void;
}

const signs: Readonly<Record<Verdict, string>> = { sound: '✓', look: '⚠', broken: '✗' };

const lineOf = ({ verdict, about, text }: Diagnosis): string => `${signs[verdict]} ${about.padEnd(22)} ${text}`;

const countOf = (found: readonly Diagnosis[], verdict: Verdict): number =>
  found.filter((each) => each.verdict === verdict).length;

/** `npm run ceiba -- doctor`: what a shop needs to open, looked at one by one. False when it must not open like this. */
export async function runDoctorCommand({ db, config, now, say }: DoctorCommand): Promise<boolean> {
  const [database, outside] = await Promise.all([judgeDatabase(db, config, now), askOutside(config, now())]);
  const found = [...judgeSettings(config), ...database, ...outside];
  for (const diagnosis of found) say(lineOf(diagnosis));
  const faults = countOf(found, 'broken');
  const wishes = countOf(found, 'look');
  say(faults === 0 ? `\nThe shop can open; ${wishes} to look at.` : `\n${faults} to mend before the shop opens.`);
  return faults === 0;
}
