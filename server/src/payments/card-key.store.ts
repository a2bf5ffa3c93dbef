import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

const selectSecret = statement<{ value: string }, []>(
  'payments.card-secret',
  `select value from shop_secrets where name = 'card-numbers'`,
);

/** What every node hashes the numbers of cards with. */
export async function getCardSecret(tx: Tx): Promise<string> {
  const [row] = await selectSecret(tx, []);
  if (row === undefined) throw new Error('the shop has no secret for the numbers of cards');
  return row.value;
}
