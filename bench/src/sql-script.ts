import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BenchRoom, ShopDatabase } from './bench-room.ts';
import { type Connection, openConnection } from './http-connection.ts';
import { projectDir } from './processes.ts';

/** A statement that a shop sent, as recorded by `record-sql.ts`. */
export interface Sent {
  /** Identifies the connection. */
  connection: number;
  /** Empty for an unnamed statement. */
  name: string;
  text: string;
  values: (string | null)[];
  /** True if the statement was sent after a response. False if it shared a round trip with the previous statement. */
  isTrip: boolean;
}

/** The statements of one journey, in order. */
export type SqlScript = readonly Sent[];

type TransactionWord = 'begin' | 'commit' | 'rollback';

/** @throws for a transaction that starts or ends with other words, because a replay could not end it */
export const transactionWordOf = ({ text }: Sent): TransactionWord | undefined => {
  const word = text.trim().toLowerCase();
  if (word === 'begin' || word === 'commit' || word === 'rollback') return word;
  if (/^(?:begin|start|commit|end|rollback|abort|savepoint|release)\b/.test(word))
    throw new Error(`this transaction cannot be replayed: ${text}`);
  return undefined;
};

/**
 * Records the statements that a shop sends to its database for each journey, one after the other, so that no two are mixed.
 * `prepare` makes the preparations of a journey, which are not recorded, and returns the recorded part. The first journey is
 * dropped, because connections prepare their statements in it.
 */
export const recordJourneys = async (
  room: BenchRoom,
  database: ShopDatabase,
  count: number,
  prepare: (connection: Connection) => Promise<() => Promise<void>>,
): Promise<SqlScript[]> => {
  const file = join(room.dir, 'recorded.jsonl');
  const recorder = pathToFileURL(join(projectDir, 'bench', 'src', 'record-sql.ts')).href;
  const env = { LOG_LEVEL: 'warn', RECORD_SQL: file };
  const shop = await room.startShop({ database, nodeOptions: ['--import', recorder], env });
  const connection = await openConnection(shop.port);
  const journeys: SqlScript[] = [];
  for (let journey = 0; journey <= count; journey += 1) {
    const go = await prepare(connection);
    writeFileSync(file, '');
    await go();
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    journeys.push(lines.map((line): Sent => JSON.parse(line)));
  }
  connection.close();
  await shop.stop();
  return journeys.slice(1);
};

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;

/** Returns a version 7 UUID like the UUIDs of the shop. Their order keeps the indexes small. */
const uuidV7 = (): string => {
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
};

/** Ids stay the same in one run of a script, and are new in each run. Every run has another cart and order. */
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

/** The part of `pg.Pool` that a script needs. */
export interface Pool extends Client {
  connect(): Promise<Client & { release(error?: boolean): void }>;
}

/**
 * Sends the statements of a journey as the shop did: with the same names, texts and transactions. `rename` changes its values; by
 * default it replaces ids with new ids.
 *
 * @throws if a transaction begins twice, ends without a beginning, or never ends, because that would be less work than the shop's
 */
export const runScript = async (
  pool: Pool,
  script: SqlScript,
  rename: (value: string) => string = freshIds(),
): Promise<void> => {
  const open = new Map<number, Awaited<ReturnType<Pool['connect']>>>();
  try {
    for (const sent of script) {
      const { connection, name, text } = sent;
      const client = open.get(connection);
      const word = transactionWordOf(sent);
      if (word === undefined) {
        const values = sent.values.map((value) => value && rename(value));
        await (client ?? pool).query(name === '' ? { text, values } : { name, text, values });
      } else if (word === 'begin') {
        if (client !== undefined) throw new Error('a transaction begins twice');
        const newClient = await pool.connect();
        open.set(connection, newClient);
        await newClient.query('begin');
      } else {
        if (client === undefined) throw new Error(`${word} without a transaction`);
        await client.query(word);
        open.delete(connection);
        client.release();
      }
    }
    if (open.size > 0) throw new Error('a transaction never ends');
  } finally {
    for (const client of open.values()) client.release(true);
  }
};
