import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';
import type { MatchPlaces } from './match-records.ts';
import { keyBytes, type RecordPool } from './record-pool.ts';

const selectRecords = statement<{ entries: string | null }, [productIds: readonly number[]]>(
  'search.records',
  `select encode(string_agg(substr(key, 5) || record, ''::bytea), 'base64') as entries
   from product_search where product_id = any ($1::bigint[])`,
);

/** Where the records of the keys are, `tiers[0]` the keys of tier 1; those not in the pool are asked for and put there. */
export const placeMatches = async (tx: Tx, pool: RecordPool, tiers: readonly Buffer[]): Promise<MatchPlaces> => {
  const count = tiers.reduce((sum, keys) => sum + keys.length / keyBytes, 0);
  const found = { tier: new Uint8Array(count), place: new Int32Array(count) };
  const unknown = new Map<number, number>();
  let index = 0;
  for (const [n, keys] of tiers.entries()) {
    for (let at = 0; at < keys.length; at += keyBytes, index += 1) {
      const place = pool.find(keys, at);
      if (place < 0) unknown.set(index, keys.readInt32BE(at));
      found.tier[index] = n + 1;
      found.place[index] = place;
    }
  }
  if (unknown.size > 0) {
    const [missing] = await selectRecords(tx, [[...unknown.values()]]);
    pool.add(Buffer.from(missing?.entries ?? '', 'base64'));
    for (const [at, productId] of unknown) found.place[at] = pool.placeOf(productId);
  }
  return found;
};
