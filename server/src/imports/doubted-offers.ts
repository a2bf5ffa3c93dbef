import { type PriceDoubt, priceDoubts } from '@ceiba/domain/prices/price-doubts';
import type { Tx } from '../platform/db/database.ts';
import { type Check, type Kind, rowsToWrite, valuesOf } from './import-kind.ts';
import { nextPortion } from './import-rows.store.ts';
import { maxInNotice, type Notice, namesText } from './notices.ts';

/** The offer of a row, as SQL over `r`, `m` (as in checks) and its product `o`. */
interface RowOffer {
  /** True if the row contains an offer. */
  isOffer: string;
  regularPrice: string;
  price: string;
  end: string;
  /** The start of the offer, not before now. */
  from: string;
  /** The number of the flash sale that makes the offer. Null if the offer is the product's own price. */
  sale?: string;
}

/** SQL for the doubts about the offer of row `r`, at its start (PRICE-05). */
const checkOf = ({ regularPrice, price, end, from, sale = 'null' }: RowOffer): string =>
  `price_check(o.id, ${regularPrice}, ${price}, ${end}, ${from}, ${sale})`;

/** The check that refuses doubted offers of changed rows, if the policy refuses them. */
export const unprovenOffer = (offer: RowOffer, { column, text }: Pick<Check, 'column' | 'text'>): Check => ({
  column,
  code: 'UNPROVEN_OFFER',
  text,
  isBroken: `case when m.was is distinct from m.is and exists (select from shop_policy where changes ->> 'listPriceProof' = 'refuse')
    then exists (
      select from products o cross join lateral ${checkOf(offer)} k where o.sku = r.key[1] and ${offer.isOffer} and k.doubts <> '{}') end`,
});

/** Number of rows that one statement checks. */
const judgedAtOnce = 1_000;

/** Maximum number of checked rows of a file. Checking 200,000 would take longer than reading them. */
const mostJudged = 20_000;

/** Lists the offers in a file that DIACO could doubt (PRICE-05), among its first new and changed rows. */
export const offerNotices = (offer: RowOffer): NonNullable<Kind['notices']> => {
  const text = `select r.row_no, r.key[1] as sku, k.doubts
    from ${rowsToWrite()} r cross join lateral (select r.before as was, coalesce(r.before, '{}') || r.given as is) m
      join products o on o.sku = r.key[1] and ${offer.isOffer} cross join lateral ${checkOf(offer)} k
    where k.doubts <> '{}' order by r.row_no`;
  return async (tx: Tx, runId: string): Promise<Notice[]> => {
    const names: string[] = [];
    const rows: number[] = [];
    let [after, judged] = [0, 0];
    let portion = await nextPortion(tx, runId, after, judgedAtOnce);
    for (; portion !== undefined && judged < mostJudged; portion = await nextPortion(tx, runId, after, judgedAtOnce)) {
      after = portion.to;
      judged += portion.rows;
      const doubted = await tx.run<{ row_no: number; sku: string; doubts: PriceDoubt[] }>({
        text,
        values: valuesOf({ runId, ...portion }),
      });
      for (const { row_no, sku, doubts } of doubted) {
        names.push(`${sku}: ${doubts.map((doubt) => priceDoubts[doubt]).join(', ')}`);
        rows.push(row_no);
      }
    }
    const found = `Hay ofertas que se pueden poner en duda: ${namesText(names)}. Se aplican, y quedan en «Revisión de ofertas».`;
    const most = mostJudged.toLocaleString('es-GT');
    const cut = `Revisamos las primeras ${most} filas: mira las demás en «Revisión de ofertas» después de aplicar.`;
    const said = [...(names.length > 0 ? [found] : []), ...(portion === undefined ? [] : [cut])].join(' ');
    if (said === '') return [];
    return [{ code: 'DOUBTED_OFFERS', text: said, rows: rows.slice(0, maxInNotice) }];
  };
};
