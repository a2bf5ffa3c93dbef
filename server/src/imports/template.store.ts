import type { Tx } from '../platform/db/database.ts';
import type { Given, Kind, Reference } from './import-kind.ts';

/** Lists the names that a reference may use, or the first `most`. Long references are never listed. */
export const listNames = async (tx: Tx, values: string, most: number | null = null): Promise<string[]> => {
  const rows = await tx.run<{ value: string }>({ text: `${values} limit $1`, values: [most] });
  return rows.map(({ value }) => value);
};

/** Returns whether a name belongs to an object. */
export const namesSomething = async (tx: Tx, { exists }: Reference, name: string): Promise<boolean> => {
  const [found] = await tx.run<{ exists: boolean }>({
    text: `select exists ${exists('$1')} as exists`,
    values: [name],
  });
  return found?.exists === true;
};

/** Finds the row of the shop that a template shows, in the form of an export. Undefined if the shop has no row. */
export async function findExample(
  tx: Tx,
  { all, current, sample }: Kind,
  { category, now }: { category: string | null; now: Date },
): Promise<Given | undefined> {
  if (sample !== undefined) {
    const [found] = await tx.run<{ key: string[] }>({
      text: `select s.key from (${sample.key}) s where $1::text is null or true`,
      values: [category],
    });
    if (found === undefined) return undefined;
    // $1 of `current` is the row's run. This row has no run.
    const [row] = await tx.run<{ now: Given }>({
      text: `select c.now from (select $2::text[] as key, $3::jsonb as given where $1::uuid is null) r
        cross join lateral (${current}) c`,
      values: [null, found.key, JSON.stringify(sample.given?.(now) ?? {})],
    });
    return row?.now;
  }
  if (all === undefined) return undefined;
  const [row] = await tx.run<{ now: Given }>({ text: `select e.now from (${all}) e limit 1`, values: [] });
  return row?.now;
}
