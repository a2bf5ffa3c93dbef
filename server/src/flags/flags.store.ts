import type { FlagName, Flags } from '@ceiba/domain/flags/flags';
import type { Tx } from '../platform/db/database.ts';
import { statement } from '../platform/db/statement.ts';

export const listFlags = statement('flags.all', 'select name, enabled from flags order by name');

const upsert = statement(
  'flags.save',
  `insert into flags (name, enabled, updated_at) values ($1, $2, $3)
   on conflict (name) do update set enabled = excluded.enabled, updated_at = excluded.updated_at`,
);

const insertMissing = statement(
  'flags.load',
  `insert into flags (name, enabled) select key, value::boolean from jsonb_each_text($1::jsonb) on conflict do nothing`,
);

/** Sets flags that nobody has set yet. */
export const loadFlags = async (tx: Tx, flags: Partial<Flags>): Promise<void> => {
  await insertMissing(tx, [JSON.stringify(flags)]);
};

/** Stores a flag. After the commit, every node invalidates the pages that depend on it. */
export const saveFlag = async (tx: Tx, { name, isOn }: { name: FlagName; isOn: boolean }, now: Date): Promise<void> => {
  await upsert(tx, [name, isOn, now]);
};
