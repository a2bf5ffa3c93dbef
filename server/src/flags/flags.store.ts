import { defaultFlags, type FlagName, type Flags } from '@ceiba/domain/flags/flags';
import type { Tx } from '../platform/db/database.ts';
import { statement } from '../platform/db/statement.ts';

export const listFlags = statement('flags.all', 'select name, enabled, updated_at, version from flags order by name');

const insertUnset = statement(
  'flags.unset',
  'insert into flags (name, enabled, version) values ($1, $2, 0) on conflict do nothing',
);

const lock = statement('flags.lock', 'select enabled, updated_at, version from flags where name = $1 for update');

const update = statement(
  'flags.save',
  'update flags set enabled = $2, updated_at = $3 where name = $1 returning enabled, updated_at, version',
);

const insertMissing = statement(
  'flags.load',
  `insert into flags (name, enabled) select key, value::boolean from jsonb_each_text($1::jsonb) on conflict do nothing`,
);

/** Sets the flags that were not set yet. */
export const loadFlags = async (tx: Tx, flags: Partial<Flags>): Promise<void> => {
  await insertMissing(tx, [JSON.stringify(flags)]);
};

/** A flag as stored. Version 0 if the flag was never set. */
export interface StoredFlag {
  enabled: boolean;
  updatedAt: Date;
  version: number;
}

/**
 * Locks a flag. A flag that was never set gets a row with its standard value, so that two concurrent changes run one
 * after the other.
 */
export async function lockFlag(tx: Tx, name: FlagName): Promise<StoredFlag> {
  await insertUnset(tx, [name, defaultFlags[name]]);
  const [row] = await lock(tx, [name]);
  if (row === undefined) throw new Error(`flag ${name} has no row`);
  return row;
}

/** Writes a locked flag. After the commit, every node drops the pages that depend on the flag. */
export async function saveFlag(tx: Tx, name: FlagName, isOn: boolean, now: Date): Promise<StoredFlag> {
  const [row] = await update(tx, [name, isOn, now]);
  if (row === undefined) throw new Error(`flag ${name} has no row`);
  return row;
}
