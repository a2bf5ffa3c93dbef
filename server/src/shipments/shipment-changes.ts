import { toQuetzales } from '@ceiba/domain/money/money';
import { failureReasons, isFailureReason, type ShipmentState } from '@ceiba/domain/orders/shipment';
import { type Change, changedFields } from '../platform/audit/record-change.ts';
import type { MovedShipment } from './move-shipment.ts';

/** Returns the audit entry of a move by anybody: the changed fields, the data of the move, and the reason in the desk's words. */
export function movedChange(
  {
    id,
    was,
    state,
    attempts,
    cashCollected,
  }: Pick<MovedShipment, 'id' | 'was' | 'state' | 'attempts' | 'cashCollected'>,
  { reason, ...given }: { reason?: string | null | undefined } & Readonly<Record<string, unknown>>,
): Change {
  const { before, after } = changedFields(was, { state, attempts });
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== undefined));
  const collected = cashCollected === null ? {} : { cashCollected: toQuetzales(cashCollected) };
  const failure = reason !== null && reason !== undefined && isFailureReason(reason) ? failureReasons[reason] : reason;
  return { entity: 'shipments', entityId: id, before, after: { ...after, ...said, ...collected }, reason: failure };
}

/** Returns the audit entries of shipments that one call moved to the same state, each with its own data. */
export const stepChanges = (
  ids: readonly string[],
  { from, to, more }: { from: ShipmentState; to: ShipmentState; more?: (id: string) => Record<string, unknown> },
): Change[] =>
  ids.map((id) => ({
    entity: 'shipments',
    entityId: id,
    before: { state: from },
    after: { state: to, ...more?.(id) },
  }));

/** Returns the audit entry of goods that came back. */
export const receivedChange = (id: string, fate: 'restocked' | 'scrapped'): Change => ({
  entity: 'shipments',
  entityId: id,
  after: { fate: fate === 'scrapped' ? 'scrap' : 'restock' },
});
