import { productCodes } from '@ceiba/contract/desk/entities/product-codes';
import { ok, refuse } from '@ceiba/domain/result';
import type { Tx } from '../platform/db/database.ts';
import { statement } from '../platform/db/statement.ts';
import { tableOf } from '../platform/entities/entity-table.ts';
import type { Sql } from '../platform/lists/sql.ts';
import { productWordsQuery } from './product-terms.ts';

const selectOwner = statement(
  'catalog.code-owner',
  `select p.sku, p.title from products p
   where p.sku in ($1, upper($1)) or p.id = (select product_id from product_codes where code = $1) limit 1`,
);

const noProduct = 'No hay un producto con ese SKU.';

/** The refusal of a code that another product has. It names that product. */
const takenCode = async (tx: Tx, code: string) => {
  const [owner] = await selectOwner(tx, [code]);
  if (owner === undefined) return undefined;
  const text = `Ese código ya es de «${owner.title}» (${owner.sku}).`;
  return { code: 'IN_USE' as const, message: text, metadata: { fields: { code: text } } };
};

/** A code that is typed whole finds only itself. Other words find the codes of products whose name, sku or codes contain them. */
const ownedCodes = (words: string): Sql => {
  const query = productWordsQuery(words);
  if (query === undefined) return () => 'false';
  return (p) => `t.product_id in (select product_id from product_rows r where r.terms @@ ${p(query)}::tsquery)
    and (t.code = ${p(words)} or not exists (select from product_codes typed where typed.code = ${p(words)}))`;
};

/** The table of product codes. A trigger finds the product by the typed sku. */
export const productCodeTable = tableOf(productCodes, {
  table: 'product_codes',
  key: { column: 'code', type: 'text' },
  columns: {
    code: 'code',
    sku: 'sku',
    product: { computed: 'select title from products p where p.id = t.product_id' },
    kind: 'kind',
  },
  constraints: [
    // Code 128 has small and large letters.
    { field: 'code', constraint: 'product_codes_pkey', text: 'Ese código ya es de otro producto.', isExact: true },
    { field: 'sku', constraint: 'product_codes_sku', text: noProduct, isCheck: true },
  ],
  rules: [
    {
      field: 'code',
      text: 'El último dígito no es el de un EAN o UPC: escanéalo otra vez, o elige otra clase.',
      // Digits from the right weigh 3 and 1 by turns; their sum is a multiple of ten.
      isBroken: ({ is }) => `${is('kind')} = 'ean' and ${is('code')} ~ '^([0-9]{8}|[0-9]{12,13})$'
        and (select sum(coalesce(nullif(substr(lpad(${is('code')}, 14, '0'), n, 1), ''), '0')::integer * case n % 2 when 1 then 3 else 1 end) % 10
          from generate_series(1, 14) n) <> 0`,
    },
  ],
  search: ownedCodes,
  before: async (tx, { values, before }) => {
    const taken = before === undefined ? await takenCode(tx, String(values['code'])) : undefined;
    return taken === undefined ? ok(values) : refuse(taken);
  },
});
