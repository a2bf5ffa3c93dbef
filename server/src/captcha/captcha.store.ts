import { statement, type Tx } from '../platform/db/database.ts';

const insertProof = statement<{ proof: string }, [proof: string, expiresAt: Date]>(
  'captcha.use-proof',
  'insert into captcha_proofs (proof, expires_at) values ($1, $2) on conflict do nothing returning proof',
);

/** False when it was used before, also by a call at this very moment (DEC-171: once). */
export const useProof = async (tx: Tx, proof: string, expiresAt: Date): Promise<boolean> =>
  (await insertProof(tx, [proof, expiresAt])).length === 1;

const deleteExpired = statement<object, [before: Date, most: number]>(
  'captcha.delete-expired',
  `delete from captcha_proofs where ctid = any (array(
     select ctid from captcha_proofs where expires_at < $1 limit $2))
   returning 1`,
);

/** Deletes proofs that have ended before that moment, at most `most` a call; answers how many. */
export const deleteExpiredProofs = async (tx: Tx, before: Date, most = 5_000): Promise<number> =>
  (await deleteExpired(tx, [before, most])).length;
