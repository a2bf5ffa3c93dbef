import { createHash, type Hash } from 'node:crypto';
import type { Tx } from '../platform/db/database.ts';
import { neverNull, type RowOf, statement } from '../platform/db/statement.ts';

/** A seal of the chain: its ID, which its rows name, and the hash of all rows up to it. */
export type Seal = RowOf<typeof selectLastSeal>;

/** The hash before the first seal. */
const chainBegin = Buffer.alloc(32);

// Only one process seals at a time. The lock is released with the transaction.
const lockSeals = statement('audit.lock-seals', `select pg_advisory_xact_lock(hashtext('audit_seals'))`);

const selectLastSeal = statement(
  'audit.last-seal',
  'select id, entries, hash from audit_seals order by id desc limit 1',
);

const selectSeals = statement(
  'audit.seals',
  'select id, entries, hash from audit_seals where id >= $1 and id <= $2 order by id limit 1000',
);

const markRows = statement('audit.mark-rows', 'update audit_entries set seal = $1 where seal is null');

type SealedRow = RowOf<typeof selectRows>;

// A canonical text of each row. Rows are sorted by their seals.
const selectRows = statement(
  'audit.sealed-rows',
  `select seal, id, jsonb_build_array(id, extract(epoch from at), extract(epoch from written_at), actor_kind, actor_id, actor_name, request_id, operation, entity, entity_id,
     before, after, reason)::text as text
   from audit_entries where (seal, id) > ($1, $2) and seal <= $3 order by seal, id limit 1000`,
  { seal: neverNull() },
);

/** Reads the rows of a range of seals in the chain's order, in thousands. */
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

const insertSeal = statement('audit.seal', 'insert into audit_seals (id, entries, hash, at) values ($1, $2, $3, $4)');

const joinRow = (hash: Hash, { text }: SealedRow): Hash => hash.update(text).update('\n');

/**
 * Adds the rows without a seal to the chain. Undefined if every row has a seal. Rows that are not committed yet get a
 * later seal.
 */
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

const selectFirst = statement(
  'audit.first-seal',
  `select s.id, coalesce((select after ->> 'through' from audit_entries
     where entity = 'audit' and operation = 'audit prune' order by id desc limit 1) = s.id::text, false) as pruned
   from audit_seals s order by s.id limit 1`,
);

/**
 * Returns the IDs of seals whose rows do not match, because a row was changed, deleted or added. `most`: checks only
 * the last seals, and trusts the hash of the seal before them. If null, checks the whole chain, from its start or from
 * its last pruned seal.
 */
export async function findBrokenSeals(tx: Tx, most: number | null): Promise<string[]> {
  const [[first], [last]] = [await selectFirst(tx, []), await selectLastSeal(tx, [])];
  if (first === undefined || last === undefined) return [];
  // The rows of the last pruned seal are deleted. The seal stays for its hash.
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
