import type { ObjectStore } from '../platform/operations/object-store.ts';
import type { Erasure } from './erasures.store.ts';

// Who was erased, beside the copies and not in them: a copy that is brought back has those persons still.

const place = (hash: string): string => `erasures/${hash}`;

/** The latest word counts: somebody may buy again, and be erased again. */
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
