import {
  type BudgetCounts,
  type BudgetVerdict,
  type ClientCounts,
  judgeBudgets,
  type PaidBy,
} from '@ceiba/domain/orders/order-budgets';
import type { Tx } from '../../platform/db/database.ts';
import { neverNull, statement } from '../../platform/db/statement.ts';
import { clientsOfNetwork, networkOf } from '../../platform/http/caller.ts';
import type { PlacingClient } from './placement.ts';

/** The type T as JSON: each `Date` becomes a text. */
type Json<T> = { [K in keyof T]: T[K] extends Date | null ? string | null : T[K] };

type CountsRow = Json<Omit<BudgetCounts, 'client' | 'network'>> & {
  client: Json<ClientCounts>;
  network: Json<ClientCounts> | null;
};

const countBudgets = statement(
  'orders.budgets',
  `select client, network_client, is_contact_confirmed, told_at as counted_at, counts
   from count_order_budgets($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
  { client: neverNull(), isContactConfirmed: neverNull(), countedAt: neverNull(), counts: neverNull<CountsRow>() },
);

/** The result of the budget check for an order, with the facts about its client. All moments are by the database's clock. */
export interface BudgetAnswer extends BudgetVerdict {
  /** The client's key. Stored with the order, as is `networkKey`, which is null if the client is its own network. */
  clientKey: string;
  networkKey: string | null;
  /** True if the buyer is a customer who has confirmed the cart's e-mail. */
  isContactConfirmed: boolean;
  /** Time at which the budgets were counted. */
  countedAt: Date;
}

const momentOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

const readClient = ({ firstOrder, firstDecline, firstDeclineOfBin, ...counts }: Json<ClientCounts>): ClientCounts => ({
  ...counts,
  firstOrder: momentOf(firstOrder),
  firstDecline: momentOf(firstDecline),
  firstDeclineOfBin: momentOf(firstDeclineOfBin),
});

const readCounts = ({ client, network, firstCardDecline, ...counts }: CountsRow): BudgetCounts => ({
  ...counts,
  client: readClient(client),
  network: network && readClient(network),
  firstCardDecline: momentOf(firstCardDecline),
});

/**
 * Counts orders and charges of the client, its network, the cart, the contact and the card, and checks them against the budgets
 * (`judgeBudgets`). Locks each of these until the transaction ends, so that a concurrent placement counts this order.
 */
export async function askPlacingBudgets(
  tx: Tx,
  { caller, budgets, openCashOrderDays }: Pick<PlacingClient, 'caller' | 'budgets' | 'openCashOrderDays'>,
  order: { cartId: string; paidBy: PaidBy; bin: string | null; cardKey: string | null; savedCardId: string | null },
): Promise<BudgetAnswer> {
  const { cartId, paidBy, bin, cardKey, savedCardId } = order;
  const { unpaidUnits, declinesPerShop } = budgets;
  const most = { unpaidUnits, declinesPerShop, openCashOrderDays };
  const network = networkOf(caller);
  const [row] = await countBudgets(tx, [
    ...([cartId, caller, network, clientsOfNetwork, paidBy] as const),
    ...([bin, cardKey, savedCardId, most] as const),
  ]);
  if (row === undefined) throw new Error('count_order_budgets returned no row');
  const { client: clientKey, networkClient: networkKey, isContactConfirmed } = row;
  const judged = judgeBudgets(readCounts(row.counts), budgets, { paidBy, isContactConfirmed, clientsOfNetwork });
  return { ...judged, clientKey, networkKey, isContactConfirmed, countedAt: row.countedAt };
}

const countSmallOrders = statement(
  'orders.little-budgets',
  `select greatest(
       (select min(o.created_at) from orders o join payments p on p.order_id = o.id
        where o.client_key = $1 and o.created_at > clock_timestamp() - interval '1 hour'
        having count_of_orders(count(*) filter (where not has_backing(o, p)), count(*) filter (where has_backing(o, p))) * 2 >= $4),
       (select min(o.created_at) from orders o join payments p on p.order_id = o.id
        where o.network_key = $2 and o.created_at > clock_timestamp() - interval '1 hour'
        having count_of_orders(count(*) filter (where not has_backing(o, p)), count(*) filter (where has_backing(o, p))) * 2 >= $3 * $4)
     ) + interval '1 hour' as free_at,
     clock_timestamp() as counted_at,
     (select count(*) from (
        select from orders where lower(email) = (select lower(email) from carts where id = $5) and payment_type = 'Cash'
          and status = 'processing' and confirmation_due is not null and contact_confirmed = $6 limit $7) w) as waiting`,
);

/**
 * Counts the orders that limit a small order beyond its address's budget. `askPlacingBudgets` has taken the locks. `freeAt`: the
 * time at which the address will have used less than half of `ordersPerAddress`. Null if this is already so. `waiting`: how many
 * orders of the e-mail wait for their link, up to `maxWaiting`. Orders of a customer with this confirmed e-mail are counted
 * separately from all others.
 */
export async function askSmallOrderBudgets(
  tx: Tx,
  { clientKey, networkKey, isContactConfirmed }: Pick<BudgetAnswer, 'clientKey' | 'networkKey' | 'isContactConfirmed'>,
  { cartId, ordersPerAddress, maxWaiting }: { cartId: string; ordersPerAddress: number; maxWaiting: number },
): Promise<Pick<BudgetAnswer, 'freeAt' | 'countedAt'> & { waiting: number }> {
  const [row] = await countSmallOrders(tx, [
    clientKey,
    networkKey,
    clientsOfNetwork,
    ordersPerAddress,
    cartId,
    isContactConfirmed,
    maxWaiting,
  ]);
  if (row === undefined) throw new Error('the budgets of a small order returned no row');
  return { freeAt: row.freeAt, countedAt: row.countedAt, waiting: row.waiting };
}

const countDeclines = statement('orders.shop-declines', 'select declines_of_shop($1) as declines', {
  declines: neverNull(),
});

/** Counts charges that banks declined in the last hour, in the whole shop. Counts up to `most`. */
export const countShopDeclines = async (tx: Tx, most: number): Promise<number> =>
  (await countDeclines(tx, [most]))[0]?.declines ?? 0;
