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

/** The same type as JSON has it: moments are texts. */
type Json<T> = { [K in keyof T]: T[K] extends Date | null ? string | null : T[K] };

type CountsRow = Json<Omit<BudgetCounts, 'client' | 'network'>> & {
  client: Json<ClientCounts>;
  network: Json<ClientCounts> | null;
};

const countBudgets = statement(
  'orders.budgets',
  'select * from count_order_budgets($1, $2, $3, $4, $5, $6, $7, $8, $9)',
  { client: neverNull(), isContactConfirmed: neverNull(), toldAt: neverNull(), counts: neverNull<CountsRow>() },
);

/** All moments are by the database's clock. */
export interface BudgetAnswer extends BudgetVerdict {
  /** Both keys are stored with the order. `networkKey` is null if the client is its own network. */
  clientKey: string;
  networkKey: string | null;
  /** The buyer is a customer with this confirmed e-mail. */
  isContactConfirmed: boolean;
  toldAt: Date;
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
 * Counts orders and charges of the client, its network, the cart, its contact and its card, and judges them (`judgeBudgets`).
 * All of them stay locked until the transaction ends.
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
  if (row === undefined) throw new Error('the budgets of a placement answered nothing');
  const { client: clientKey, networkClient: networkKey, isContactConfirmed } = row;
  const judged = judgeBudgets(readCounts(row.counts), budgets, { paidBy, isContactConfirmed, clientsOfNetwork });
  return { ...judged, clientKey, networkKey, isContactConfirmed, toldAt: row.toldAt };
}

const askLittle = statement(
  'orders.little-budgets',
  `select greatest(
       (select min(o.created_at) from orders o join payments p on p.order_id = o.id
        where o.client_key = $1 and o.created_at > clock_timestamp() - interval '1 hour'
        having count_of_orders(count(*) filter (where not has_backing(o, p)), count(*) filter (where has_backing(o, p))) * 2 >= $4),
       (select min(o.created_at) from orders o join payments p on p.order_id = o.id
        where o.network_key = $2 and o.created_at > clock_timestamp() - interval '1 hour'
        having count_of_orders(count(*) filter (where not has_backing(o, p)), count(*) filter (where has_backing(o, p))) * 2 >= $3 * $4)
     ) + interval '1 hour' as free_at,
     clock_timestamp() as told_at,
     (select count(*) from (
        select from orders where lower(email) = (select lower(email) from carts where id = $5) and payment_type = 'Cash'
          and status = 'processing' and confirmation_due is not null and contact_confirmed = $6 limit $7) w) as waiting`,
);

/**
 * Counts for a small order that is placed beyond its address's budget, under the locks that `askPlacingBudgets` has taken.
 * `freeAt`: when the address has used less than half of `ordersPerAddress`; null = now.
 * `waiting`: orders of its e-mail that wait for their link, at most `mostWaiting`.
 * A buyer who confirmed the e-mail has their own count; all others share one.
 */
export async function askLittleBudgets(
  tx: Tx,
  { clientKey, networkKey, isContactConfirmed }: Pick<BudgetAnswer, 'clientKey' | 'networkKey' | 'isContactConfirmed'>,
  { cartId, ordersPerAddress, mostWaiting }: { cartId: string; ordersPerAddress: number; mostWaiting: number },
): Promise<Pick<BudgetAnswer, 'freeAt' | 'toldAt'> & { waiting: number }> {
  const [row] = await askLittle(tx, [
    clientKey,
    networkKey,
    clientsOfNetwork,
    ordersPerAddress,
    cartId,
    isContactConfirmed,
    mostWaiting,
  ]);
  if (row === undefined) throw new Error('the budgets of a little order answered nothing');
  return { freeAt: row.freeAt, toldAt: row.toldAt, waiting: row.waiting };
}

const countDeclines = statement('orders.shop-declines', 'select declines_of_shop($1) as declines', {
  declines: neverNull(),
});

/** Charges that banks declined in the last hour, in the whole shop; counts at most `most`. */
export const countShopDeclines = async (tx: Tx, most: number): Promise<number> =>
  (await countDeclines(tx, [most]))[0]?.declines ?? 0;
