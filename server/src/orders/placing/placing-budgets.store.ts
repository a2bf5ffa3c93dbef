import {
  type BudgetCounts,
  type BudgetVerdict,
  type ClientCounts,
  judgeBudgets,
  type PaidBy,
} from '@ceiba/domain/orders/order-budgets';
import { statement, type Tx } from '../../platform/db/database.ts';
import { clientsOfNetwork, networkOf } from '../../platform/http/caller.ts';
import type { PlacingClient } from './placement.ts';

/** As JSON has it: moments are texts. */
type Json<T> = { [K in keyof T]: T[K] extends Date | null ? string | null : T[K] };

type CountsRow = Json<Omit<BudgetCounts, 'client' | 'network'>> & {
  client: Json<ClientCounts>;
  network: Json<ClientCounts> | null;
};

const countBudgets = statement<
  {
    client: string;
    network_client: string | null;
    is_contact_confirmed: boolean;
    told_at: Date;
    counts: CountsRow;
  },
  [
    cart: string,
    caller: string,
    network: string,
    clientsOfNetwork: number,
    method: PaidBy,
    bin: string | null,
    card: string | null,
    saved: string | null,
    most: { unpaidUnits: number; declinesPerShop: number; openCashOrderDays: number },
  ]
>('orders.budgets', 'select * from count_order_budgets($1, $2, $3, $4, $5, $6, $7, $8, $9)');

/** By the database's clock. */
export interface BudgetAnswer extends BudgetVerdict {
  /** Stored with the order, as `networkKey`, which is null where the client is its own network. */
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
 * Counts the orders and charges of the client, its network, the cart, its contact and its card, which stay locked until the transaction ends,
 * and judges them (`judgeBudgets`).
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
  const { client: clientKey, network_client: networkKey, is_contact_confirmed: isContactConfirmed } = row;
  const judged = judgeBudgets(readCounts(row.counts), budgets, { paidBy, isContactConfirmed, clientsOfNetwork });
  return { ...judged, clientKey, networkKey, isContactConfirmed, toldAt: row.told_at };
}

const askLittle = statement<
  { free_at: Date | null; told_at: Date; waiting: number },
  [
    client: string,
    network: string | null,
    clientsOfNetwork: number,
    ordersPerAddress: number,
    cart: string,
    isContactConfirmed: boolean,
    mostWaiting: number,
  ]
>(
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
 * Counts what a little order asks that goes on beyond its address's budget, under the locks that `askPlacingBudgets` has taken: `freeAt`,
 * null = now, is when its address may have used less than half of `ordersPerAddress`; `waiting` orders of its e-mail, no more than
 * `mostWaiting` are counted, wait for their link: of whoever confirmed that e-mail their own, of all others those of anybody.
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
  return { freeAt: row.free_at, toldAt: row.told_at, waiting: row.waiting };
}

const countDeclines = statement<{ declines: number }, [most: number]>(
  'orders.shop-declines',
  'select declines_of_shop($1) as declines',
);

/** Charges that banks declined in the last hour, in the whole shop; `most` are counted. */
export const countShopDeclines = async (tx: Tx, most: number): Promise<number> =>
  (await countDeclines(tx, [most]))[0]?.declines ?? 0;
