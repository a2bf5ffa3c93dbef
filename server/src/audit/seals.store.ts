import { createHash } from 'node:crypto';
import { statement, type Tx } from '../platform/db/database.ts';

/** The end of the chain: its last row of the audit, and the hash of everything up to it. */
export interface Seal {
  id: number;
  /** Id of the last row that it holds. */
  lastEntry: number;
  entries: number;
  hash: Buffer;
}

/** Before the first seal. */
const chainBegin = Buffer.alloc(32);

// Only one process seals at a time; let go with the transaction.
const lockSeals = statement('audit.lock-seals', `select pg_advisory_xact_lock(hashtext('audit_seals'))`);

const selectBound = statement<{ bound: number; at: Date }>(
  'audit.seal-bound',
  `select coalesce(pg_sequence_last_value(pg_get_serial_sequence('audit_entries', 'id')::regclass), 0) as bound, clock_timestamp() as at`,
);

/** The highest id that was given to a row by now, which may not be committed, and when that was. */
export const findSealBound = async (tx: Tx): Promise<{ bound: number; at: Date }> =>
  (await selectBound(tx, []))[0] ?? { bound: 0, at: new Date(0) };

const selectWriting = statement<{ writing: boolean }, [since: Date]>(
  'audit.writing',
  `select exists (
     select from pg_locks l join pg_stat_activity a using (pid)
     where l.relation = 'audit_entries'::regclass and l.mode = 'RowExclusiveLock' and a.pid <> pg_backend_pid()
       and l.database = (select oid from pg_database where datname = current_database()) and a.xact_start <= $1) as writing`,
);

/** Whether a transaction that began by then may still commit a row. */
export const isAuditWritten = async (tx: Tx, since: Date): Promise<boolean> =>
  (await selectWriting(tx, [since]))[0]?.writing === true;

const selectSeals = statement<{ id: number; last_entry: number; entries: number; hash: Buffer }, [after: number]>(
  'audit.seals',
  'select id, last_entry, entries, hash from audit_seals where id > $1 order by id limit 1000',
);

const listSeals = async (tx: Tx, after: number): Promise<Seal[]> =>
  (await selectSeals(tx, [after])).map(({ last_entry: lastEntry, ...seal }) => ({ ...seal, lastEntry }));

const selectLastSeal = statement<{ id: number; last_entry: number; entries: number; hash: Buffer }>(
  'audit.last-seal',
  'select id, last_entry, entries, hash from audit_seals order by id desc limit 1',
);

// What a row says, in one way of writing it.
const selectRows = statement<{ id: number; text: string }, [after: number, through: number]>(
  'audit.sealed-rows',
  `select id, jsonb_build_array(id, extract(epoch from at), actor_kind, actor_id, actor_name, request_id, operation, entity, entity_id,
     before, after, reason)::text as text
   from audit_entries where id > $1 and id <= $2 order by id limit 1000`,
);

/** The chain's hash behind the rows after one id, through another; and how many there are. */
async function hashRows(
  tx: Tx,
  before: Buffer,
  { after, through }: { after: number; through: number },
): Promise<{ entries: number; last: number; hash: Buffer }> {
  const hash = createHash('sha256').update(before);
  let [entries, last] = [0, after];
  for (;;) {
    const rows = await selectRows(tx, [last, through]);
    for (const { text } of rows) hash.update(text).update('\n');
    entries += rows.length;
    last = rows.at(-1)?.id ?? last;
    if (rows.length < 1_000) return { entries, last, hash: hash.digest() };
  }
}

const insertSeal = statement<object, [last: number, entries: number, hash: Buffer, at: Date]>(
  'audit.seal',
  'insert into audit_seals (last_entry, entries, hash, at) values ($1, $2, $3, $4)',
);

/** Joins the rows since the last seal, through that id, to the chain; undefined: there are none. */
export async function sealRows(tx: Tx, bound: number, now: Date): Promise<Omit<Seal, 'id'> | undefined> {
  await lockSeals(tx, []);
  const [last] = await selectLastSeal(tx, []);
  const after = last?.last_entry ?? 0;
  const joined = await hashRows(tx, last?.hash ?? chainBegin, { after, through: bound });
  if (joined.entries === 0) return undefined;
  const seal = { lastEntry: joined.last, entries: joined.entries, hash: joined.hash };
  await insertSeal(tx, [seal.lastEntry, seal.entries, seal.hash, now]);
  return seal;
}

const selectPruned = statement<{ through: string | null }>(
  'audit.pruned-through',
  `select after ->> 'through' as through from audit_entries where entity = 'audit' and operation = 'audit prune' order by id desc limit 1`,
);

/**
 * Seals whose rows are not what was sealed, by their ids: a row was changed, taken away or put in. `since`: the last so many seals only; null:
 * the whole chain, from its begin or from where it was pruned.
 */
export async function findBrokenSeals(tx: Tx, most: number | null): Promise<string[]> {
  const [newest] = await selectLastSeal(tx, []);
  if (newest === undefined) return [];
  const from = most === null ? 0 : Math.max(0, newest.id - most - 1);
  const broken: string[] = [];
  let before: Pick<Seal, 'id' | 'lastEntry' | 'hash'> | undefined;
  for (let seals = await listSeals(tx, from); seals.length > 0; seals = await listSeals(tx, before?.id ?? from)) {
    for (const seal of seals) {
      const isFirst = before === undefined;
      // What comes before the first that is looked at was judged by an earlier look, or was pruned.
      const isGiven = isFirst && (from > 0 || (await isPrunedThrough(tx, seal.lastEntry)));
      if (!isGiven) {
        const { lastEntry: after, hash } = before ?? { lastEntry: 0, hash: chainBegin };
        const found = await hashRows(tx, hash, { after, through: seal.lastEntry });
        if (found.entries !== seal.entries || !found.hash.equals(seal.hash)) broken.push(String(seal.id));
      }
      before = seal;
    }
  }
  return broken;
}

const isPrunedThrough = async (tx: Tx, entry: number): Promise<boolean> =>
  (await selectPruned(tx, []))[0]?.through === String(entry);
