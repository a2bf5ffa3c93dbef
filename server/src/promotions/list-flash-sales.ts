import { type Centavos, fromQuetzales, toQuetzales } from '@ceiba/domain/money/money';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { NamedChange } from '../platform/audit/record-change.ts';
import { brokenRuleOf, type Tx } from '../platform/db/database.ts';
import type { Refusal } from '../platform/http/route.ts';
import { getPolicy } from '../policies/policies.store.ts';
import { checkFlashSales } from '../prices/check-prices.ts';
import { confirmText } from '../products/change-product.ts';
import { deleteSales, endSales, insertSales, lockPeriod, selectSaleProducts } from './flash-sales.store.ts';
import {
  doubtedText,
  notAfterText,
  notBelowText,
  overlapText,
  saleDoubts,
  saleDoubtText,
} from './flash-sales.table.ts';
import { noProduct } from './product-column.ts';

/** The name of flash sales in the audit. */
const entity = 'flash-sales';

interface SaleList {
  startsAt: string;
  endsAt: string;
  lines: readonly { sku: string; price: number }[];
}

interface Period {
  startsAt: Date;
  endsAt: Date;
}

/** A line of a list with its product. `id` is null if no product has the SKU. */
interface JudgedLine {
  sku: string;
  id: number | null;
  title: string | null;
  price: Centavos;
  salesPrice: Centavos | null;
  fault: string | null;
  isOverlap: boolean;
  doubts: string[];
  /** Why the price needs a reason: its change, and whether it is below the cost (PROD-10). */
  change: string | null;
  loss: string | null;
}

const fieldRefusal = (field: string, text: string) =>
  refuse<Refusal<'VALIDATION_ERROR'>>({
    code: 'VALIDATION_ERROR',
    message: text,
    metadata: { fields: { [field]: text } },
  });

/** The period of a list. Its end must be after its start and after now. */
function periodOf({ startsAt, endsAt }: SaleList, now: Date): Result<Period, Refusal<'VALIDATION_ERROR'>> {
  const period = { startsAt: new Date(startsAt), endsAt: new Date(endsAt) };
  if (period.endsAt <= period.startsAt) return fieldRefusal('endsAt', notAfterText);
  return period.endsAt > now ? ok(period) : fieldRefusal('endsAt', 'Ese momento ya pasó.');
}

/**
 * Checks each line of a list of flash sales by the rules of a single sale (PROD-11, PRICE-05). Uses three statements.
 */
export async function judgeSales(
  tx: Tx,
  list: SaleList,
  { now, seesCosts }: { now: Date; seesCosts: boolean },
): Promise<Result<{ period: Period; lines: JudgedLine[] }, Refusal<'VALIDATION_ERROR'>>> {
  const period = periodOf(list, now);
  if (!period.ok) return period;
  const { startsAt, endsAt } = period.value;
  const asked = list.lines.flatMap(({ sku, price }) => {
    const read = fromQuetzales(price);
    return read.ok ? [{ sku, price: read.value }] : [];
  });
  const policy: ShopPolicy = await getPolicy(tx);
  const found = await selectSaleProducts(tx, [asked.map(({ sku }) => sku), startsAt, endsAt, now]);
  const products = new Map(found.map((product) => [product.sku, product]));
  const doubts = await checkFlashSales(tx, { lines: asked, ...period.value }, policy);
  const lines = asked.map(({ sku, price }, at): JudgedLine => {
    const product = products.get(sku);
    const against = doubts.get(sku) ?? [];
    const isRepeated = asked.findIndex((each) => each.sku === sku) !== at;
    const faults = [
      product === undefined && noProduct,
      isRepeated && 'Está dos veces en la lista.',
      product !== undefined && price >= (product.salesPrice ?? 0) && notBelowText,
      product?.overlaps === true && overlapText,
      policy.listPriceProof === 'refuse' && against.length > 0 && [doubtedText, ...against].join(' '),
    ];
    const fault = faults.find((each) => each !== false) ?? null;
    return {
      sku,
      id: product?.id ?? null,
      title: product?.title ?? null,
      price,
      salesPrice: product?.salesPrice ?? null,
      fault,
      isOverlap: fault === overlapText,
      doubts: against,
      ...(product === undefined ? { change: null, loss: null } : saleDoubts(product, price, seesCosts)),
    };
  });
  return ok({ period: period.value, lines });
}

type ListRefusal = Refusal<'VALIDATION_ERROR' | 'OVERLAPPING_PERIOD'>;

const linesRefusal = (lines: readonly JudgedLine[]): ListRefusal => ({
  code: lines.every(({ isOverlap }) => isOverlap) ? 'OVERLAPPING_PERIOD' : 'VALIDATION_ERROR',
  message: lines.length === 1 ? 'Una línea no se puede guardar.' : `${lines.length} líneas no se pueden guardar.`,
  metadata: { fields: { lines: lines.map(({ sku, fault }) => `${sku}: ${fault}`).join(' ') } },
});

const shownChanges = 3;

/**
 * Text of a refused line: "P1: Lo que paga el cliente baja 99 %, de Q100.00 a Q1.00. Confírmalo y escribe el motivo."
 */
function reasonText(large: readonly JudgedLine[]): string {
  const more = large.length - shownChanges;
  const texts = large.slice(0, shownChanges).map((line) => `${line.sku}: ${saleDoubtText(line)}`);
  return confirmText([...texts, ...(more > 0 ? [`Y ${more} más.`] : [])].join(' '));
}

/**
 * Makes a flash sale for each line, or none. If two calls with the same product run concurrently, the database refuses
 * the later one.
 */
export async function createSales(
  tx: Tx,
  { reason, ...list }: SaleList & { reason?: string | undefined },
  viewer: { now: Date; seesCosts: boolean },
): Promise<Result<{ changes: NamedChange[] }, ListRefusal>> {
  const judged = await judgeSales(tx, list, viewer);
  if (!judged.ok) return judged;
  const { period, lines } = judged.value;
  const wrong = lines.filter(({ fault }) => fault !== null);
  if (wrong.length > 0) return refuse(linesRefusal(wrong));
  const large = reason === undefined ? lines.filter((line) => saleDoubtText(line) !== null) : [];
  if (large.length > 0) return fieldRefusal('reason', reasonText(large));
  const wanted = lines.flatMap(({ id, ...line }) => (id === null ? [] : [{ id, ...line }]));
  try {
    const { startsAt, endsAt } = period;
    const sales = await insertSales(tx, [
      wanted.map(({ id }) => id),
      wanted.map(({ price }) => price),
      startsAt,
      endsAt,
      reason ?? null,
    ]);
    const skus = new Map(wanted.map(({ id, sku }) => [id, sku]));
    const after = { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() };
    return ok({
      changes: sales.map(({ id, productId, price }) => ({
        entity,
        entityId: String(id),
        after: { sku: skus.get(productId) ?? '', price: toQuetzales(price), ...after },
        reason,
      })),
    });
  } catch (error) {
    if (brokenRuleOf(error) !== 'flash_sale_periods_overlap') throw error;
    return refuse({ code: 'OVERLAPPING_PERIOD', message: overlapText });
  }
}

/** Ends the running sales of a period now, and removes its planned sales. Ended sales stay. */
export async function endPeriod(
  tx: Tx,
  { startsAt, endsAt }: Period,
  now: Date,
): Promise<Result<{ ended: number; removed: number; changes: NamedChange[] }, Refusal<'TRANSITION_NOT_ALLOWED'>>> {
  const sales = (await lockPeriod(tx, [startsAt, endsAt])).filter((sale) => sale.endsAt > now);
  const planned = sales.filter((sale) => sale.startsAt > now);
  const running = sales.filter((sale) => sale.startsAt <= now);
  if (sales.length === 0)
    return refuse({ code: 'TRANSITION_NOT_ALLOWED', message: 'Ninguna de esas ofertas está en curso ni programada.' });
  if (planned.length > 0) await deleteSales(tx, [planned.map(({ id }) => id)]);
  if (running.length > 0) await endSales(tx, [running.map(({ id }) => id), now]);
  const before = { endsAt: endsAt.toISOString() };
  return ok({
    ended: running.length,
    removed: planned.length,
    changes: [
      ...planned.map(({ id }) => ({
        entity,
        entityId: String(id),
        before: { startsAt: startsAt.toISOString(), ...before },
      })),
      ...running.map(({ id }) => ({ entity, entityId: String(id), before, after: { endsAt: now.toISOString() } })),
    ],
  });
}
