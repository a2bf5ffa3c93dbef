import type { Tx } from '../platform/database.ts';
import { beatWorker, removeWorker } from './worker-beat.store.ts';

export interface BeatOptions {
  tx: Tx;
  /** The queue's name of this process's worker; another one when the queue was opened anew. */
  worker: () => string;
  /** Ids of the jobs it is working on. */
  inHand: () => readonly string[];
  /** Milliseconds between two beats. */
  everyMs?: number;
  /** Milliseconds of silence after which a worker counts as dead. */
  deadAfterMs?: number;
  onJobsTaken: (jobs: number) => void;
  onFailure: (error: Error) => void;
}

export interface Beating {
  /** Called when no job is in hand any more. */
  close(): Promise<void>;
}

/**
 * Beats of its own without a break before a worker judges others: when the database was away, all of them were silent,
 * and each must have had the time to say that it lives.
 */
const beatsToJudge = 3;

/**
 * Says at regular times that this worker lives, and gives back the jobs of those that do not. A job is never taken from
 * a worker that beats, however long it takes; after a death it waits for `deadAfterMs` and at most two beats (DEC-12).
 */
export const startBeating = (options: BeatOptions): Beating => {
  const { tx, worker, inHand, everyMs = 5_000, deadAfterMs = 30_000, onJobsTaken, onFailure } = options;
  let inARow = 0;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const beat = async (): Promise<void> => {
    try {
      const jobs = await beatWorker(tx, { worker: worker(), inHand: inHand() }, deadAfterMs, inARow >= beatsToJudge);
      inARow += 1;
      if (jobs > 0) onJobsTaken(jobs);
    } catch (error) {
      inARow = 0;
      if (error instanceof Error) onFailure(error);
    }
  };
  const beatOn = async (): Promise<void> => {
    await beat();
    if (!isClosed) timer = setTimeout(next, everyMs);
  };
  let beating = Promise.resolve();
  const next = (): void => {
    beating = beatOn();
  };

  next();
  return {
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await beating;
      // The row left behind is found dead by others, who find no job of it.
      await removeWorker(tx, worker()).catch(onFailure);
    },
  };
};
