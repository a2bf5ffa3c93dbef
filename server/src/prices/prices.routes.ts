import * as calls from '@ceiba/contract/prices';
import { dayMs, guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { centavos, toQuetzales } from '@ceiba/domain/money/money';
import { highestOf, lowestOf, type PriceOn, pricePoints } from '@ceiba/domain/prices/price-history';
import { ok, refuse } from '@ceiba/domain/result';
import type { Database } from '../platform/db/database.ts';
import { type Route, route } from '../platform/http/route.ts';
import { type StoredStep, selectHistory } from './prices.store.ts';

const toStep = ({ from, price }: StoredStep) => ({ from: new Date(from), price });

const toPriceOn = (found: PriceOn | null) => found && { price: toQuetzales(found.price), on: found.on };

/** Returns the last day before a reduction. If the reduction starts at midnight, this is the previous day. */
const lastDayBefore = (startsAt: Date) => guatemalaDate(new Date(startsAt.getTime() - 1));

const toReference = (found: { price: number; startsAt: string; days: number; since: string | null } | null) => {
  if (found === null) return null;
  const startsAt = new Date(found.startsAt);
  const from = found.since === null ? new Date(startsAt.getTime() - found.days * dayMs) : new Date(found.since);
  return { price: found.price, from: guatemalaDate(from), to: lastDayBefore(startsAt) };
};

export const pricesRoutes = ({ db }: { db: Database }): Route[] => [
  route(
    calls.getProductPrices,
    async ({ params: { sku }, query: { days } }, { now }) => {
      const since = new Date(now.getTime() - days * dayMs);
      const [found] = await selectHistory(db.read, [sku, since, now]);
      if (found === undefined) return refuse({ code: 'PRODUCT_NOT_FOUND' });
      const knownFrom = found.knownFrom ?? now;
      const points = pricePoints(found.steps.map(toStep), { knownFrom, since, now });
      const reference = toReference(found.reference);
      return ok({
        status: 200,
        data: {
          knownFrom: knownFrom.toISOString(),
          points: points.map(({ from, price }) => ({
            from: from.toISOString(),
            price: price === null ? null : toQuetzales(price),
          })),
          lowest: toPriceOn(lowestOf(points)),
          highest: toPriceOn(highestOf(points)),
          reference: reference && { ...reference, price: toQuetzales(centavos(reference.price)) },
        },
      });
    },
    // Changed prices invalidate `listing`, flash sales `content`. When prices change by themselves, every cached answer expires.
    { caching: { lifeMs: 60_000, tags: () => ['listing'] } },
  ),
];
