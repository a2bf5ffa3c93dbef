import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Database } from '../platform/db/database.ts';
import { type ErasedPerson, type Erasure, erasePersonOf, findErasedEmails } from './erasures.store.ts';

/**
 * Erases a person on request (OPS-15), by their e-mail in lower case; whoever asks has shown who they are. Files of returns go with the rows
 * that name them, by the job that removes what nobody claims. Refused while one of their orders is being placed.
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

/**
 * Erases those again whom a copy still has that was taken before they were erased; answers how many.
 * @throws where one cannot be erased yet, as an order of theirs was being placed when the copy was taken: `ceiba customer erase` once it is settled
 */
export async function eraseAgain(db: Database, erasures: readonly Erasure[]): Promise<number> {
  const emails = await findErasedEmails(
    db.write,
    erasures.map(({ hash }) => hash),
  );
  const moment = new Date(Math.max(0, ...erasures.map(({ erasedAt }) => erasedAt.getTime())));
  for (const email of emails) {
    const erased = await erasePerson(db, email, moment);
    // Named by nothing that says who it is.
    if (!erased.ok)
      throw new Error('Somebody who was erased has an order that is being placed: erase them once it is settled.');
  }
  return emails.length;
}
