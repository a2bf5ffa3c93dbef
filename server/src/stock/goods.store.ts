import type { Tx } from '../platform/db/database.ts';
import { joinedWith, neverNull, statement } from '../platform/db/statement.ts';

/** Units of a product that move into a place, or out of it if the number is negative. */
export interface MovedGoods {
  productId: number;
  storeCode: string;
  units: number;
}

/** The cause of movements, shown as a link on the page of a product (BUY-10). */
export interface MoveCause {
  reason: string;
  /** A document, such as T-12 or P-5. Null if there is no document. */
  document: string | null;
  /** The person who caused the movements at the desk. */
  staffId: string;
}

const move = statement('stock.move-goods', 'select move_goods_by($1, $2, $3, $4, null, $5, $6) as is_moved', {
  isMoved: neverNull(),
});

/** Writes movements of all rows in one call (record 0034). Returns false, and moves nothing, if a place has too few units. */
export const moveGoods = async (
  tx: Tx,
  rows: readonly MovedGoods[],
  { reason, document, staffId }: MoveCause,
): Promise<boolean> => {
  const columns = [
    rows.map((row) => row.productId),
    rows.map((row) => row.storeCode),
    rows.map((row) => row.units),
  ] as const;
  return (await move(tx, [...columns, reason, document, staffId]))[0]?.isMoved ?? false;
};

const putBack = statement('stock.put-back-goods', 'select put_back_goods($1, $2, $3, $4, $5, $6)');

/** Adds goods that come back to their place. They are no arrival of a presale (`put_back_goods`). */
export const putBackGoods = async (
  tx: Tx,
  rows: readonly MovedGoods[],
  { reason, document, staffId }: MoveCause,
): Promise<void> => {
  const columns = [
    rows.map((row) => row.productId),
    rows.map((row) => row.storeCode),
    rows.map((row) => row.units),
  ] as const;
  await putBack(tx, [...columns, reason, document, staffId]);
};

const selectGoods = statement(
  'stock.goods-by-code',
  `select r.code, p.id, p.sku, p.title
   from unnest($1::text[]) with ordinality as r (code, n) left join products p on p.id = product_of_code(r.code) and p.kind = 'goods'
   order by r.n`,
  { code: neverNull(), sku: joinedWith('id'), title: joinedWith('id') },
);

export interface Goods {
  id: number;
  sku: string;
  title: string;
}

/** Returns the products with these SKUs or codes, in their order. Undefined for a code that no product with stock has. */
export const findGoods = async (tx: Tx, codes: readonly string[]): Promise<(Goods | undefined)[]> =>
  (await selectGoods(tx, [[...codes]])).map(({ id, sku, title }) => (id === null ? undefined : { id, sku, title }));

const selectShort = statement(
  'stock.short-goods',
  `select p.sku, s.name as store_name, coalesce(l.quantity, 0) as salable
   from unnest($1::bigint[], $2::text[], $3::integer[]) as m (product, place, units)
     join products p on p.id = m.product join stores s on s.store_code = m.place
     left join stock_levels l on l.product_id = m.product and l.store_code = m.place
   where coalesce(l.quantity, 0) + m.units < 0 order by p.sku limit 5`,
  { salable: neverNull() },
);

/** Returns a refusal that names the products without enough units at a place. */
export async function shortRefusal(tx: Tx, rows: readonly MovedGoods[]) {
  const columns = [
    rows.map((row) => row.productId),
    rows.map((row) => row.storeCode),
    rows.map((row) => row.units),
  ] as const;
  const short = await selectShort(tx, [...columns]);
  const said = short.map(({ sku, storeName, salable }) => `En ${storeName} quedan ${salable} de ${sku} para mover.`);
  return {
    code: 'STOCK_WOULD_BE_NEGATIVE' as const,
    message: said.join(' ') || 'No hay tantas unidades para mover.',
    metadata: { skus: short.map(({ sku }) => sku) },
  };
}
