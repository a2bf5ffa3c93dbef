import { centavos } from '@ceiba/domain/money/money';
import type { OrderNotPlaced } from '../notifications/order-not-placed-mail.ts';
import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

const selectUnplaced = statement<
  { email: string; total: number; is_refused: boolean; is_charged: boolean },
  [order: string]
>(
  'orders.unplaced',
  `select o.email, o.total,
     exists (select from payments p
       where p.order_id = o.id and p.refusal_code not in ('NOT_CHARGED', 'PAY_TIMEOUT')) as is_refused,
     exists (select from payments p where p.order_id = o.id and p.status in ('reversing', 'reversed')) as is_charged
   from orders o
   where o.id = $1 and o.status = 'void' and o.email <> ''
     and not exists (select from orders other where other.cart_id = o.cart_id and other.status <> 'void')`,
);

/** An order that came to nothing; undefined when its cart gave another meanwhile, or nobody is named any more. */
export async function findUnplaced(tx: Tx, orderId: string): Promise<OrderNotPlaced | undefined> {
  const [row] = await selectUnplaced(tx, [orderId]);
  return (
    row && {
      email: row.email,
      total: centavos(row.total),
      isRefused: row.is_refused,
      isCharged: row.is_charged,
    }
  );
}
