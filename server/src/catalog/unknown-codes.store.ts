import { deleteOlder, type Tx } from '../platform/db/database.ts';
import { type RowOf, statement } from '../platform/db/statement.ts';

/** Maximum number of stored unknown codes. Further codes are dropped until some belong to products or become old. */
const maxCodes = 5_000;

const upsert = statement(
  'catalog.note-unknown-code',
  `insert into unknown_codes as u (code, store_code, first_at, last_at, last_by)
   select $1, $2, $3::timestamptz, $3, $4
   where (select count(*) from unknown_codes) < $5 or exists (select from unknown_codes where code = $1 and store_code = $2)
   on conflict (code, store_code) do update set scans = u.scans + 1, last_at = excluded.last_at, last_by = excluded.last_by`,
);

export interface UnknownScan {
  code: string;
  storeCode: string;
  /** The name of the person who scanned the code. */
  by: string;
}

/** Counts the scan of a code that no product has (BUY-07). */
export const noteUnknownCode = async (tx: Tx, { code, storeCode, by }: UnknownScan, now: Date): Promise<void> => {
  await upsert(tx, [code, storeCode, now, by, maxCodes]);
};

const selectProduct = statement(
  'catalog.product-of-code',
  'select sku, title from products where id = product_of_code($1)',
);

/** Finds the product of a scanned code, by the product's sku or another code. */
export const findProductOfCode = async (tx: Tx, code: string): Promise<{ sku: string; title: string } | undefined> =>
  (await selectProduct(tx, [code]))[0];

type UnknownCode = RowOf<typeof selectLast>;

const selectLast = statement(
  'catalog.unknown-codes',
  `select code, store_code, scans, first_at, last_at, last_by from unknown_codes order by last_at desc, id desc limit 200`,
);

/** Lists the unknown codes, the last scanned first. */
export const listUnknownCodes = (tx: Tx): Promise<UnknownCode[]> => selectLast(tx, []);

/** Deletes unknown codes that were not scanned since a given time. Returns their number. */
export const deleteOldUnknownCodes = deleteOlder<Date>('catalog.delete-unknown-codes', 'unknown_codes', 'last_at');
