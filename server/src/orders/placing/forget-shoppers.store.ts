import type { Tx } from '../../platform/db/database.ts';
import { statement } from '../../platform/db/statement.ts';

const forgetVoid = statement(
  'orders.forget-void',
  `with old as materialized (
     select array(select id from orders where status = 'void' and email <> '' and created_at < $1
       order by created_at limit $2 for update skip locked) as ids)
   select cardinality(ids) as orders, forget_shopper(ids) from old`,
);

/** Removes the buyer's data from void orders created before `before`. `most`: the maximum per call. Returns how many orders were changed. */
export const forgetVoidShoppers = async (tx: Tx, before: Date, most = 1_000): Promise<number> =>
  (await forgetVoid(tx, [before, most]))[0]?.orders ?? 0;

const forgetClient = statement(
  'orders.forget-clients',
  `update orders set client_key = null, network_key = null where id = any (array(
     select id from orders where client_key is not null and created_at < $1
       and (created_at < $2 or payment_type not in ('Cash', 'StorePayment')
         or status not in ('pending_payment', 'processing', 'shipped'))
     limit $3 for update skip locked))
   returning 1`,
);

/**
 * Deletes the client's hashes from orders created before `before`, because budgets no longer count these orders (DEC-196). Unpaid
 * orders count longer: their hashes are deleted if the order was created before `unpaid` (DEC-218). Returns the number of changed
 * orders.
 */
export const forgetClients = async (
  tx: Tx,
  { before, unpaid }: { before: Date; unpaid: Date },
  most = 1_000,
): Promise<number> => (await forgetClient(tx, [before, unpaid, most])).length;

const forgetCard = statement(
  'orders.forget-cards',
  `update payments set card_key = null where id = any (array(
     select id from payments where card_key is not null and created_at < $1 limit $2 for update skip locked))
   returning 1`,
);

/**
 * Deletes the card's hash from payments created before `before`, because budgets no longer count these payments (DEC-219).
 * Returns the number of changed payments.
 */
export const forgetCards = async (tx: Tx, before: Date, most = 1_000): Promise<number> =>
  (await forgetCard(tx, [before, most])).length;
