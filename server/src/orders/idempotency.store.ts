import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';
import type { OrderRefusal } from './order-request.ts';

/** What is kept of an answer: enough to give it again word for word. */
export type KeptAnswer = { orderNumber: string } | Pick<OrderRefusal, 'code'>;

export interface KnownKey {
  requestHash: string;
  /** Null while the first call is running. */
  answer: KeptAnswer | null;
}

const selectKey = statement<{ request_hash: string; answer: KeptAnswer | null }, [key: string]>(
  'orders.idempotency-key',
  `select request_hash, answer from idempotency_keys where scope = 'placeOrder' and key = $1`,
);

export async function findKey(tx: Tx, key: string): Promise<KnownKey | undefined> {
  const [row] = await selectKey(tx, [key]);
  return row && { requestHash: row.request_hash, answer: row.answer };
}
