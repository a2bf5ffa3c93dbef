import { defaultFlags, isFlagName, readFlags } from '@ceiba/domain/flags/flags';
import { type Command, databaseCommand } from '../platform/operations/command-line.ts';
import { typedChoice, typedWord } from '../platform/operations/typed-words.ts';
import { listFlags } from './flags.store.ts';
import { switchFlag } from './switch-flag.ts';

/** Commands that list and switch the flags (DEC-158). */
export const flagCommands: readonly Command[] = [
  databaseCommand({
    usage: 'flag show',
    changes: null,
    summary: 'lists every feature flag with its state (DEC-158)',
    canJson: true,
    takes: {},
    run: async ({ db, answer }) => {
      const rows = await listFlags(db.write, []);
      const flags = readFlags(Object.fromEntries(rows.map(({ name, enabled }) => [name, enabled])));
      const names = Object.keys(defaultFlags).filter(isFlagName);
      answer(
        flags,
        names.map((name) => `${name.padEnd(28)}${flags[name] ? 'on' : 'off'}`),
      );
      return true;
    },
  }),
  databaseCommand({
    usage: 'flag <name> <state>',
    changes: { entity: 'flags', calls: ['changeFlag'] },
    summary: 'switches a flag on or off; pages and calls of every node apply the change immediately',
    canDryRun: true,
    takes: { name: typedWord, state: typedChoice(['on', 'off']) },
    run: async ({ db, now, end, reportChange }, { name, state }) => {
      if (!isFlagName(name))
        return end(false, `Nothing was changed: there is no flag ${name}. "flag show" lists them all.`);
      const switched = await switchFlag(db.write, { name, isOn: state === 'on' }, now);
      if (switched.ok && switched.value.change !== null) reportChange(switched.value.change);
      return end(true, `${name} is ${state} now; every process applies it immediately.`);
    },
  }),
];
