import type { Result } from '@ceiba/domain/result';
import { clientsOfNetwork, networkOf } from '../platform/client-of.ts';
import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';
import type { OrderRefusal } from './order-draft.ts';

/** DEC-196, already multiplied by RATE_LIMIT_FACTOR. */
export interface PlacingBudgets {
  ordersPerAddress: number;
  openCashOrders: number;
  declinesPerCart: number;
  declinesPerAddress: number;
  declinesPerBin: number;
}

export type PlacingBudget = keyof PlacingBudgets;

export interface PlacingClient {
  /** Who counts as one client (`clientOf`); kept only as a hash. */
  caller: string;
  budgets: PlacingBudgets;
  /** A cash order that nobody closed counts as open for so many days. */
  openCashOrderDays: number;
  /** Takes the captcha that came with the call; asked from half of a budget on, once, outside any transaction. */
  prove(): Promise<Result<null, OrderRefusal>>;
  /**
   * Does the work when it is this client's turn. Its budgets are counted under a lock, one call after the other; who waits for
   * that must not hold a connection meanwhile, or one address could take all of them.
   * @throws Overloaded when the turn does not come in time
   */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
}

const askBudgets = statement<
  {
    client: string;
    network_client: string | null;
    spent: PlacingBudget | null;
    free_at: Date | null;
    wants_proof: boolean;
    told_at: Date;
  },
  [
    cart: string,
    caller: string,
    network: string,
    clientsOfNetwork: number,
    isPaidLater: boolean,
    bin: string | null,
    ordersPerAddress: number,
    openCash: number,
    openCashDays: number,
    declinesPerCart: number,
    declinesPerAddress: number,
    declinesPerBin: number,
  ]
>('orders.budgets', 'select * from spent_placing_budget($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)');

/** `clientKey` and `networkKey` (null: the client is its own network) are stored with the order; `spent` is the first budget that is used up, null = none, free again at `freeAt`; by the database's clock. */
export interface BudgetAnswer {
  clientKey: string;
  networkKey: string | null;
  spent: PlacingBudget | null;
  freeAt: Date | null;
  toldAt: Date;
  /** From half of a budget on. */
  wantsProof: boolean;
}

/** Counts what the client, its network, the cart and its contact have done; they stay locked until the transaction ends. */
export async function askPlacingBudgets(
  tx: Tx,
  { caller, budgets, openCashOrderDays }: Pick<PlacingClient, 'caller' | 'budgets' | 'openCashOrderDays'>,
  order: { cartId: string; isPaidLater: boolean; bin: string | null },
): Promise<BudgetAnswer> {
  const [row] = await askBudgets(tx, [
    order.cartId,
    caller,
    networkOf(caller),
    clientsOfNetwork,
    order.isPaidLater,
    order.bin,
    budgets.ordersPerAddress,
    budgets.openCashOrders,
    openCashOrderDays,
    budgets.declinesPerCart,
    budgets.declinesPerAddress,
    budgets.declinesPerBin,
  ]);
  if (row === undefined) throw new Error('the budgets of a placement answered nothing');
  const { client: clientKey, network_client: networkKey, spent, free_at: freeAt } = row;
  return { clientKey, networkKey, spent, freeAt, toldAt: row.told_at, wantsProof: row.wants_proof };
}
