import { defaultFlags, isFlagName, readFlags } from '@ceiba/domain/flags/flags';
import type { DatabaseCall } from '../slice.ts';
import { listFlags, saveFlag } from './flags.store.ts';

export const flagUsage = `ceiba flag show                                   every feature flag, and what it is set to (DEC-158)
ceiba flag <name> <on | off>                      switches one; pages and calls of every node follow at once
`;

const states: Readonly<Record<string, boolean>> = { on: true, off: false };

const show = async ({ db, say }: DatabaseCall): Promise<void> => {
  const rows = await listFlags(db.write, []);
  const flags = readFlags(Object.fromEntries(rows.map(({ name, enabled }) => [name, enabled])));
  for (const name of Object.keys(defaultFlags)) {
    if (isFlagName(name)) say(`${name.padEnd(28)}${flags[name] ? 'on' : 'off'}`);
  }
};

/** `npm run ceiba -- flag …`; false when it was refused, and nothing written then. */
export async function runFlagCommand(command: DatabaseCall): Promise<boolean> {
  const { db, args, now, say } = command;
  const [name, state, ...more] = args;
  if (name === 'show' && state === undefined) {
    await show(command);
    return true;
  }
  const isOn = more.length === 0 ? states[state ?? ''] : undefined;
  if (name === undefined || isOn === undefined) {
    say(flagUsage);
    return false;
  }
  if (!isFlagName(name)) {
    say(`Nothing was changed: there is no flag ${name}. "flag show" lists them all.`);
    return false;
  }
  await saveFlag(db.write, { name, isOn }, now);
  say(`${name} is ${state} now; every process follows at once.`);
  return true;
}
