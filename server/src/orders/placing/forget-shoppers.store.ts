import { statement, type Tx } from '../../platform/db/database.ts';

const forgetVoid = statement<{ orders: number }, [before: Date, most: number]>(
  'orders.forget-void',
  `with old as materialized (
     select array(select id from orders where status = 'void' and email <> '' and created_at < $1
       order by created_at limit $2 for update skip locked) as ids)
   select cardinality(ids) as orders, forget_shopper(ids) from old`,
);

/** Takes out of orders begun before that moment, which came to nothing, whom they name; at most `most` a call, answers how many. */
export const forgetVoidShoppers = async (tx: Tx, before: Date, most = 1_000): Promise<number> =>
  (await forgetVoid(tx, [before, most]))[0]?.orders ?? 0;

const forgetClient = statement<object, [before: Date, unpaid: Date, most: number]>(
  'orders.forget-clients',
  `update orders set client_key = null, network_key = null where id = any (array(
     select id from orders where client_key is not null and created_at < $1
       and (created_at < $2 or payment_type not in ('Cash', 'StorePayment')
         or status not in ('pending_payment', 'processing', 'shipped'))
     limit $3 for update skip locked))
   returning 1`,
);

/**
 * Forgets from where orders begun before that moment were placed: no budget asks for it any more (DEC-196). Those that are not
 * paid count for their client until `unpaid` (DEC-218).
 */
export const forgetClients = async (
  tx: Tx,
  { before, unpaid }: { before: Date; unpaid: Date },
  most = 1_000,
): Promise<number> => (await forgetClient(tx, [before, unpaid, most])).length;

const forgetCard = statement<object, [before: Date, most: number]>(
  'orders.forget-cards',
  `update payments set card_key = null where id = any (array(
     select id from payments where card_key is not null and created_at < $1 limit $2 for update skip locked))
   returning 1`,
);

/** Forgets which payments were of one card; no budget asks for it any more (DEC-219). */
export const forgetCards = async (tx: Tx, before: Date, most = 1_000): Promise<number> =>
  (await forgetCard(tx, [before, most])).length;
