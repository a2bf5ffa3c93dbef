import { statement, type Tx } from './database.ts';

/** What each of the shop's secrets signs or hashes, by its name in `shop_secrets`. */
export type ShopSecret =
  | 'captcha'
  | 'card-numbers'
  | 'gift-cards'
  | 'one-time-codes'
  | 'order-confirmation'
  | 'points-guesses'
  | 'sessions'
  | 'unsubscribe';

const selectSecret = statement<{ value: string }, [name: ShopSecret]>(
  'platform.shop-secret',
  'select value from shop_secrets where name = $1',
);

/** A secret that every node has and that never changes while the shop lives; made beside the tables of what it is for. */
export async function getShopSecret(tx: Tx, name: ShopSecret): Promise<string> {
  const [row] = await selectSecret(tx, [name]);
  if (row === undefined) throw new Error(`the shop has no secret of the name ${name}`);
  return row.value;
}
