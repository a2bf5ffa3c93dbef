import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Database } from '../platform/db/database.ts';
import type { ObjectStore } from '../platform/operations/object-store.ts';
import { closeAccountOf } from './closed-accounts.store.ts';
import {
  type ErasedPerson,
  type Erasure,
  erasePersonOf,
  findClosedAccounts,
  findErasedEmails,
} from './erasures.store.ts';

/**
 * Erases a person on request (OPS-15), by their e-mail in lower case. The requester has already proven their identity.
 * A job removes the return photos once no row names them. Refused while an order of the person is in placement.
 */
export const erasePerson = (
  db: Database,
  email: string,
  now: Date,
): Promise<Result<ErasedPerson, { code: 'ORDER_IN_PROGRESS' }>> =>
  db.transaction(async (tx) => {
    const erased = await erasePersonOf(tx, email, now);
    return 'refusal' in erased ? refuse({ code: erased.refusal }) : ok(erased);
  });

/** The list of erased people is stored beside the backups, not in them, because a restored backup still has these people. */
const place = (hash: string): string => `erasures/${hash}`;

/** The latest erasure counts: a person may buy again, and be erased again. */
export const saveErasure = async (store: ObjectStore, { hash, erasedAt }: Erasure): Promise<void> => {
  const known = await store.get(place(hash));
  if (known === undefined || known.toString() < erasedAt.toISOString())
    await store.put(place(hash), Buffer.from(erasedAt.toISOString()));
};

export const readErasures = async (store: ObjectStore): Promise<Erasure[]> => {
  const erasures: Erasure[] = [];
  for (const name of await store.list('erasures/')) {
    const moment = await store.get(name);
    if (moment !== undefined)
      erasures.push({ hash: name.slice('erasures/'.length), erasedAt: new Date(moment.toString()) });
  }
  return erasures;
};

/**
 * Erases people again whom a restored backup has brought back: they were erased or closed their account after the
 * backup. Returns how many people were erased. Also returns the e-mails of people who cannot be erased, because their
 * order was in placement at the time of the backup.
 */
export async function eraseAgain(
  db: Database,
  erasures: readonly Erasure[],
): Promise<{ erased: number; waiting: string[] }> {
  const hashes = erasures.map(({ hash }) => hash);
  const moment = new Date(Math.max(0, ...erasures.map(({ erasedAt }) => erasedAt.getTime())));
  const waiting: string[] = [];
  const emails = await findErasedEmails(db.write, hashes);
  for (const email of emails) if (!(await erasePerson(db, email, moment)).ok) waiting.push(email);
  const accounts = (await findClosedAccounts(db.write, hashes)).filter(({ email }) => !waiting.includes(email));
  for (const { id, email } of accounts)
    if ('refusal' in (await db.transaction((tx) => closeAccountOf(tx, id, moment)))) waiting.push(email);
  return { erased: emails.length + accounts.length - waiting.length, waiting };
}
