import { createHmac } from 'node:crypto';
import type { LoyaltyDocument } from '@ceiba/domain/loyalty/document';
import { binOf } from '@ceiba/domain/payments/card-number';
import { accountGuesses, clientGuessesWindowMs } from '@ceiba/domain/points/points';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { deleteOlder, type Tx } from '../platform/db/database.ts';
import { getShopSecret } from '../platform/db/shop-secrets.store.ts';
import { statement } from '../platform/db/statement.ts';
import { clientsOfNetwork, networkOf } from '../platform/http/caller.ts';
import type { Refusal } from '../platform/http/route.ts';
import { withFactor } from '../platform/limits/rate-limit.ts';
import type { PointsIdentity } from './points-programs.ts';

/** A limit of failed requests: a counter, and the number allowed within a window of milliseconds. */
interface GuessLimit {
  subject: string;
  most: number;
  windowMs: number;
}

// Takes the locks one after the other, in the given order.
const lock = statement(
  'points.lock-guesses',
  `select pg_advisory_xact_lock(hashtextextended('points-guesses:' || subject, 0))
   from (select subject from unnest($1::text[]) with ordinality as asked (subject, turn) order by turn) as in_turn`,
);

/** Locks these subjects until the transaction ends, so that other requests with one of them wait. The locks are taken in the given order. */
const lockGuesses = async (tx: Tx, subjects: string[]): Promise<void> => {
  await lock(tx, [subjects]);
};

const selectSpent = statement(
  'points.spent-guesses',
  `select turn::integer from unnest($1::text[], $2::bigint[], $3::bigint[]) with ordinality as asked (subject, most, window_ms, turn)
   where (select count(*) from points_guesses g
     where g.subject = asked.subject and g.failed_at > $4::timestamptz - window_ms * interval '1 millisecond') >= most
   order by turn limit 1`,
);

/** Returns the first of these limits that requests without an account have used up. Undefined if there is none. */
async function findSpentLimit(tx: Tx, limits: readonly GuessLimit[], now: Date): Promise<GuessLimit | undefined> {
  const [spent] = await selectSpent(tx, [
    limits.map(({ subject }) => subject),
    limits.map(({ most }) => most),
    limits.map(({ windowMs }) => windowMs),
    now,
  ]);
  return spent && limits[spent.turn - 1];
}

const insert = statement(
  'points.insert-guesses',
  'insert into points_guesses (subject, failed_at) select unnest($1::text[]), $2',
);

const insertGuesses = async (tx: Tx, subjects: string[], now: Date): Promise<void> => {
  await insert(tx, [subjects, now]);
};

/** Deletes guesses, and returns how many. `most`: the maximum per call. */
export const deleteOldGuesses = deleteOlder('points.delete-old-guesses', 'points_guesses', 'failed_at');

/** The client whose budget of guesses counts. */
export interface GuessingClient {
  /** The key that counts as one client (`clientOf`). */
  client: string;
  policy: Pick<ShopPolicy, 'declinesPerAddress' | 'declinesPerBin'>;
  /** RATE_LIMIT_FACTOR. */
  factor: number;
}

/** The client, and the identity with which it asks a program. */
export interface Guesser extends GuessingClient {
  identity: PointsIdentity;
}

export const guessLimitsOf = (tx: Tx, { identity, ...guesser }: Guesser): Promise<GuessLimit[]> =>
  identity.kind === 'person'
    ? guessLimitsAt(tx, { account: `dpi ${identity.dpi}`, bin: null }, guesser)
    : guessLimitsAt(tx, { account: `card ${identity.number}`, bin: binOf(identity.number) }, guesser);

/**
 * Limits of guesses at membership by document alone. They are separate from guesses at points, so that attempts to register as a member do
 * not block that member from paying.
 */
export const membershipLimitsOf = (
  tx: Tx,
  { documentType, documentId }: LoyaltyDocument,
  guesser: GuessingClient,
): Promise<GuessLimit[]> => guessLimitsAt(tx, { account: `member ${documentType} ${documentId}`, bin: null }, guesser);

/**
 * Returns the limits of guesses in the order of their locks: the account, then the clients. Clients are counted as at the payment
 * (DEC-196), including their network and the card's bin. So points offer no second way to try out cards. The shopper's data are stored only
 * as HMAC (DEC-10).
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

/**
 * Refuses after five guesses at an account, by any clients. Also refuses if a client or its network has reached the limit for declined
 * cards (DEC-196).
 */
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

/** Returns whether the caller may see the program's answer. Beyond the limits nobody may see it. */
export const mayShowAnswer = (judged: JudgedGuess): boolean => judged.ok || judged.error.code !== 'RATE_LIMITED';

/**
 * Counts the program's answer as a guess, one concurrent request after the other. After the last allowed failure, no request reveals
 * whether its data were right.
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
