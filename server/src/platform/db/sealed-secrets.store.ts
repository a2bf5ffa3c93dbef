import type { KeyRing } from '../operations/key-ring.ts';
import type { Tx } from './database.ts';
import { type RowOf, statement } from './statement.ts';

/**
 * Secrets that the shop must be able to read, such as secrets of webhooks (OPS-12). They are encrypted in the database, each under its place:
 * `webhook:{id}`.
 */
export interface SealedSecrets {
  /**
   * Encrypts and stores a secret, and replaces an earlier secret at this place.
   * @throws if SECRETS_KEY is not set
   */
  seal(tx: Tx, place: string, secret: string): Promise<void>;
  /**
   * Returns the secret at this place; undefined if there is none.
   * @throws if SECRETS_KEY lacks the key that encrypted the secret
   */
  open(tx: Tx, place: string): Promise<string | undefined>;
  remove(tx: Tx, place: string): Promise<void>;
  /**
   * Encrypts again, with the first key, every secret that an older key encrypted. A secret that changes during the rotation is skipped: the change itself uses
   * the first key.
   */
  rotate(tx: Tx): Promise<{ rotated: number; all: number }>;
  /** Counts the secrets that no key opens, and the secrets that an older key encrypted. */
  judge(tx: Tx): Promise<{ unknown: number; older: number }>;
}

type Row = RowOf<typeof select>;

const upsert = statement(
  'platform.seal-secret',
  'insert into sealed_secrets values ($1, $2) on conflict (place) do update set sealed = excluded.sealed',
);

const select = statement('platform.sealed-secret', 'select place, sealed from sealed_secrets where place = $1');

const selectAll = statement('platform.sealed-secrets', 'select place, sealed from sealed_secrets order by place');

const replace = statement(
  'platform.seal-anew',
  'update sealed_secrets set sealed = $3 where place = $1 and sealed = $2 returning 1',
);

const deleteSecret = statement('platform.remove-secret', 'delete from sealed_secrets where place = $1');

const opens = (ring: KeyRing, { place, sealed }: Row): boolean => {
  try {
    ring.openSecret(sealed, place);
    return true;
  } catch {
    // The only expected error: SECRETS_KEY lacks the key of this secret.
    return false;
  }
};

export const createSealedSecrets = (ring: KeyRing): SealedSecrets => ({
  seal: async (tx, place, secret) => {
    await upsert(tx, [place, ring.sealSecret(secret, place)]);
  },
  open: async (tx, place) => {
    const [row] = await select(tx, [place]);
    return row && ring.openSecret(row.sealed, place);
  },
  remove: async (tx, place) => {
    await deleteSecret(tx, [place]);
  },
  rotate: async (tx) => {
    const rows = await selectAll(tx, []);
    let rotated = 0;
    for (const { place, sealed } of rows) {
      if (ring.isCurrent(sealed)) continue;
      const anew = ring.sealSecret(ring.openSecret(sealed, place), place);
      rotated += (await replace(tx, [place, sealed, anew])).length;
    }
    return { rotated, all: rows.length };
  },
  judge: async (tx) => {
    const rows = await selectAll(tx, []);
    return {
      unknown: rows.filter((row) => !opens(ring, row)).length,
      older: rows.filter(({ sealed }) => !ring.isCurrent(sealed)).length,
    };
  },
});
