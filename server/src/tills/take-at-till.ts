import type { Centavos } from '@ceiba/domain/money/money';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { statement, type Tx } from '../platform/db/database.ts';
import type { Refusal } from '../platform/http/route.ts';
import { holdOpenTill } from './pay-at-till.ts';
import { useTill } from './tills.store.ts';

const selectStore = statement<{ store: string; tills: string[] }, [orderId: string, n: number]>(
  'tills.cash-pickup',
  `select s.store_code as store, array(
     select t.id from tills t join till_sessions e on e.till_id = t.id and e.closed_at is null
     where t.store_code = s.store_code and not t.is_general) as tills
   from shipments s
   where s.order_id = $1 and s.n = $2 and s.state = 'at_store' and s.store_code is not null and s.cash_due > 0`,
);

/**
 * Whoever hands over a pickup that is paid in cash does it at an open till of its store (CASH-03): what they collect in this transaction, which
 * holds its order, is on it. `tillId` undefined: the only one that is open. Nothing of a shipment that collects no cash there.
 */
export async function takeAtTill(
  tx: Tx,
  {
    orderId,
    n,
    tillId,
    received,
  }: {
    orderId: string;
    n: number;
    tillId: string | undefined /** In centavos, the change among it. */;
    received: Centavos | null;
  },
): Promise<Result<void, Refusal<'NOT_FOUND' | 'TILL_CLOSED' | 'VALIDATION_ERROR'>>> {
  const [pickup] = await selectStore(tx, [orderId, n]);
  if (pickup === undefined) return ok(undefined);
  const [only, ...others] = pickup.tills;
  if (tillId === undefined && others.length > 0) {
    const fields = { tillId: 'Elige en qué caja se cobra.' };
    return refuse({ code: 'VALIDATION_ERROR', metadata: { fields } });
  }
  const id = tillId ?? only;
  if (id === undefined) return refuse({ code: 'TILL_CLOSED' });
  const held = await holdOpenTill(tx, { tillId: id, maySee: (store) => store === pickup.store });
  if (!held.ok) return held;
  await useTill(tx, { session: held.value.session.id, means: 'cash', ...(received !== null && { received }) });
  return ok(undefined);
}
