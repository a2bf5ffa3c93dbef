import { toQuetzales } from '@ceiba/domain/money/money';
import { failureReasons, isFailureReason } from '@ceiba/domain/orders/shipment';
import { type Change, changedFields } from '../platform/audit/record-change.ts';
import type { MovedShipment } from './move-shipment.ts';

/** The audit's row of a move, by whoever made it: what it changed, what was given with it, and the reason in the words of the desk. */
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

/** The audit's row of goods that came back. */
export const receivedChange = (id: string, fate: 'restocked' | 'scrapped'): Change => ({
  entity: 'shipments',
  entityId: id,
  after: { fate: fate === 'scrapped' ? 'scrap' : 'restock' },
});
