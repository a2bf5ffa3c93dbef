import { createHash } from 'node:crypto';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Database } from '../../platform/db/database.ts';
import { networkOf } from '../../platform/http/caller.ts';
import type { Refusal } from '../../platform/http/route.ts';
import { addCalls, giveCallBack } from '../../platform/limits/call-budgets.store.ts';
import { withFactor } from '../../platform/limits/rate-limit.ts';
import { findOrderByPair, type OrderRow } from './order-history.store.ts';

/**
 * Wrong numbers an e-mail is asked for with, before it is asked for no more: from one network, and from all of them. Not in
 * DEC-167. With the first alone whoever has many addresses finds an order by trying; with one small number for all of
 * them a stranger with a few addresses shuts the look-up for the e-mail's owner. So a network's first ones count against a
 * number for all of them that takes hundreds of networks to reach, and is still small beside the numbers of orders.
 */
const wrongPairs = {
  fromOne: { budget: 'order-lookup-pair', max: 10, first: 2 },
  fromAll: { budget: 'order-lookup-email', max: 100, maxOfFirst: 1_000 },
  windowMs: 3_600_000,
} as const;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * An order by its number and e-mail. Numbers follow each other, so whoever knows an e-mail would find its order by trying them:
 * wrong ones are counted by the e-mail, whether it has orders or not. Each look-up is counted before it is
 * answered, so that many at once are no more than one after the other; a right one is given back, and so is one that is
 * refused for what others have tried. What one network asks beyond its share is not counted for all. Undefined: there is none.
 *
 * @param by.client who counts as one client (`clientOf`)
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
  const giveBack = async () => {
    for (const { budget, caller } of [one, all]) await giveCallBack(db.write, budget, caller);
  };
  const ofOne = await addCalls(db.write, { ...one, ...window });
  if (ofOne.calls > withFactor(fromOne.max, factor)) return limited(ofOne.endsAt, now);
  const ofAll = await addCalls(db.write, { ...all, ...window });
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
