import { productCodeTable, takenCodeText } from '../catalog/product-codes.table.ts';
import { entityKind } from './entity-kind.ts';
import { type Check, type Kind, reference } from './import-kind.ts';

/** SQL of the refusal of a code, with the product that has it. */
const takenText = `(select '${takenCodeText({ title: `' || p.title || '`, sku: `' || p.sku || '` })}'
  from products p where p.id = product_of_code(r.key[1]))`;

/** A file gives no code to another product: a wrong cell would send scans to the wrong product. The page of the code moves it. */
const isTaken: Check = {
  column: 'codigo',
  code: 'IN_USE',
  text: 'Ese código ya es de otro producto.',
  says: takenText,
  isBroken: `exists (select from products p where p.id = product_of_code(r.key[1]) and p.sku is distinct from m.is ->> 'sku')`,
};

const kind = entityKind(productCodeTable, { name: 'barcodes', one: 'barcode', more: [isTaken] });

/**
 * Codes printed on products (BUY-07), by code. A product may have any number of rows. A code that gets another owner
 * between check and apply is a conflict.
 */
export const barcodeKind: Kind = {
  ...kind,
  isRechecked: true,
  columns: kind.columns.map((column) =>
    column.name === 'sku'
      ? { ...column, refersTo: reference('El producto', 'products', 'sku', { isLong: true }) }
      : column,
  ),
};
