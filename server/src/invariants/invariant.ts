import { statement, type Tx } from '../platform/db/database.ts';

/**
 * What one run looks at. `recent`: orders begun and products moved lately, at a cost that does not grow with the shop.
 * `everything`: every row of the tables concerned, half a minute per million orders.
 */
export interface Reach {
  name: 'recent' | 'everything';
  now: Date;
  /** Orders and charges begun before it are left out. */
  since: Date;
  /** Products of the last so many stock movements are looked at. */
  movements: number;
}

/** Something that must always be true of the data. */
export interface Invariant {
  name: string;
  /** In one sentence, for whoever reads a finding. */
  rule: string;
  /** What breaks it, by id, at most `mostFound`. */
  find(tx: Tx, reach: Reach): Promise<string[]>;
}

/** A run stops counting here: a fault of this size needs no exact number. */
export const mostFound = 1_000;

/**
 * `sql` selects a column `id` per row that breaks the rule. Where what is recent has to be found another way than everything, lest each
 * run read all of a table, there is one for each.
 */
export const invariant = <Values extends readonly unknown[]>(
  name: string,
  rule: string,
  valuesOf: (reach: Reach) => Values,
  sql: string | Readonly<Record<Reach['name'], string>>,
): Invariant => {
  const selectOf = (suffix: string, text: string) =>
    statement<{ id: string }, Values>(
      `invariants.${name}${suffix}`,
      `select id::text as id from (${text}) as broken limit ${mostFound}`,
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

/** The smallest UUID v7 of a moment: ids of orders and payments are v7, so that their primary key finds the latest. */
export const firstUuidOf = (moment: Date): string => {
  const hex = Math.max(0, moment.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
};

export const ordersSince = ({ since }: Reach): readonly [string] => [firstUuidOf(since)];

/** The reconciler finishes a placement within a minute of its death; well after that nobody is at it any more. */
const stuckAfterMs = 5 * 60_000;

/** What was begun before this moment and is not finished is stuck. */
export const stuckBefore = ({ now }: Reach): Date => new Date(now.getTime() - stuckAfterMs);
