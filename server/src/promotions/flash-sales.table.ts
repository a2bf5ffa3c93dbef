import { flashSales } from '@ceiba/contract/desk/entities/flash-sales';
import { largePriceChange, priceBelowCost } from '@ceiba/domain/catalog/price-change';
import { type Centavos, fromQuetzales } from '@ceiba/domain/money/money';
import { ok, refuse } from '@ceiba/domain/result';
import type { Tx } from '../platform/db/database.ts';
import { tableOf } from '../platform/entities/entity-table.ts';
import { getPolicy } from '../policies/policies.store.ts';
import { checkFlashSales } from '../prices/check-prices.ts';
import { confirmText } from '../products/change-product.ts';
import { selectSaleFacts } from './flash-sales.store.ts';
import { noProduct, productColumn, searchedProduct, titleColumn } from './product-column.ts';

export const overlapText = 'Ese producto ya tiene una oferta relámpago en esas fechas.';
export const notBelowText = 'El precio debe ser menor que el de siempre.';
export const notAfterText = 'La oferta debe terminar después de empezar.';
export const doubtedText = 'Tiene dudas, y una oferta relámpago no lleva motivo:';

const startedText = 'Ya empezó: su comienzo no cambia.';
const endedText = 'Ya terminó: haz otra.';

const noPrices = { regularPrice: null, salesPrice: null };

/** Facts about a product for the price of a sale. `priceNow`: what a buyer pays now. `breakEven`: as in `priceBelowCost`. */
interface SaleFacts {
  priceNow: Centavos | null;
  breakEven: Centavos | null;
}

/**
 * Returns why the price of a sale needs a reason (PROD-10): its change from the price now, and a price below the cost. Null where it needs none. The
 * price is compared with the cost only for a person who `seesCosts` (record 0173).
 */
export const saleDoubts = ({ priceNow, breakEven }: SaleFacts, price: Centavos, seesCosts: boolean) => ({
  change: largePriceChange({ ...noPrices, salesPrice: priceNow }, { ...noPrices, salesPrice: price }) ?? null,
  // Every sale below the cost is asked for, even if another such sale runs now.
  loss: (seesCosts && priceBelowCost(noPrices, { ...noPrices, salesPrice: price }, breakEven)) || null,
});

/** Joins the doubts about the price of a sale. Null: it needs no reason. */
export const saleDoubtText = ({ change, loss }: ReturnType<typeof saleDoubts>): string | null =>
  [change, loss].filter((text) => text !== null).join(' ') || null;

const refuseAt = (field: string, text: string) =>
  refuse({ code: 'VALIDATION_ERROR' as const, message: text, metadata: { fields: { [field]: text } } });

/**
 * Returns why a doubtful price is refused. Undefined if the price has no doubts, or the policy does not refuse them
 * (PRICE-05).
 */
async function refusedDoubt(
  tx: Tx,
  { sku, price, ...period }: { sku: string; price: Centavos; startsAt: Date; endsAt: Date },
): Promise<string | undefined> {
  const policy = await getPolicy(tx);
  if (policy.listPriceProof !== 'refuse') return undefined;
  const found = await checkFlashSales(tx, { lines: [{ sku, price }], ...period }, policy);
  const doubts = found.get(sku) ?? [];
  return doubts.length === 0 ? undefined : [doubtedText, ...doubts].join(' ');
}

/** The table of flash sales. A trigger stores their periods, which must not overlap (PROD-11). */
export const flashSaleTable = tableOf(flashSales, {
  table: 'flash_sales',
  key: { column: 'id', type: 'integer' },
  columns: {
    sku: productColumn('product_id'),
    product: titleColumn('product_id'),
    state: {
      computed: `case when t.ends_at <= now() then 'ended' when t.starts_at > now() then 'planned' else 'current' end`,
    },
    price: 'price',
    salesPrice: { computed: 'select p.sales_price from products p where p.id = t.product_id' },
    startsAt: 'starts_at',
    endsAt: 'ends_at',
    reason: 'reason',
  },
  constraints: [
    { field: 'sku', constraint: 'flash_sales_product_id_fkey', text: noProduct, isCheck: true },
    { field: 'endsAt', constraint: 'flash_sales_check', text: notAfterText, isCheck: true },
    { field: 'startsAt', constraint: 'flash_sale_periods_overlap', text: overlapText, isPeriod: true },
  ],
  rules: [
    {
      field: 'price',
      text: notBelowText,
      isBroken: ({ is }) =>
        `${is('price')} >= coalesce((select p.sales_price from products p where p.id = ${is('sku')}), 0)`,
    },
    { field: 'endsAt', text: endedText, isBroken: ({ was }) => `${was('endsAt')} <= now()` },
    {
      field: 'startsAt',
      text: startedText,
      isBroken: ({ is, was }) => `${was('startsAt')} <= now() and ${is('startsAt')} <> ${was('startsAt')}`,
    },
    { field: 'endsAt', text: 'Ese momento ya pasó.', isBroken: ({ is }) => `${is('endsAt')} <= now()` },
  ],
  search: searchedProduct('product_id'),
  stays: ({ state }) => (state === 'planned' ? null : 'Ya empezó: termínala.'),
  actionsOf: ({ state }) => (state === 'current' ? ['end'] : []),
  before: async (tx, { values, before, staff }) => {
    const [price, startsAt, endsAt] = [values['price'], values['startsAt'], values['endsAt']];
    const read = typeof price === 'number' ? fromQuetzales(price) : undefined;
    const sku = before?.sku ?? values['sku'];
    if (!read?.ok || typeof sku !== 'string') return ok(values);
    const period = { startsAt: new Date(String(startsAt)), endsAt: new Date(String(endsAt)) };
    const doubt = await refusedDoubt(tx, { sku, price: read.value, ...period });
    if (doubt !== undefined) return refuseAt('price', doubt);
    // A rule refuses every change of an ended sale. A reason is valid only for the price with which it was given.
    if (before !== undefined && (before.state === 'ended' || before.price === price)) return ok(values);
    const isReasoned = values['reason'] != null && values['reason'] !== before?.reason;
    const [product] = await selectSaleFacts(tx, [sku]);
    const doubts =
      isReasoned || product === undefined
        ? null
        : saleDoubtText(saleDoubts(product, read.value, staff.permissions.has('costs.read')));
    return doubts === null ? ok(values) : refuseAt('reason', confirmText(doubts));
  },
});
