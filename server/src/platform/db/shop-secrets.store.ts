import type { Tx } from './database.ts';
import { statement } from './statement.ts';

/** The purposes of the shop's secrets, by their names in `shop_secrets`. */
export type ShopSecret =
  | 'captcha'
  | 'card-numbers'
  | 'gift-cards'
  | 'one-time-codes'
  | 'order-confirmation'
  | 'points-guesses'
  | 'product-previews'
  | 'sessions'
  | 'unsubscribe';

const selectSecret = statement('platform.shop-secret', 'select value from shop_secrets where name = $1');

/** Returns a secret that all nodes share and that never changes. It is created together with the tables of its purpose. */
export async function getShopSecret(tx: Tx, name: ShopSecret): Promise<string> {
  const [row] = await selectSecret(tx, [name]);
  if (row === undefined) throw new Error(`the shop has no secret of the name ${name}`);
  return row.value;
}
