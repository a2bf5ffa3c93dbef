import type { Centavos } from '@ceiba/domain/money/money';
import { issuerRates, type TaxRegime } from '@ceiba/domain/sellers/tax-regime';
import type { Tx } from '@ceiba/server/platform/db/database';

/** A product that a demo order may contain, because the place that prepares the order has stock of it. */
export interface OrderableProduct {
  product_id: number;
  sku: string;
  title: string;
  brand: string;
  picture_url: string;
  seller_id: number;
  /** IVA rate of its seller, in basis points. */
  tax_rate: number;
  unit_price: Centavos;
  regular_price: Centavos;
}

/**
 * Returns the goods with the most stock at a place, at least `least` units of each. `own`: the shop's goods, `others`:
 * the goods of other sellers, both in the order of skus.
 */
export async function readOrderableProducts(
  tx: Tx,
  { place, least, own, others }: { place: string; least: number; own: number; others: number },
): Promise<OrderableProduct[]> {
  const rows = await tx.run<Omit<OrderableProduct, 'tax_rate'> & { tax_regime: TaxRegime }>({
    text: `select id as product_id, sku, title, brand, picture_url, seller_id, tax_regime, sales_price as unit_price, regular_price
      from (select p.id, p.sku, p.title, b.title as brand, '/media/' || i.media_key || '/120.webp' as picture_url,
          p.seller_id, s.tax_regime, p.sales_price, p.regular_price,
          row_number() over (partition by p.seller_id <> 1 order by l.quantity desc, p.sku) as place
        from products p
        join brands b on b.id = p.brand_id
        join sellers s on s.id = p.seller_id
        join stock_levels l on l.product_id = p.id and l.store_code = $3 and l.quantity >= $4
        join lateral (select media_key from product_images where product_id = p.id order by position limit 1) i on true
        where p.kind = 'goods' and p.is_listed and p.sales_price is not null and not p.is_motorcycle) found
      where place <= case when seller_id = 1 then $1::int else $2::int end
      order by seller_id <> 1, sku`,
    values: [own, others, place, least],
  });
  return rows.map(({ tax_regime: regime, ...row }) => ({ ...row, tax_rate: issuerRates[regime] }));
}

/**
 * Returns order numbers for orders placed this number of days ago. A later order has a higher number, because lists
 * derive days from numbers (`order_page`).
 */
export async function takeOrderNumbers(tx: Tx, daysAgo: readonly number[]): Promise<number[]> {
  const rows = await tx.run<{ number: number }>({
    text: `select nextval('order_numbers')::int as number from generate_series(1, $1::int)`,
    values: [daysAgo.length],
  });
  const eldestFirst = daysAgo.map((_, at) => at).toSorted((one, other) => (daysAgo[other] ?? 0) - (daysAgo[one] ?? 0));
  return daysAgo.map((_, at) => rows[eldestFirst.indexOf(at)]?.number ?? 0);
}

/** Takes an order's goods from a place, with stock movements. @throws if the place does not have them */
export async function takeGoods(
  tx: Tx,
  {
    orderId,
    place,
    goods,
  }: { orderId: string; place: string; goods: readonly { productId: number; quantity: number }[] },
): Promise<void> {
  const [row] = await tx.run<{ moved: boolean }>({
    text: `select move_goods($1, $2, $3, 'order', $4) as moved`,
    values: [
      goods.map(({ productId }) => productId),
      goods.map(() => place),
      goods.map(({ quantity }) => -quantity),
      orderId,
    ],
  });
  if (row?.moved !== true) throw new Error(`${place} has too few units for order ${orderId}`);
}

/** Records the due cash of these orders' delivered shipments as collected. */
export const collectCash = (tx: Tx, orderIds: readonly string[]): Promise<unknown> =>
  tx.run({
    text: `update shipments set cash_collected = cash_due where order_id = any ($1) and state = 'delivered'`,
    values: [orderIds],
  });

/**
 * Rewrites the rows that the desk's lists read. They contain data of lines, shipments and claims. A real order writes these rows in
 * its own statement (server/sql/triggers/orders.sql). The demo shop writes them in later statements.
 */
export const writeListedRows = (tx: Tx, orderIds: readonly string[]): Promise<unknown> =>
  tx.run({ text: 'select write_order_row(o) from orders o where id = any ($1)', values: [orderIds] });
