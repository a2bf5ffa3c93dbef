import { deleteOlder, type Tx } from '../platform/db/database.ts';
import { statement } from '../platform/db/statement.ts';

const insertProof = statement(
  'captcha.use-proof',
  'insert into captcha_proofs (proof, expires_at) values ($1, $2) on conflict do nothing returning proof',
);

/** Records a proof as used (DEC-171). Returns false if an earlier or concurrent call has used it. */
export const consumeProof = async (tx: Tx, proof: string, expiresAt: Date): Promise<boolean> =>
  (await insertProof(tx, [proof, expiresAt])).length === 1;

/** Deletes proofs that expired before that time, up to `most` per call. Returns their number. */
export const deleteExpiredProofs = deleteOlder('captcha.delete-expired', 'captcha_proofs', 'expires_at');
