import { productCodes } from '@ceiba/contract/desk/entities/product-codes';
import { ok, refuse } from '@ceiba/domain/result';
import type { Tx } from '../platform/db/database.ts';
import { statement } from '../platform/db/statement.ts';
import { tableOf } from '../platform/entities/entity-table.ts';
import type { Sql } from '../platform/lists/sql.ts';
import { productWordsQuery } from './product-terms.ts';

const selectOwner = statement(
  'catalog.code-owner',
  'select p.sku, p.title from products p where p.id = product_of_code($1)',
);

/** The refusal of a code whose last digit is not the check digit of an EAN or UPC. */
export const misreadText = 'El último dígito no es el de un EAN o UPC: escanéalo otra vez';

const noProduct = 'No hay un producto con ese SKU.';

/** The refusal of a code that another product has. The text names that product. */
export const takenCodeText = ({ title, sku }: { title: string; sku: string }): string =>
  `Ese código ya es de «${title}» (${sku}).`;

const takenCode = async (tx: Tx, code: string) => {
  const [owner] = await selectOwner(tx, [code]);
  if (owner === undefined) return undefined;
  const text = takenCodeText(owner);
  return { code: 'IN_USE' as const, message: text, metadata: { fields: { code: text } } };
};

/** A complete code finds only itself. Other words find the codes of products whose name, sku or codes contain them. */
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
    // Code 128 distinguishes small and large letters.
    { field: 'code', constraint: 'product_codes_pkey', text: 'Ese código ya es de otro producto.' },
    { field: 'sku', constraint: 'product_codes_sku', text: noProduct, isCheck: true },
  ],
  rules: [
    {
      field: 'code',
      text: `${misreadText}, o elige otra clase.`,
      isBroken: ({ is }) => `${is('kind')} = 'ean' and is_misread_ean(${is('code')})`,
    },
  ],
  search: ownedCodes,
  before: async (tx, { values, before }) => {
    const taken = before === undefined ? await takenCode(tx, String(values['code'])) : undefined;
    return taken === undefined ? ok(values) : refuse(taken);
  },
});
