import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Sent } from './sql-recorder.ts';

/** What was sent for one journey, in order. */
export type SqlScript = readonly Sent[];

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;

/** v7, as the shop's own: their order is what keeps their indexes small. */
const uuidV7 = (): string => {
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
};

/** The same ids stay the same within one run of a script, and are new in each: every run is another cart and order. */
const freshIds = () => {
  const known = new Map<string, string>();
  return (text: string): string =>
    text.replace(uuids, (old) => {
      const fresh = known.get(old) ?? (old.charAt(14) === '7' ? uuidV7() : randomUUID());
      known.set(old, fresh);
      return fresh;
    });
};

/** Sends the statements of a journey as the shop did: same names, same texts, same transactions. */
export const runScript = async (pool: pg.Pool, script: SqlScript): Promise<void> => {
  const fresh = freshIds();
  const clients = new Map<number, pg.PoolClient>();
  for (const sent of script) {
    const { connection } = sent;
    if (sent.kind === 'begin') {
      const client = await pool.connect();
      clients.set(connection, client);
      await client.query('begin');
    } else if (sent.kind === 'query') {
      const { name, text } = sent;
      const values = sent.values.map((value) => value && fresh(value));
      await (clients.get(connection) ?? pool).query(name === '' ? { text, values } : { name, text, values });
    } else {
      const client = clients.get(connection);
      await client?.query(sent.kind);
      client?.release();
      clients.delete(connection);
    }
  }
};
