import {
  amountColumn,
  given,
  type Kind,
  objectOf,
  reference,
  rowsToWrite,
  textColumn,
  valuesOf,
} from './import-kind.ts';

const costColumns = [
  textColumn('sku', 'p.sku', 64, {
    about: 'El código del producto.',
    example: 'SKU-1',
    isRequired: true,
    isCode: true,
    refersTo: reference('El producto con existencias', 'products', 'sku', { where: "kind = 'goods'", isLong: true }),
  }),
  amountColumn('costo', 'c.average', {
    about: 'Lo que cuesta una unidad, en promedio y sin IVA. [borrar]: sin costo, que no es cero.',
    example: '250.00',
    isRequired: true,
    isClearable: true,
  }),
];

/** Average costs by SKU (BULK-01, BUY-04): the costs that a shop brings along before its first purchases. */
export const costKind: Kind = {
  name: 'costs',
  one: 'cost',
  key: ['sku'],
  columns: costColumns,
  tables: ['product_costs'],
  isPortioned: true,
  sample: { key: `select array[sku] as key from products where kind = 'goods' order by id limit 1` },
  isNew: `m.was ->> 'costo' is null`,
  current: `select ${objectOf(costColumns)} as now from products p left join product_costs c on c.product_id = p.id
    where p.sku = r.key[1] and p.kind = 'goods'`,
  all: `select ${objectOf(costColumns)} as now from product_costs c join products p on p.id = c.product_id order by p.id`,
  // Receipts lock these rows before they move a cost.
  lock: `select from stock_totals t, ${rowsToWrite()} r, products p where p.sku = r.key[1] and t.product_id = p.id
    order by t.product_id for no key update of t`,
  checks: [],
  apply: async (tx, portion) => {
    const values = valuesOf(portion);
    await tx.run({
      text: `insert into product_costs (product_id, average)
        select p.id, ${given('costo')}::bigint from ${rowsToWrite()} r join products p on p.sku = r.key[1]
        where ${given('costo')} is not null order by p.id
        on conflict (product_id) do update set average = excluded.average, changed_at = now()`,
      values,
    });
    await tx.run({
      text: `delete from product_costs c using ${rowsToWrite()} r, products p
        where p.sku = r.key[1] and r.given -> 'costo' = 'null' and c.product_id = p.id`,
      values,
    });
    return [];
  },
};
