import { builtStatement, type Tx } from '../platform/db/database.ts';

/**
 * The reach of one run. `recent`: recent orders and recently moved products, at a cost that does not grow with the shop. `everything`:
 * every row of the tables, which takes half a minute per million orders.
 */
export interface Reach {
  name: 'recent' | 'everything';
  now: Date;
  /** Orders and charges from before this time are not checked. */
  since: Date;
  /** Number of the latest stock movements whose products are checked. */
  movements: number;
}

/** A condition that must always be true of the data. */
export interface Invariant {
  name: string;
  /** The rule in one sentence, for the reader of a finding. */
  rule: string;
  /** Returns the IDs of violations. Returns at most `maxFound`. */
  find(tx: Tx, reach: Reach): Promise<string[]>;
}

/** A run stops counting here, because above this number the exact number is not needed. */
export const maxFound = 1_000;

/**
 * Declares an invariant. `sql` selects a column `id` per violation. Use one statement per reach if a recent check needs another plan than a
 * full check, so that no frequent run reads a whole table.
 */
export const invariant = <Values extends readonly unknown[]>(
  name: string,
  rule: string,
  valuesOf: (reach: Reach) => Values,
  sql: string | Readonly<Record<Reach['name'], string>>,
): Invariant => {
  const selectOf = (suffix: string, text: string) =>
    builtStatement<{ id: string }, Values>(
      `invariants.${name}${suffix}`,
      `select id::text as id from (${text}) as broken limit ${maxFound}`,
    );
  const recent = selectOf('', typeof sql === 'string' ? sql : sql.recent);
  const everything = typeof sql === 'string' ? recent : selectOf('.everything', sql.everything);
  return {
    name,
    rule,
    find: async (tx, reach) => {
      const select = reach.name === 'everything' ? everything : recent;
      return (await select(tx, valuesOf(reach))).map(({ id }) => id);
    },
  };
};

/**
 * Returns the smallest UUID v7 of a time. Orders and payments have v7 IDs, so the primary key finds the latest orders
 * and payments.
 */
export const firstUuidOf = (moment: Date): string => {
  const hex = Math.max(0, moment.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
};

export const ordersSince = ({ since }: Reach): readonly [string] => [firstUuidOf(since)];

/**
 * The reconciler finishes an interrupted placement within a minute. After five minutes, nothing works on the placement.
 */
const stuckAfterMs = 5 * 60_000;

/** Returns the time before which an unfinished placement must have started to count as stuck. */
export const stuckBefore = ({ now }: Reach): Date => new Date(now.getTime() - stuckAfterMs);
