import { dayMs, guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { insertRows } from '@ceiba/server/loading/loading.store';
import type { Tx } from '@ceiba/server/platform/db/database';

const suppliers = [
  ['Importadora Quetzal, S.A.', '576937-K', 'Lucía Mejía', 'ventas@quetzal.example', 12, 'Crédito a 30 días'],
  ['Distribuidora del Lago', null, 'Mario Xoná', 'pedidos@lago.example', 5, 'Contado'],
  ['Tecnología Atitlán', null, null, null, 20, null],
] as const;

/** The purchases, each of three products: state, supplier, days since it was made, days until it is expected. */
const purchases = [
  ['received', 1, -40, -28],
  ['partlyReceived', 1, -9, -1],
  ['ordered', 2, -3, 4],
  ['draft', 3, 0, 20],
  ['closed', 2, -60, -50],
] as const;

const buyer = { kind: 'staff', id: '01900000-0000-7000-8000-000000000302' };
const daysFrom = (now: Date, days: number): Date => new Date(now.getTime() + days * dayMs);

/** The shop's products by place, three for each purchase. */
const goods = `select id, sku, sales_price, (row_number() over (order by id) - 1)::integer as place
  from products where kind = 'goods' and seller_id = 1 and is_published and sales_price is not null order by id limit 15`;

/** Loads suppliers, purchases in every state, and the average costs of two of three products. */
export async function loadPurchases(tx: Tx, now: Date): Promise<void> {
  await insertRows(
    tx,
    'suppliers',
    suppliers.map(([name, nit, contact, email, leadDays, terms]) => ({
      ...{ name, nit, contact, email, terms, lead_days: leadDays },
      ...{ is_active: true, version: 1 },
    })),
  );
  const supplierIds = (await tx.run<{ id: number }>({ text: 'select id from suppliers order by id', values: [] })).map(
    ({ id }) => id,
  );
  await tx.run({
    text: `insert into product_costs (product_id, average, changed_at)
      select id, sales_price * 62 / 100, $1 from products where kind = 'goods' and seller_id = 1 and sales_price is not null and id % 3 <> 0`,
    values: [now],
  });
  await tx.run({
    text: `insert into supplier_codes (supplier_id, sku, code) select $1::integer, sku, 'IQ-' || (4000 + place * 7) from (${goods}) g where place < 6`,
    values: [supplierIds[0]],
  });
  await insertRows(
    tx,
    'purchases',
    purchases.map(([state, supplier, made, expected]) => {
      const isEnded = state === 'received' || state === 'closed';
      return {
        ...{
          supplier_id: supplierIds[supplier - 1],
          store_code: 'BODEGA',
          state,
          is_direct: false,
          note: '',
          extra_cost: 0,
          version: 1,
        },
        ...{ expected_on: guatemalaDate(daysFrom(now, expected)), created_at: daysFrom(now, made).toISOString() },
        ...{ created_by: buyer, ordered_at: state === 'draft' ? null : daysFrom(now, made).toISOString() },
        ended_at: isEnded ? daysFrom(now, expected).toISOString() : null,
        close_reason: state === 'closed' ? 'El proveedor ya no lo tiene.' : null,
      };
    }),
  );
  await tx.run({
    text: `insert into purchase_lines (purchase_id, position, product_id, quantity, unit_cost, received, rejected)
      select p.id, g.place % 3 + 1, g.id, 10, g.sales_price * 62 / 100, case p.state when 'received' then 10 when 'partlyReceived' then 5 else 0 end,
        case when p.state = 'partlyReceived' and g.place % 3 = 0 then 1 else 0 end
      from (select id, state, row_number() over (order by id) as nth from purchases) p join (${goods}) g on g.place / 3 = p.nth - 1`,
    values: [],
  });
  await tx.run({
    text: `insert into purchase_receipts (purchase_id, n, received_at, received_by, note)
      select id, 1, coalesce(ended_at, $1), created_by, 'Envío ' || (7700 + id) from purchases where state in ('received', 'partlyReceived')`,
    values: [now],
  });
  await tx.run({
    text: `insert into purchase_receipt_lines (purchase_id, n, product_id, quantity, rejected, reason, landed_value)
      select r.purchase_id, 1, l.product_id, l.received, l.rejected, case when l.rejected > 0 then 'Caja golpeada' end, l.received * l.unit_cost
      from purchase_receipts r join purchase_lines l using (purchase_id)`,
    values: [],
  });
  await tx.run({
    text: `select receive_goods(array_agg(l.product_id), array_agg('BODEGA'::text), array_agg(l.quantity), array_agg('C-' || l.purchase_id || '/1'))
      from purchase_receipt_lines l`,
    values: [],
  });
}
