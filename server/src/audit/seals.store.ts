import { createHash, type Hash } from 'node:crypto';
import { statement, type Tx } from '../platform/db/database.ts';

/** A link of the chain: the rows of the audit that name it, and the hash of everything up to them. */
export interface Seal {
  id: number;
  entries: number;
  hash: Buffer;
}

/** Before the first seal. */
const chainBegin = Buffer.alloc(32);

// Only one process seals at a time; let go with the transaction.
const lockSeals = statement('audit.lock-seals', `select pg_advisory_xact_lock(hashtext('audit_seals'))`);

const selectLastSeal = statement<Seal>(
  'audit.last-seal',
  'select id, entries, hash from audit_seals order by id desc limit 1',
);

const selectSeals = statement<Seal, [from: number, through: number]>(
  'audit.seals',
  'select id, entries, hash from audit_seals where id >= $1 and id <= $2 order by id limit 1000',
);

const markRows = statement<object, [seal: number]>(
  'audit.mark-rows',
  'update audit_entries set seal = $1 where seal is null',
);

interface SealedRow {
  seal: number;
  id: number;
  text: string;
}

// What a row says, in one way of writing it; rows of several seals, one seal after the other.
const selectRows = statement<SealedRow, [seal: number, id: number, through: number]>(
  'audit.sealed-rows',
  `select seal, id, jsonb_build_array(id, extract(epoch from at), extract(epoch from written_at), actor_kind, actor_id, actor_name, request_id, operation, entity, entity_id,
     before, after, reason)::text as text
   from audit_entries where (seal, id) > ($1, $2) and seal <= $3 order by seal, id limit 1000`,
);

/** Rows of the seals from one through another, in the chain's order, a thousand read at a time. */
async function* readRows(tx: Tx, from: number, through: number): AsyncGenerator<SealedRow> {
  let last: Pick<SealedRow, 'seal' | 'id'> = { seal: from, id: 0 };
  for (;;) {
    const rows = await selectRows(tx, [last.seal, last.id, through]);
    yield* rows;
    const end = rows.at(-1);
    if (end === undefined || rows.length < 1_000) return;
    last = end;
  }
}

const insertSeal = statement<object, [id: number, entries: number, hash: Buffer, at: Date]>(
  'audit.seal',
  'insert into audit_seals (id, entries, hash, at) values ($1, $2, $3, $4)',
);

const joinRow = (hash: Hash, { text }: SealedRow): Hash => hash.update(text).update('\n');

/** Joins the rows that have no seal to the chain; undefined: there are none. What is not committed yet is of a later one. */
export async function sealRows(tx: Tx, now: Date): Promise<Seal | undefined> {
  await lockSeals(tx, []);
  const [last] = await selectLastSeal(tx, []);
  const id = (last?.id ?? 0) + 1;
  await markRows(tx, [id]);
  const hash = createHash('sha256').update(last?.hash ?? chainBegin);
  let entries = 0;
  for await (const row of readRows(tx, id, id)) {
    joinRow(hash, row);
    entries += 1;
  }
  if (entries === 0) return undefined;
  const seal = { id, entries, hash: hash.digest() };
  await insertSeal(tx, [seal.id, seal.entries, seal.hash, now]);
  return seal;
}

const selectFirst = statement<{ id: number; pruned: boolean }>(
  'audit.first-seal',
  `select s.id, coalesce((select after ->> 'through' from audit_entries
     where entity = 'audit' and operation = 'audit prune' order by id desc limit 1) = s.id::text, false) as pruned
   from audit_seals s order by s.id limit 1`,
);

/**
 * Seals whose rows are not what was sealed, by their ids: a row was changed, taken away or put in. `most`: the last so many seals only, where the
 * hash of the one before them is taken as it stands; null: the whole chain, from its begin or from where it was pruned.
 */
export async function findBrokenSeals(tx: Tx, most: number | null): Promise<string[]> {
  const [[first], [last]] = [await selectFirst(tx, []), await selectLastSeal(tx, [])];
  if (first === undefined || last === undefined) return [];
  // The seal through which the chain was pruned has no rows any more: it stays for its hash.
  const begin = first.pruned ? first.id + 1 : 1;
  const from = most === null ? begin : Math.max(begin, last.id - most + 1);
  let [before] = await selectSeals(tx, [from - 1, from - 1]);
  const rows = readRows(tx, from, last.id);
  let row = await nextOf(rows);
  const broken: string[] = [];
  for (let seals = await selectSeals(tx, [from, last.id]); seals.length > 0; ) {
    for (const seal of seals) {
      const hash = createHash('sha256').update(before?.hash ?? chainBegin);
      let entries = 0;
      for (; row !== undefined && row.seal <= seal.id; row = await nextOf(rows)) {
        joinRow(hash, row);
        entries += 1;
      }
      const isNext = seal.id === (before?.id ?? 0) + 1;
      if (!isNext || entries !== seal.entries || !hash.digest().equals(seal.hash)) broken.push(String(seal.id));
      before = seal;
    }
    seals = await selectSeals(tx, [(before?.id ?? 0) + 1, last.id]);
  }
  return broken;
}

const nextOf = async (rows: AsyncGenerator<SealedRow>): Promise<SealedRow | undefined> => {
  const next = await rows.next();
  return next.done === true ? undefined : next.value;
};
