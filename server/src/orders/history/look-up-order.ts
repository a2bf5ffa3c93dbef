import { createHash } from 'node:crypto';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Database } from '../../platform/db/database.ts';
import { networkOf } from '../../platform/http/caller.ts';
import type { Refusal } from '../../platform/http/route.ts';
import { addCalls, uncountCall } from '../../platform/limits/call-budgets.store.ts';
import { withFactor } from '../../platform/limits/rate-limit.ts';
import { findOrderByPair, type OrderRow } from './order-history.store.ts';

/**
 * Limits of wrong numbers for one e-mail: from one network, and from all networks together. Not in DEC-167. With only the first limit, a
 * client with many addresses could find an order by guessing. With only a small limit for all, a stranger with a few addresses could lock
 * out the e-mail's owner. So the first wrong numbers of each network also count for a larger total. Only hundreds of networks can reach
 * this total, which is small compared with the range of order numbers.
 */
const wrongPairs = {
  fromOne: { budget: 'order-lookup-pair', max: 10, first: 2 },
  fromAll: { budget: 'order-lookup-email', max: 100, maxOfFirst: 1_000 },
  windowMs: 3_600_000,
} as const;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Finds an order by number and e-mail. Undefined: there is no such order. Numbers are consecutive, so a client who knows an e-mail could
 * guess the order's number. Wrong numbers are therefore counted by e-mail, whether the e-mail has orders or not. Each look-up is counted
 * before its answer, so that concurrent look-ups count, too. The count is undone if the number was right, or if the look-up was refused
 * because of other clients. Beyond a network's own limit, its look-ups do not count for the e-mail.
 * @param by.client the counted client (`clientOf`)
 * @param by.factor RATE_LIMIT_FACTOR
 */
export async function lookUpOrder(
  db: Database,
  pair: { orderNumber: string; email: string },
  { client, now, factor }: { client: string; now: Date; factor: number },
): Promise<Result<OrderRow | undefined, Refusal<'RATE_LIMITED'>>> {
  const { fromOne, fromAll, windowMs } = wrongPairs;
  const email = pair.email.toLowerCase();
  const one = { budget: fromOne.budget, caller: hashOf(`${networkOf(client)} ${email}`) };
  const all = { budget: fromAll.budget, caller: hashOf(email) };
  const window = { calls: 1, now, endsAt: new Date(now.getTime() + windowMs), windowMs };
  const ofOne = await addCalls(db.write, { ...one, ...window });
  if (ofOne.calls > withFactor(fromOne.max, factor)) return limited(ofOne.endsAt, now);
  const ofAll = await addCalls(db.write, { ...all, ...window });
  const giveBack = async () => {
    await uncountCall(db.write, { ...one, endsAt: ofOne.endsAt });
    await uncountCall(db.write, { ...all, endsAt: ofAll.endsAt });
  };
  const isFirst = ofOne.calls <= withFactor(fromOne.first, factor);
  if (ofAll.calls > withFactor(isFirst ? fromAll.maxOfFirst : fromAll.max, factor)) {
    await giveBack();
    return limited(ofAll.endsAt, now);
  }
  const found = await findOrderByPair(db.write, pair);
  if (found !== undefined) await giveBack();
  return ok(found);
}

const limited = (endsAt: Date, now: Date) =>
  refuse({
    code: 'RATE_LIMITED' as const,
    metadata: { retryAfter: Math.ceil((endsAt.getTime() - now.getTime()) / 1_000) },
  });
