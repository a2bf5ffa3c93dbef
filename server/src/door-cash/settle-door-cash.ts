import {
  type DoorCash,
  type DoorCashRefusal,
  missingAtDoor,
  type SettledDoorCash,
  settleDoorCash as settle,
} from '@ceiba/domain/door-cash/door-cash';
import { formatQ, toQuetzales } from '@ceiba/domain/money/money';
import { readShipmentId } from '@ceiba/domain/orders/shipment';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Author } from '../platform/audit/record-change.ts';
import { versionConflict } from '../platform/audit/version-conflict.ts';
import type { Tx } from '../platform/db/database.ts';
import type { Refusal } from '../platform/http/route.ts';
import { lockPlacedOrder } from '../shipments/shipment-moves.store.ts';
import { lockOpenTill } from '../tills/pay-at-till.ts';
import { settleSession } from '../tills/till-counts.store.ts';
import { assignTill } from '../tills/tills.store.ts';
import { type DeliveredCash, findDeliveredCash, saveDoorCash } from './door-cash.store.ts';

interface AskedSettling extends SettledDoorCash {
  id: string;
  /** The version of the shipment that the person saw. If undefined, any version is accepted. */
  version?: number;
  reason: string;
  /** The open till that takes a later payment. */
  tillId?: string | undefined;
}

export interface DoorCashSettled {
  before: DoorCash;
  after: DoorCash;
  version: number;
}

const auditedCash = ({ collected, writtenOff }: DoorCash) => ({
  cashCollected: toQuetzales(collected),
  cashWrittenOff: toQuetzales(writtenOff),
});

/** The audit's row of a settlement. */
export const settledChange = ({ before, after }: Pick<DoorCashSettled, 'before' | 'after'>) => ({
  before: auditedCash(before),
  after: auditedCash(after),
});

type SettlingRefusal = Refusal<
  'NOT_FOUND' | 'VERSION_CONFLICT' | 'TRANSITION_NOT_ALLOWED' | 'APPROVAL_REQUIRED' | 'TILL_CLOSED' | 'VALIDATION_ERROR'
>;

/**
 * Corrects the cash of a delivery (CASH-07): a correction, a later payment or a write-off. The person must not be the
 * last who recorded the cash. Locks the order first, then a till, as payments do (record 0034).
 */
export async function settleDoorCash(
  tx: Tx,
  asked: AskedSettling,
  author: Author,
  maySee: (storeCode: string) => boolean,
): Promise<Result<DoorCashSettled, SettlingRefusal>> {
  const { id, version, kind, amount, reason } = asked;
  const named = readShipmentId(id);
  if (named === undefined || (await lockPlacedOrder(tx, named.orderNumber)) === undefined)
    return refuse({ code: 'NOT_FOUND' });
  const cash = await findDeliveredCash(tx, id);
  // People limited to stores cannot change a shipment without a place.
  if (cash === undefined || !maySee(cash.place ?? '')) return refuse({ code: 'NOT_FOUND' });
  if (version !== undefined && version !== cash.version) {
    const current = {
      collected: toQuetzales(cash.collected),
      missing: toQuetzales(missingAtDoor(cash)),
      version: cash.version,
    };
    return refuse(await versionConflict(tx, { entity: 'shipments', entityId: id, current, conflicts: ['collected'] }));
  }
  if (cash.writtenBy.some((one) => one === author.actor.id || one === author.name))
    return refuse({ code: 'APPROVAL_REQUIRED', message: 'Lo corrige otra persona, no quien lo escribió.' });
  const settled = settle(cash, { kind, amount });
  if (!settled.ok) return refuse(refusalOf(settled.error));
  const session = await assignTillOf(tx, cash, asked, maySee);
  if (!session.ok) return session;
  await saveDoorCash(tx, cash, settled.value, { reason, actor: author.actor, now: author.now });
  if (session.value !== null) await settleSession(tx, session.value);
  const after: DoorCash = { ...cash, ...settled.value };
  return ok({ before: cash, after, version: cash.version + 1 });
}

/**
 * Sets the till at which the money moves, and returns the session whose differences must be recalculated. A correction
 * belongs to the session that took the money, even if that session is closed. A later payment goes to an open till.
 */
async function assignTillOf(
  tx: Tx,
  { taken, storeCode }: DeliveredCash,
  { kind, tillId }: AskedSettling,
  maySee: (storeCode: string) => boolean,
): Promise<Result<string | null, SettlingRefusal>> {
  if (kind === 'writeOff') return ok(null);
  if (kind === 'correction') {
    if (taken === null) return ok(null);
    await assignTill(tx, { session: taken.session, means: 'cash', corrects: taken.movement });
    return ok(taken.session);
  }
  if (tillId === undefined) {
    const fields = { tillId: 'Elige en qué caja se cobra.' };
    return storeCode === null ? ok(null) : refuse({ code: 'VALIDATION_ERROR', metadata: { fields } });
  }
  const locked = await lockOpenTill(tx, { tillId, maySee });
  if (!locked.ok) return locked;
  await assignTill(tx, { session: locked.value.session.id, means: 'cash' });
  return ok(null);
}

function refusalOf(refused: DoorCashRefusal): SettlingRefusal {
  switch (refused.code) {
    case 'TOO_MUCH':
      return amountRefusal(
        refused.most === 0 ? 'No falta nada de este envío.' : `Escribe a lo sumo ${formatQ(refused.most)}.`,
      );
    case 'NOTHING':
      return amountRefusal('Escribe un monto distinto del que ya está anotado.');
    case 'GIVEN_BACK':
      return {
        code: 'TRANSITION_NOT_ALLOWED',
        message: 'Ya se reembolsó dinero de esta orden: lo cobrado no puede bajar.',
        metadata: { allowed: [] },
      };
  }
}

const amountRefusal = (text: string): SettlingRefusal => ({
  code: 'VALIDATION_ERROR',
  metadata: { fields: { amount: text } },
});
