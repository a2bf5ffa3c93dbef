import { hash, verify } from '@node-rs/argon2';
import { createFairGate, perClient } from '../platform/limits/concurrency-limit.ts';

/** Argon2id, as OWASP asks of it: 19 MiB, two passes, some 30 ms of one core. */
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashing runs on the threads Node shares with files and compression, four of them: half stay free, so that a crowd that
 * signs in holds up no page. Of one client one at a time.
 */
const hashingGate = { atOnce: 2, atOnceEach: 1, waiting: 500, waitMs: 10_000 };

/** A hash of a password nobody has: what an unknown e-mail is compared with, so that it takes as long as a known one. */
const nobodysHash = '$argon2id$v=19$m=19456,t=2,p=1$YeVplJNUz4ilb7y0+ljlMg$LnGqTNjdXrTsX0fMRgyOWjFJCkbvg9NhgGlRWFFvcFs';

export interface Passwords {
  /** The hash to keep. `client` waits its turn. @throws Overloaded */
  hash(password: string, client: string): Promise<string>;
  /** Whether it is the one; takes as long where there is no hash to compare with, and answers false. @throws Overloaded */
  isRight(password: string, hash: string | null, client: string): Promise<boolean>;
}

/** Unicode writes one and the same letter in more than one way, and keyboards differ in theirs. */
const written = (password: string): string => password.normalize('NFKC');

/** `factor`: RATE_LIMIT_FACTOR. `compare`: how a hash is compared; tests watch it. */
export const createPasswords = (factor: number, compare: typeof verify = verify): Passwords => {
  const gate = createFairGate(perClient(hashingGate, factor));
  return {
    hash: (password, client) => gate.run(client, () => hash(written(password), strength)),
    isRight: (password, known, client) =>
      gate.run(client, async () => {
        const isSame = await compare(known ?? nobodysHash, written(password));
        return isSame && known !== null;
      }),
  };
};
