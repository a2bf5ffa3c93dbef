import { type Result, refuse } from '@ceiba/domain/result';
import type { Database, Transaction } from './database.ts';

/** Carries a refusal out of the transaction that it undoes. */
class Undo<E extends { code: string }> extends Error {
  readonly refusal: E;
  constructor(refusal: E) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/** Runs `work` in one transaction, which commits what succeeds: a refusal undoes everything that was written before it. */
export async function commitIfOk<T, E extends { code: string }>(
  db: Database,
  work: (tx: Transaction) => Promise<Result<T, E>>,
): Promise<Result<T, E>> {
  let undo: Undo<E> | undefined;
  try {
    return await db.transaction(async (tx) => {
      const result = await work(tx);
      if (result.ok) return result;
      undo = new Undo(result.error);
      throw undo;
    });
  } catch (error) {
    if (undo !== undefined && error === undo) return refuse(undo.refusal);
    throw error;
  }
}
