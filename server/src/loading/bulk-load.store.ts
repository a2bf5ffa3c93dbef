import type { Tx } from '../platform/db/database.ts';

interface Definition {
  table: string;
  name: string;
  definition: string;
}

/** Reads only indexes that no constraint needs. The indexes of unique constraints stay and are checked row by row. */
const readIndexes = (tx: Tx, tables: readonly string[]): Promise<Definition[]> =>
  tx.run<Definition>({
    text: `select i.indrelid::regclass::text as table, i.indexrelid::regclass::text as name,
        pg_get_indexdef(i.indexrelid) as definition
      from pg_index i
      where i.indrelid = any ($1::text[]::regclass[])
        and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
      order by 1, 2`,
    values: [tables],
  });

const readForeignKeys = (tx: Tx, tables: readonly string[]): Promise<Definition[]> =>
  tx.run<Definition>({
    text: `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and conrelid = any ($1::text[]::regclass[]) order by 1, 2`,
    values: [tables],
  });

const runEach = async (tx: Tx, texts: readonly string[]): Promise<void> => {
  for (const text of texts) await tx.run({ text, values: [] });
};

/** Memory for creating an index in this transaction. A few indexes are created in parallel. */
const indexMemory = '512MB';

/**
 * Runs `load` without the indexes and foreign keys of `tables`, and rebuilds them afterwards. This is cheaper than a million single
 * updates. Foreign keys are checked over all rows. Until the transaction ends, no other transaction reads or writes these tables. A failure
 * leaves them unchanged. `tables` come from the loader's code.
 *
 * @throws the error of `load`; also throws if the loaded rows violate a foreign key or a unique index
 */
export const withIndexesAside = async (tx: Tx, tables: readonly string[], load: () => Promise<void>): Promise<void> => {
  const keys = await readForeignKeys(tx, tables);
  const indexes = await readIndexes(tx, tables);
  await runEach(tx, [`set local maintenance_work_mem = '${indexMemory}'`]);
  await runEach(
    tx,
    keys.map(({ table, name }) => `alter table ${table} drop constraint ${name}`),
  );
  await runEach(
    tx,
    indexes.map(({ name }) => `drop index ${name}`),
  );
  await load();
  await runEach(
    tx,
    indexes.map(({ definition }) => definition),
  );
  // Validating the keys reads the new rows. Without statistics about these rows, the planner would assume that the tables are small.
  await runEach(
    tx,
    tables.map((table) => `analyze ${table}`),
  );
  await runEach(
    tx,
    keys.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`),
  );
};

/**
 * Runs `load` while the triggers of `tables` are disabled. The loaded rows must already contain the data that the triggers would add. Other
 * transactions wait until this transaction ends.
 */
export const withoutTriggers = async (tx: Tx, tables: readonly string[], load: () => Promise<void>): Promise<void> => {
  const say = (what: 'disable' | 'enable'): Promise<void> =>
    runEach(
      tx,
      tables.map((table) => `alter table ${table} ${what} trigger user`),
    );
  await say('disable');
  await load();
  await say('enable');
};
