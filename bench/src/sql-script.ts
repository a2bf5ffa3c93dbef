import { randomUUID } from 'node:crypto';
import type { Sent } from './sql-wire.ts';

/** What was sent for one journey, in order. */
export type SqlScript = readonly Sent[];

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;

/** v7, as the shop's own: their order is what keeps their indexes small. */
const uuidV7 = (): string => {
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
};

/** The same ids stay the same within one run of a script, and are new in each: every run is another cart and order. */
export const freshIds = () => {
  const known = new Map<string, string>();
  return (text: string): string =>
    text.replace(uuids, (old) => {
      const fresh = known.get(old) ?? (old.charAt(14) === '7' ? uuidV7() : randomUUID());
      known.set(old, fresh);
      return fresh;
    });
};

interface Client {
  query(statement: string | { name?: string; text: string; values: (string | null)[] }): Promise<unknown>;
}

/** As much of a `pg.Pool` as a script needs. */
export interface Pool extends Client {
  connect(): Promise<Client & { release(error?: boolean): void }>;
}

/**
 * Sends the statements of a journey as the shop did: same names, same texts, same transactions. `rename` says what becomes
 * of its values: unless told otherwise, its ids are new ones.
 *
 * @throws when a transaction begins twice, ends without a beginning or not at all: less work than the shop's was done
 */
export const runScript = async (
  pool: Pool,
  script: SqlScript,
  rename: (value: string) => string = freshIds(),
): Promise<void> => {
  const open = new Map<number, Awaited<ReturnType<Pool['connect']>>>();
  try {
    for (const sent of script) {
      const { connection } = sent;
      const client = open.get(connection);
      if (sent.kind === 'query') {
        const { name, text } = sent;
        const values = sent.values.map((value) => value && rename(value));
        await (client ?? pool).query(name === '' ? { text, values } : { name, text, values });
      } else if (sent.kind === 'begin') {
        if (client !== undefined) throw new Error('a transaction begun twice');
        const taken = await pool.connect();
        open.set(connection, taken);
        await taken.query('begin');
      } else {
        if (client === undefined) throw new Error(`${sent.kind} without a transaction`);
        await client.query(sent.kind);
        open.delete(connection);
        client.release();
      }
    }
    if (open.size > 0) throw new Error('a transaction that never ends');
  } finally {
    for (const client of open.values()) client.release(true);
  }
};
