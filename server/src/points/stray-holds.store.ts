import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

const selectUnwanted = statement<{ key: string }, [keys: readonly string[]]>(
  'points.unwanted-holds',
  `select h.key from unnest($1::uuid[]) as h (key) left join points_certificates c on c.code = h.key
   where c.code is null or c.status in ('issued', 'given_back')`,
);

/** Of these holds the ones no certificate wants, now or later: it is unknown, was never applied, or was given back. */
export const findUnwantedHolds = async (tx: Tx, keys: readonly string[]): Promise<string[]> =>
  keys.length === 0 ? [] : (await selectUnwanted(tx, [keys])).map(({ key }) => key);
