import { createHash } from 'node:crypto';
import { fileComplaint as endpoint } from '@ceiba/contract/complaints';
import type { Parsed } from '@ceiba/contract/endpoint';
import {
  complaintAnswerBy,
  complaintMessages,
  complaintNumberText,
  complaintsPerDay,
} from '@ceiba/domain/complaints/complaint';
import { dayMs } from '@ceiba/domain/dates/civil-date';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { type Captcha, requireCaptcha } from '../captcha/captcha.ts';
import { writeMail } from '../notifications/write-mail.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { type RefusalOf, type Route, route } from '../platform/http/route.ts';
import { addCalls, type CountedCall, uncountCall } from '../platform/limits/call-budgets.store.ts';
import { withFactor } from '../platform/limits/rate-limit.ts';
import type { Config } from '../platform/operations/config.ts';
import { complaintFiledMail } from './complaint-mails.ts';
import { type Complaint, findComplaintByKey, insertComplaint } from './complaints.store.ts';

interface ComplaintsRoutesDeps {
  db: Database;
  captcha: Pick<Captcha, 'redeem'>;
  config: Pick<Config, 'publicUrl' | 'rateLimitFactor'>;
}

export const complaintsRoutes = ({ db, captcha, config }: ComplaintsRoutesDeps): Route[] => [
  {
    ...route(endpoint, async ({ body }, { idempotencyKey: requestKey, client, policy, now }) => {
      const { publicUrl, rateLimitFactor } = config;
      const filed = await fileComplaint({ db, publicUrl, rateLimitFactor }, { body, requestKey, client, policy, now });
      if (!filed.ok) return filed;
      const { number, filedAt } = filed.value;
      const complaintNumber = complaintNumberText(number);
      return ok({ status: 201, data: { complaintNumber, answerBy: complaintAnswerBy(filedAt, policy) } });
    }),
    refuseFirst: requireCaptcha(captcha),
  },
];

interface FileComplaintDeps {
  db: Database;
  publicUrl: string;
  rateLimitFactor: number;
}

interface ComplaintToFile {
  body: Parsed<typeof endpoint>['body'];
  /** Header Idempotency-Key, so that a complaint sent twice is stored once. */
  requestKey: string | undefined;
  client: string;
  policy: ShopPolicy;
  now: Date;
}

type FilingRefusal = RefusalOf<typeof endpoint>;

/**
 * Writes a complaint and the mail with its number, in one transaction (DEC-217). Counts the client and the address first. Locks their
 * counts until the transaction ends, so that the second of two concurrent complaints finds the first.
 */
async function fileComplaint(
  { db, publicUrl, rateLimitFactor }: FileComplaintDeps,
  filing: ComplaintToFile,
): Promise<Result<Complaint, FilingRefusal>> {
  const { body, requestKey = null, policy, now } = filing;
  return db.transaction(async (tx) => {
    const counts = await takeBudgets(tx, filing);
    const known = requestKey === null ? undefined : await findComplaintByKey(tx, requestKey);
    if (known !== undefined) {
      await giveBudgetsBack(tx, counts);
      return isSame(known, body) ? ok(known) : refuse({ code: 'IDEMPOTENCY_KEY_REUSED' });
    }
    const most = withFactor(complaintsPerDay, rateLimitFactor);
    const ends = counts.flatMap(({ calls, endsAt }) => (calls > most ? [endsAt.getTime()] : []));
    if (ends.length > 0) {
      // A refused complaint does not count. Otherwise one client could use up any address's limit for the day.
      await giveBudgetsBack(tx, counts);
      return refuse(tooMany(new Date(Math.max(...ends)), now));
    }
    const filed = await insertComplaint(tx, body, requestKey, now);
    // The key belongs to another person's complaint, which was stored just now.
    if (filed === undefined) return refuse({ code: 'IDEMPOTENCY_KEY_REUSED' });
    const number = complaintNumberText(filed.number);
    await writeMail(tx, `complaint-filed:${number}`, complaintFiledMail(filed, { publicUrl, policy }), now);
    return ok(filed);
  });
}

/**
 * The client and the address to count, both as hashes. They have a fixed order, so that concurrent complaints never
 * deadlock.
 */
const callersOf = ({ client, body }: ComplaintToFile): readonly { budget: string; caller: string }[] => [
  { budget: 'complaints-of-client', caller: client },
  { budget: 'complaints-of-address', caller: createHash('sha256').update(body.email).digest('base64url') },
];

interface ComplaintCount extends CountedCall {
  /** Number of complaints in the window, including this one. */
  calls: number;
}

/** Counts the complaint for its client and its address. */
async function takeBudgets(tx: Tx, filing: ComplaintToFile): Promise<ComplaintCount[]> {
  const { now } = filing;
  const counts: ComplaintCount[] = [];
  for (const caller of callersOf(filing)) {
    const window = { endsAt: new Date(now.getTime() + dayMs), windowMs: dayMs };
    counts.push({ ...caller, ...(await addCalls(tx, { ...caller, calls: 1, now, ...window })) });
  }
  return counts;
}

async function giveBudgetsBack(tx: Tx, counts: readonly CountedCall[]): Promise<void> {
  for (const count of counts) await uncountCall(tx, count);
}

const tooMany = (endsAt: Date, now: Date): FilingRefusal => ({
  code: 'RATE_LIMITED',
  message: complaintMessages.tooMany,
  metadata: { retryAfter: Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / 1_000)) },
});

/** A key of another complaint is refused. Otherwise the new complaint would be lost silently. */
const isSame = (known: Complaint, body: ComplaintToFile['body']): boolean =>
  known.name === body.name &&
  known.email === body.email &&
  known.phone === body.phone &&
  known.orderNumber === body.orderNumber &&
  known.text === body.text;
