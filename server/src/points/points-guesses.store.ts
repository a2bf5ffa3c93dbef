import { createHmac } from 'node:crypto';
import type { LoyaltyDocument } from '@ceiba/domain/loyalty/document';
import { binOf } from '@ceiba/domain/payments/card-number';
import { accountGuesses, clientGuessesWindowMs } from '@ceiba/domain/points/points';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { deleteOlder, statement, type Tx } from '../platform/db/database.ts';
import { getShopSecret } from '../platform/db/shop-secrets.store.ts';
import { clientsOfNetwork, networkOf } from '../platform/http/caller.ts';
import type { Refusal } from '../platform/http/route.ts';
import { withFactor } from '../platform/limits/rate-limit.ts';
import type { PointsIdentity } from './points-programs.ts';

/** What failed requests are counted for, and how many of them are answered within so many milliseconds. */
interface GuessLimit {
  subject: string;
  most: number;
  windowMs: number;
}

// One after the other, in the order they are given.
const lock = statement<object, [subjects: string[]]>(
  'points.lock-guesses',
  `select pg_advisory_xact_lock(hashtextextended('points-guesses:' || subject, 0))
   from (select subject from unnest($1::text[]) with ordinality as asked (subject, turn) order by turn) as in_turn`,
);

/** Until the transaction ends nobody else's request with one of these subjects is judged. Locks are taken in their order. */
const lockGuesses = async (tx: Tx, subjects: string[]): Promise<void> => {
  await lock(tx, [subjects]);
};

const selectSpent = statement<{ turn: number }, [subjects: string[], mosts: number[], windowsMs: number[], now: Date]>(
  'points.spent-guesses',
  `select turn::integer from unnest($1::text[], $2::bigint[], $3::bigint[]) with ordinality as asked (subject, most, window_ms, turn)
   where (select count(*) from points_guesses g
     where g.subject = asked.subject and g.failed_at > $4::timestamptz - window_ms * interval '1 millisecond') >= most
   order by turn limit 1`,
);

/** The first of these limits that requests in which no account was found have spent by now; undefined: none. */
async function findSpentLimit(tx: Tx, limits: readonly GuessLimit[], now: Date): Promise<GuessLimit | undefined> {
  const [spent] = await selectSpent(tx, [
    limits.map(({ subject }) => subject),
    limits.map(({ most }) => most),
    limits.map(({ windowMs }) => windowMs),
    now,
  ]);
  return spent && limits[spent.turn - 1];
}

const insert = statement<object, [subjects: string[], now: Date]>(
  'points.insert-guesses',
  'insert into points_guesses (subject, failed_at) select unnest($1::text[]), $2',
);

const insertGuesses = async (tx: Tx, subjects: string[], now: Date): Promise<void> => {
  await insert(tx, [subjects, now]);
};

/** At most `most` a call; answers how many. */
export const deleteOldGuesses = deleteOlder('points.delete-old-guesses', 'points_guesses', 'failed_at');

/** Whose budget of guesses it is. */
export interface GuessingClient {
  /** Who counts as one client (`clientOf`). */
  client: string;
  policy: Pick<ShopPolicy, 'declinesPerAddress' | 'declinesPerBin'>;
  /** RATE_LIMIT_FACTOR. */
  factor: number;
}

/** Who asks a program about whom. */
export interface Guesser extends GuessingClient {
  identity: PointsIdentity;
}

export const guessLimitsOf = (tx: Tx, { identity, ...guesser }: Guesser): Promise<GuessLimit[]> =>
  identity.kind === 'person'
    ? guessLimitsAt(tx, { account: `dpi ${identity.dpi}`, bin: null }, guesser)
    : guessLimitsAt(tx, { account: `card ${identity.number}`, bin: binOf(identity.number) }, guesser);

/**
 * Of guesses at whether somebody is a member, by a document alone. Counted apart from guesses at their points: who tries
 * to register as them locks nobody out of paying with them.
 */
export const membershipLimitsOf = (
  tx: Tx,
  { documentType, documentId }: LoyaltyDocument,
  guesser: GuessingClient,
): Promise<GuessLimit[]> => guessLimitsAt(tx, { account: `member ${documentType} ${documentId}`, bin: null }, guesser);

/**
 * The account first: locks are taken in this order. Clients are counted as at the payment (DEC-196), by the card's bin too and
 * with their network, so that points are no other door to try cards at. What the shopper typed is kept as HMAC only (DEC-10).
 */
async function guessLimitsAt(
  tx: Tx,
  { account, bin }: { account: string; bin: string | null },
  { client, policy, factor }: GuessingClient,
): Promise<GuessLimit[]> {
  const secret = await getShopSecret(tx, 'points-guesses');
  const hashOf = (text: string): string => createHmac('sha256', secret).update(text).digest('base64');
  const limitsOf = (caller: string, clients: number): GuessLimit[] =>
    [
      { name: `client ${caller}`, most: policy.declinesPerAddress },
      ...(bin === null ? [] : [{ name: `client ${caller} bin ${bin}`, most: policy.declinesPerBin }]),
    ].map(({ name, most }) => ({
      subject: hashOf(name),
      most: withFactor(most, factor) * clients,
      windowMs: clientGuessesWindowMs,
    }));
  const network = networkOf(client);
  return [
    { subject: hashOf(account), most: accountGuesses.failures, windowMs: accountGuesses.windowMs },
    ...limitsOf(client, 1),
    ...(network === client ? [] : limitsOf(network, clientsOfNetwork)),
  ];
}

/** Refuses when an account was guessed at five times, from wherever, or a client or its network as often as cards may be declined (DEC-196). */
export async function checkGuesses(
  tx: Tx,
  limits: readonly GuessLimit[],
  now: Date,
): Promise<Result<null, Refusal<'RATE_LIMITED'>>> {
  const spent = await findSpentLimit(tx, limits, now);
  return spent === undefined
    ? ok(null)
    : refuse({ code: 'RATE_LIMITED', metadata: { retryAfter: spent.windowMs / 1_000 } });
}

type JudgedGuess = Result<null, Refusal<'RATE_LIMITED' | 'POINTS_ACCOUNT_NOT_FOUND'>>;

/** Whether whoever guessed may be told what the program has answered; beyond the limits nobody is. */
export const mayBeTold = (judged: JudgedGuess): boolean => judged.ok || judged.error.code !== 'RATE_LIMITED';

/**
 * Judges what a program has answered: many requests at once one after the other, so that beyond the last failure none
 * learns whether its data were right.
 */
export async function judgeGuess(
  tx: Tx,
  limits: readonly GuessLimit[],
  { isFound, now }: { isFound: boolean; now: Date },
): Promise<JudgedGuess> {
  const subjects = limits.map(({ subject }) => subject);
  await lockGuesses(tx, subjects);
  const checked = await checkGuesses(tx, limits, now);
  if (!checked.ok || isFound) return checked;
  await insertGuesses(tx, subjects, now);
  return refuse({ code: 'POINTS_ACCOUNT_NOT_FOUND' });
}
