import type { LockRefusal } from '../carts/carts.store.ts';
import type { Tx } from '../platform/db/database.ts';
import { column, neverNull, type RowOf, statement } from '../platform/db/statement.ts';

/** An advisor's row. `endedAt` is null while the advisor works for the shop. */
type StoredAdvisor = RowOf<typeof select>;

const columns = 'hash, store_code as store, first_name as "firstName", ended_at as "endedAt"';

const select = statement(
  'advisors.find-by-hash',
  `select ${columns} from advisors where hash = $1 and store_code = $2`,
);

/** Finds an advisor by hash and store. Undefined if the hash or the store is unknown. Callers do not learn which. */
export async function findAdvisor(tx: Tx, hash: string, store: string): Promise<StoredAdvisor | undefined> {
  const [row] = await select(tx, [hash, store]);
  return row;
}

export type AttachRefusal = LockRefusal | 'ADVISOR_NOT_FOUND' | 'ADVISOR_ENDED';

const callAttach = statement('advisors.attach', 'select refusal, first_name from attach_advisor($1, $2, $3)', {
  refusal: column<AttachRefusal>(),
});

/** Assigns the cart to the advisor (ADV-04). Returns the advisor's name, or the reason why nothing was written. */
export async function attachAdvisor(
  tx: Tx,
  cartId: string,
  { hash, store }: { hash: string; store: string },
): Promise<{ firstName: string } | { refusal: AttachRefusal }> {
  const [row] = await callAttach(tx, [cartId, hash, store]);
  if (row?.refusal) return { refusal: row.refusal };
  if (!row?.firstName) throw new Error('attach_advisor answered neither an advisor nor a refusal');
  return { firstName: row.firstName };
}

const selectHash = statement('advisors.hash', 'select hash from advisors where id = $1::integer');

/** Finds an advisor's hash by the advisor's number. */
export const findHash = async (tx: Tx, id: string): Promise<string | undefined> =>
  (await selectHash(tx, [Number(id)]))[0]?.hash;

const selectId = statement('advisors.id', 'select id::text from advisors where hash = $1', { id: neverNull() });

/** Finds an advisor's number by the hash. */
export const findId = async (tx: Tx, hash: string): Promise<string | undefined> => (await selectId(tx, [hash]))[0]?.id;

const selectAll = statement(
  'advisors.list',
  `select ${columns} from advisors order by store_code, first_name collate spanish, hash`,
);

export const listAdvisors = (tx: Tx): Promise<StoredAdvisor[]> => selectAll(tx, []);

const update = statement(
  'advisors.end',
  'update advisors set ended_at = $2 where hash = $1 and ended_at is null returning first_name',
);

/** Ends an advisor. Returns the name, or undefined if no current advisor has this hash. Carts still name the advisor. */
export async function endAdvisor(tx: Tx, hash: string, now: Date): Promise<string | undefined> {
  const [row] = await update(tx, [hash, now]);
  return row?.firstName;
}

const selectEntryPage = statement(
  'advisors.entry-page',
  `select a.hash, a.store_code as "store", a.first_name as "firstName", s.name as "storeName"
   from advisors a join stores s using (store_code) where a.id = $1::integer and a.ended_at is null`,
);

/** Reads the data for the printed page of a current advisor. */
export const findEntryPage = async (tx: Tx, id: string): Promise<RowOf<typeof selectEntryPage> | undefined> =>
  (await selectEntryPage(tx, [Number(id)]))[0];
