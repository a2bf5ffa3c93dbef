import { changeToConfirm } from '@ceiba/domain/catalog/price-change';
import { type Centavos, zero } from '@ceiba/domain/money/money';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { type CheckedDiscount, doubtTexts } from '@ceiba/domain/prices/price-doubts';
import type { Tx } from '../platform/db/database.ts';
import { getPolicy } from '../policies/policies.store.ts';
import { listRunning, selectBreakEven, selectChecks, selectSaleChecks } from './prices.store.ts';

interface Facts extends Pick<CheckedDiscount, 'since' | 'offeredDays' | 'reference' | 'formerEnd' | 'doubts'> {
  raisedAt: Date | null;
  raisedFrom: Centavos | null;
  raisedTo: Centavos | null;
}

/** The prices of a product that a person wants to save. */
export interface WantedPrices {
  sku: string;
  regularPrice: Centavos | null;
  salesPrice: Centavos | null;
  discountEndsAt: Date | null;
}

const toDiscount = (
  { raisedAt, raisedFrom, raisedTo, ...facts }: Facts,
  prices: Pick<CheckedDiscount, 'regularPrice' | 'price' | 'endsAt'>,
): CheckedDiscount => ({
  ...facts,
  ...prices,
  raised: raisedAt === null ? null : { at: raisedAt, from: raisedFrom ?? zero, to: raisedTo ?? zero },
});

const isReduced = ({ regularPrice, salesPrice }: WantedPrices): boolean =>
  regularPrice !== null && salesPrice !== null && salesPrice < regularPrice;

/** Returns the doubts about each of these discounts, as sentences by sku (PRICE-05). Prices without a discount have no doubts. */
export async function checkDiscounts(
  tx: Tx,
  wanted: readonly WantedPrices[],
  now: Date,
  policy: ShopPolicy,
): Promise<Map<string, string[]>> {
  const reduced = wanted.filter(isReduced);
  if (reduced.length === 0) return new Map();
  const rows = await selectChecks(tx, [
    reduced.map(({ sku }) => sku),
    reduced.map(({ regularPrice }) => regularPrice),
    reduced.map(({ salesPrice }) => salesPrice),
    reduced.map(({ discountEndsAt }) => discountEndsAt),
    now,
  ]);
  return new Map(rows.map((row) => [row.sku, doubtTexts(toDiscount(row, row), policy)]));
}

const isSameEnd = (one: Date | null, other: Date | null): boolean => one?.getTime() === other?.getTime();

/**
 * Returns the refusals of discounts without proof, by sku (PRICE-05). Empty unless the policy refuses such discounts. Only changed prices
 * are checked. `before` and `wanted` are the same products in the same order.
 */
async function unprovenDiscounts(
  tx: Tx,
  before: readonly WantedPrices[],
  wanted: readonly WantedPrices[],
  now: Date,
): Promise<Map<string, string>> {
  const changed = wanted.filter((after, index) => {
    const was = before[index];
    const isSame =
      was?.regularPrice === after.regularPrice &&
      was.salesPrice === after.salesPrice &&
      isSameEnd(was.discountEndsAt, after.discountEndsAt);
    return !isSame && isReduced(after);
  });
  if (changed.length === 0) return new Map();
  const policy = await getPolicy(tx);
  if (policy.listPriceProof !== 'refuse') return new Map();
  const found = await checkDiscounts(tx, changed, now, policy);
  return new Map([...found].flatMap(([sku, texts]) => (texts.length === 0 ? [] : [[sku, texts.join(' ')]])));
}

/**
 * Returns why changed prices need a reason, as a sentence by sku: a change above 40 %, a price below the cost (PROD-10), or a discount
 * without proof (PRICE-05), checked at `now`. `before` and `wanted` are the same products in the same order. Prices are compared with
 * costs only for a person who `seesCosts` (record 0173).
 */
export async function pricesToConfirm(
  tx: Tx,
  before: readonly WantedPrices[],
  wanted: readonly WantedPrices[],
  { now, seesCosts }: { now: Date; seesCosts: boolean },
): Promise<Map<string, string>> {
  const changed = wanted.flatMap((after, index) => {
    const was = before[index];
    const isSame = was?.regularPrice === after.regularPrice && was.salesPrice === after.salesPrice;
    return was === undefined || isSame ? [] : [{ was, after }];
  });
  const unproven = await unprovenDiscounts(tx, before, wanted, now);
  if (changed.length === 0) return unproven;
  const costs = seesCosts ? await selectBreakEven(tx, [changed.map(({ after }) => after.sku)]) : [];
  const breakEven = new Map(costs.map(({ sku, price }) => [sku, price]));
  const large = changed.flatMap(({ was, after }) => {
    const text = changeToConfirm(was, after, breakEven.get(after.sku) ?? null);
    return text === undefined ? [] : [[after.sku, text] as const];
  });
  return new Map([...unproven, ...large]);
}

/** Returns the doubts about flash sales of one period, as sentences by sku (PRICE-05). A sale is judged as of its begin; one that runs, as of now. */
export async function checkFlashSales(
  tx: Tx,
  { lines, startsAt, endsAt }: { lines: readonly { sku: string; price: Centavos }[]; startsAt: Date; endsAt: Date },
  policy: ShopPolicy,
): Promise<Map<string, string[]>> {
  const rows = await selectSaleChecks(tx, [
    lines.map(({ sku }) => sku),
    lines.map(({ price }) => price),
    endsAt,
    startsAt,
  ]);
  return new Map(rows.map((row) => [row.sku, doubtTexts(toDiscount(row, { ...row, endsAt }), policy)]));
}

/** Lists every discount that runs, with its doubts (PRICE-06). */
export const checkRunning = async (tx: Tx, now: Date) => {
  const policy = await getPolicy(tx);
  return (await listRunning(tx, [now])).map((row) => ({ ...row, warnings: doubtTexts(toDiscount(row, row), policy) }));
};
