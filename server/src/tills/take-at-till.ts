import type { Centavos } from '@ceiba/domain/money/money';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Tx } from '../platform/db/database.ts';
import { neverNull, statement } from '../platform/db/statement.ts';
import type { Refusal } from '../platform/http/route.ts';
import { lockOpenTill } from './pay-at-till.ts';
import { assignTill } from './tills.store.ts';

const selectStore = statement(
  'tills.cash-pickup',
  `select s.store_code as store, array(
     select t.id from tills t join till_sessions e on e.till_id = t.id and e.closed_at is null
     where t.store_code = s.store_code and not t.is_general) as tills
   from shipments s
   where s.order_id = $1 and s.n = $2 and s.state = 'at_store' and s.store_code is not null and s.cash_due > 0`,
  { store: neverNull() },
);

/**
 * Assigns the cash of a pickup to an open till of its store (CASH-03). Cash that the caller collects in this transaction then
 * counts for that till. The caller has locked the order. `tillId`: undefined for the only open till. Does nothing if the shipment
 * collects no cash at a store.
 */
export async function takeAtTill(
  tx: Tx,
  {
    orderId,
    shipmentNumber,
    tillId,
    received,
  }: {
    orderId: string;
    shipmentNumber: number;
    tillId: string | undefined /** In centavos, including the change. */;
    received: Centavos | null;
  },
): Promise<Result<void, Refusal<'NOT_FOUND' | 'TILL_CLOSED' | 'VALIDATION_ERROR'>>> {
  const [pickup] = await selectStore(tx, [orderId, shipmentNumber]);
  if (pickup === undefined) return ok(undefined);
  const [only, ...others] = pickup.tills;
  if (tillId === undefined && others.length > 0) {
    const fields = { tillId: 'Elige en qué caja se cobra.' };
    return refuse({ code: 'VALIDATION_ERROR', metadata: { fields } });
  }
  const id = tillId ?? only;
  if (id === undefined) return refuse({ code: 'TILL_CLOSED' });
  const locked = await lockOpenTill(tx, { tillId: id, maySee: (store) => store === pickup.store });
  if (!locked.ok) return locked;
  await assignTill(tx, { session: locked.value.session.id, means: 'cash', ...(received !== null && { received }) });
  return ok(undefined);
}
