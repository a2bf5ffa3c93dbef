import { statement, type Tx } from '../../platform/db/database.ts';
import { clientsOfNetwork, networkOf } from '../../platform/http/caller.ts';
import type { PaidBy } from './order-request.ts';
import type { PlacingBudgets, PlacingClient, SpentBudget } from './placement.ts';

const askBudgets = statement<
  {
    client: string;
    network_client: string | null;
    is_contact_confirmed: boolean;
    spent: SpentBudget | null;
    free_at: Date | null;
    wants_proof: boolean;
    wants_hard_proof: boolean;
    orders_left: number;
    units_left: number;
    value_left: number;
    unpaid_units_left: number;
    unpaid_value_left: number;
    told_at: Date;
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
    budgets: PlacingBudgets & { openCashOrderDays: number },
  ]
>('orders.budgets', 'select * from spent_order_budget($1, $2, $3, $4, $5, $6, $7, $8, $9)');

/** By the database's clock. */
export interface BudgetAnswer {
  /** Stored with the order, as `networkKey`, which is null where the client is its own network. */
  clientKey: string;
  networkKey: string | null;
  /** The buyer is a customer with this confirmed e-mail. */
  isContactConfirmed: boolean;
  /** The first budget that is used up, null = none, free again at `freeAt`. */
  spent: SpentBudget | null;
  freeAt: Date | null;
  toldAt: Date;
  /** From half of a budget on; the harder one while many cards are declined in the whole shop. */
  wantsProof: 'usual' | 'hard' | null;
  /** What one more order that nobody confirmed may hold, by what they hold together; `value` in centavos. */
  unconfirmedLeft: { orders: number; units: number; value: number };
  /** The same of all that are not paid yet. */
  unpaidLeft: { units: number; value: number };
}

/** Counts what the client, its network, the cart, its contact and its card have done; they stay locked until the transaction ends. */
export async function askPlacingBudgets(
  tx: Tx,
  { caller, budgets, openCashOrderDays }: Pick<PlacingClient, 'caller' | 'budgets' | 'openCashOrderDays'>,
  order: { cartId: string; paidBy: PaidBy; bin: string | null; cardKey: string | null; savedCardId: string | null },
): Promise<BudgetAnswer> {
  const { cartId, paidBy, bin, cardKey, savedCardId } = order;
  const most = { ...budgets, openCashOrderDays };
  const network = networkOf(caller);
  const [row] = await askBudgets(tx, [
    cartId,
    caller,
    network,
    clientsOfNetwork,
    paidBy,
    bin,
    cardKey,
    savedCardId,
    most,
  ]);
  if (row === undefined) throw new Error('the budgets of a placement answered nothing');
  return {
    clientKey: row.client,
    networkKey: row.network_client,
    isContactConfirmed: row.is_contact_confirmed,
    spent: row.spent,
    freeAt: row.free_at,
    toldAt: row.told_at,
    wantsProof: row.wants_hard_proof ? 'hard' : row.wants_proof ? 'usual' : null,
    unconfirmedLeft: { orders: row.orders_left, units: row.units_left, value: row.value_left },
    unpaidLeft: { units: row.unpaid_units_left, value: row.unpaid_value_left },
  };
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
