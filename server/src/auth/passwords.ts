import { hash, verify } from '@node-rs/argon2';
import { createFairGate, perClient } from '../platform/limits/concurrency-limit.ts';

/** Argon2id with OWASP's parameters: 19 MiB, two passes, some 30 ms of one core. */
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashing uses Node's four threads, which also read files and compress. Two threads stay free, so that many logins do
 * not delay pages. Each client hashes one password at a time.
 */
const hashingGate = { atOnce: 2, atOnceEach: 1, waiting: 500, waitMs: 10_000 };

/**
 * The hash of a random password. Passwords for unknown e-mails are compared with this hash, so that the answer takes
 * the usual time.
 */
const nobodysHash = '$argon2id$v=19$m=19456,t=2,p=1$YeVplJNUz4ilb7y0+ljlMg$LnGqTNjdXrTsX0fMRgyOWjFJCkbvg9NhgGlRWFFvcFs';

export interface Passwords {
  /** Returns the hash to store. `client` waits for its turn. @throws Overloaded */
  hash(password: string, client: string): Promise<string>;
  /** Returns whether the password is right. Without a hash, the check takes the same time and returns false. @throws Overloaded */
  isRight(password: string, hash: string | null, client: string): Promise<boolean>;
}

/** Unicode writes the same letter in several ways, and keyboards differ. */
const written = (password: string): string => password.normalize('NFKC');

/** `factor`: RATE_LIMIT_FACTOR. `compare`: compares a hash. Tests replace it. */
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
