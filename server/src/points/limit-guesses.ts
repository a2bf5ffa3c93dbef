import { createHmac } from 'node:crypto';
import { accountGuesses, clientGuessesWindowMs } from '@ceiba/domain/points/points';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Tx } from '../platform/database.ts';
import { withFactor } from '../platform/rate-limit.ts';
import type { Refusal } from '../platform/route.ts';
import { countGuesses, getGuessesSecret, insertGuesses, lockGuesses } from './points-guesses.store.ts';
import type { PointsIdentity } from './points-programs.ts';

/** What failed requests are counted for, and how many of them are answered within so many milliseconds. */
interface GuessLimit {
  subject: string;
  most: number;
  windowMs: number;
}

/** Who asks a program about whom. */
export interface Guesser {
  identity: PointsIdentity;
  /** Who counts as one client (`clientOf`). */
  client: string;
  policy: Pick<ShopPolicy, 'declinesPerAddress'>;
  /** RATE_LIMIT_FACTOR. */
  factor: number;
}

/** The account first: locks are taken in this order. What the shopper typed is kept as HMAC only (DEC-10). */
export async function guessLimitsOf(tx: Tx, { identity, client, policy, factor }: Guesser): Promise<GuessLimit[]> {
  const secret = await getGuessesSecret(tx);
  const hashOf = (text: string): string => createHmac('sha256', secret).update(text).digest('base64');
  const account = identity.kind === 'person' ? `dpi ${identity.dpi}` : `card ${identity.number}`;
  return [
    { subject: hashOf(account), most: accountGuesses.failures, windowMs: accountGuesses.windowMs },
    {
      subject: hashOf(`client ${client}`),
      most: withFactor(policy.declinesPerAddress, factor),
      windowMs: clientGuessesWindowMs,
    },
  ];
}

/** Refuses when an account was guessed at five times, from wherever, or a client has guessed as often as cards may be declined (DEC-196). */
export async function checkGuesses(
  tx: Tx,
  limits: readonly GuessLimit[],
  now: Date,
): Promise<Result<null, Refusal<'RATE_LIMITED'>>> {
  for (const { subject, most, windowMs } of limits) {
    if ((await countGuesses(tx, subject, new Date(now.getTime() - windowMs))) < most) continue;
    return refuse({ code: 'RATE_LIMITED', metadata: { retryAfter: windowMs / 1_000 } });
  }
  return ok(null);
}

/**
 * Judges what a program has answered: many requests at once one after the other, so that beyond the last failure none
 * learns whether its data were right.
 */
export async function judgeGuess(
  tx: Tx,
  limits: readonly GuessLimit[],
  { isFound, now }: { isFound: boolean; now: Date },
): Promise<Result<null, Refusal<'RATE_LIMITED' | 'POINTS_ACCOUNT_NOT_FOUND'>>> {
  for (const { subject } of limits) await lockGuesses(tx, subject);
  const checked = await checkGuesses(tx, limits, now);
  if (!checked.ok || isFound) return checked;
  await insertGuesses(
    tx,
    limits.map(({ subject }) => subject),
    now,
  );
  return refuse({ code: 'POINTS_ACCOUNT_NOT_FOUND' });
}
