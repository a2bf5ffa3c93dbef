import type { LockRefusal } from '../carts/carts.store.ts';
import { statement, type Tx } from '../platform/db/database.ts';

/** An advisor's row; `endedAt` null while they attend. */
export interface StoredAdvisor {
  hash: string;
  store: string;
  firstName: string;
  endedAt: Date | null;
}

const columns = 'hash, store_code as store, first_name as "firstName", ended_at as "endedAt"';

const select = statement<StoredAdvisor, [hash: string, store: string]>(
  'advisors.find',
  `select ${columns} from advisors where hash = $1 and store_code = $2`,
);

/** The advisor of this hash at this store; undefined when either is unknown, which nobody is told. */
export async function findAdvisor(tx: Tx, hash: string, store: string): Promise<StoredAdvisor | undefined> {
  const [row] = await select(tx, [hash, store]);
  return row;
}

export type AttachRefusal = LockRefusal | 'ADVISOR_NOT_FOUND' | 'ADVISOR_ENDED';

const callAttach = statement<
  { refusal: AttachRefusal | null; first_name: string | null },
  [cart: string, hash: string, store: string]
>('advisors.attach', 'select refusal, first_name from attach_advisor($1, $2, $3)');

/** Puts the cart into the advisor's hands (ADV-04); answers their name, or why nothing was written. */
export async function attachAdvisor(
  tx: Tx,
  cartId: string,
  { hash, store }: { hash: string; store: string },
): Promise<{ firstName: string } | { refusal: AttachRefusal }> {
  const [row] = await callAttach(tx, [cartId, hash, store]);
  if (row?.refusal) return { refusal: row.refusal };
  if (!row?.first_name) throw new Error('attach_advisor answered neither an advisor nor a refusal');
  return { firstName: row.first_name };
}

const insert = statement<{ hash: string }, [hash: string, store: string, firstName: string, now: Date]>(
  'advisors.add',
  `insert into advisors (hash, store_code, first_name, added_at)
   select $1, store_code, $3, $4 from stores where store_code = $2 returning hash`,
);

/** False when there is no such store. */
export const addAdvisor = async (
  tx: Tx,
  { hash, store, firstName }: Omit<StoredAdvisor, 'endedAt'>,
  now: Date,
): Promise<boolean> => (await insert(tx, [hash, store, firstName, now])).length > 0;

const selectAll = statement<StoredAdvisor>(
  'advisors.list',
  `select ${columns} from advisors order by store_code, first_name collate spanish, hash`,
);

export const listAdvisors = (tx: Tx): Promise<StoredAdvisor[]> => selectAll(tx, []);

const update = statement<{ first_name: string }, [hash: string, now: Date]>(
  'advisors.end',
  'update advisors set ended_at = $2 where hash = $1 and ended_at is null returning first_name',
);

/** The name of whom it was; undefined when nobody attends under this hash. Carts at hand keep what they hold. */
export async function endAdvisor(tx: Tx, hash: string, now: Date): Promise<string | undefined> {
  const [row] = await update(tx, [hash, now]);
  return row?.first_name;
}
