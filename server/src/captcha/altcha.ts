import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { CaptchaChallenge } from '@ceiba/contract/captcha';
import { z } from 'zod';

/** Time for which a proof is valid (DEC-171). */
export const proofLifeMs = 600_000;

/**
 * Needs some 25,000 hashes on average: one to two seconds on a phone, 25 ms for a native program. It slows down people
 * who place orders through a browser. Budgets protect against programs (record 0010).
 */
export const hardestNumber = 50_000;

/** While many cards are declined in the whole shop, an order by card needs four times as many hashes (DEC-219). */
const hardestNumberOfHard = 4 * hardestNumber;

const maxOf = (isHard: boolean): number => (isHard ? hardestNumberOfHard : hardestNumber);

const algorithm = 'SHA-256';

const challengeOf = (salt: string, number: number): string =>
  createHash('sha256').update(`${salt}${number}`).digest('hex');

const signatureOf = (challenge: string, secret: string): string =>
  createHmac('sha256', secret).update(challenge).digest('hex');

export interface ChallengeParts {
  /** Hexadecimal. */
  salt: string;
  /** The number to find, from 1 to the hardest. */
  number: number;
}

const randomParts = (isHard: boolean): ChallengeParts => ({
  salt: randomBytes(12).toString('hex'),
  number: randomInt(1, maxOf(isHard) + 1),
});

/** Marks a hard challenge in its salt, which the signature covers. */
const hardMark = 'hard=1&';

/**
 * Creates a challenge that may be answered for `proofLifeMs` (DEC-171). The salt contains its expiry, which the signature covers through
 * the challenge. The salt ends with `&`, so that its digits cannot be read as digits of the number.
 */
export function createChallenge(
  secret: string,
  now: Date,
  isHard = false,
  { salt, number } = randomParts(isHard),
): CaptchaChallenge {
  const end = Math.floor((now.getTime() + proofLifeMs) / 1_000);
  const signedSalt = `${salt}?expires=${end}&${isHard ? hardMark : ''}`;
  const challenge = challengeOf(signedSalt, number);
  return {
    algorithm,
    challenge,
    salt: signedSalt,
    signature: signatureOf(challenge, secret),
    maxnumber: maxOf(isHard),
  };
}

const proofShape = z.object({
  algorithm: z.literal(algorithm),
  challenge: z.string(),
  number: z.int().min(0).max(hardestNumberOfHard),
  salt: z.string().regex(/^[0-9a-f]{24}\?expires=\d{1,12}&(?:hard=1&)?$/),
  signature: z.string(),
});

/** A correct proof that has not expired. It is stored under its challenge, so that it can be used only once. */
export interface Proof {
  challenge: string;
  expiresAt: Date;
  isHard: boolean;
}

const parsedProof = (token: string) => proofShape.safeParse(parseJson(Buffer.from(token, 'base64').toString('utf8')));

/** Returns whether the token has the form of a proof, right or wrong. No outside service makes such tokens. */
export const isProof = (token: string): boolean => parsedProof(token).success;

/** Reads the header's base64 of JSON. Undefined if the text is not a proof, or its challenge is foreign or expired. */
export function readProof(token: string, secret: string, now: Date): Proof | undefined {
  const parsed = parsedProof(token);
  if (!parsed.success) return undefined;
  const { challenge, number, salt, signature } = parsed.data;
  const isHard = salt.endsWith(hardMark);
  if (number > maxOf(isHard)) return undefined;
  if (challengeOf(salt, number) !== challenge || !isSame(signatureOf(challenge, secret), signature)) return undefined;
  const expiresAt = new Date(Number(/expires=(\d+)/.exec(salt)?.[1]) * 1_000);
  return expiresAt > now ? { challenge, expiresAt, isHard } : undefined;
}

/** Compares in constant time, so that the duration does not show where two texts differ. */
function isSame(expected: string, given: string): boolean {
  const [left, right] = [Buffer.from(expected), Buffer.from(given)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
