import { type Centavos, centavos } from '@ceiba/domain/money/money';
import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

const selectUnplaced = statement<{ email: string; first_name: string; total: number }, [order: string]>(
  'orders.unplaced',
  `select o.email, o.contact ->> 'firstName' as first_name, o.total from orders o
   where o.id = $1 and o.status = 'void' and o.email <> ''
     and not exists (select from orders other where other.cart_id = o.cart_id and other.status <> 'void')`,
);

/** An order that came to nothing; undefined when its cart gave another meanwhile, or nobody is named any more. */
export async function findUnplaced(
  tx: Tx,
  orderId: string,
): Promise<{ email: string; firstName: string; total: Centavos } | undefined> {
  const [row] = await selectUnplaced(tx, [orderId]);
  return row && { email: row.email, firstName: row.first_name, total: centavos(row.total) };
}
