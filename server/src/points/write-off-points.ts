import { toQuetzales } from '@ceiba/domain/money/money';
import { isOrderNumber } from '@ceiba/domain/orders/order';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Change } from '../platform/audit/record-change.ts';
import type { Tx } from '../platform/db/database.ts';
import { findPointsOfOrder, type PointsOfOrder, writeOff } from './points-accounts.store.ts';
import type { PointsPrograms } from './points-programs.ts';

export type Programs = Pick<PointsPrograms, 'findReservation'>;

type Hold = Awaited<ReturnType<Programs['findReservation']>>['kind'];

export type WriteOffRefusal =
  | { code: 'ORDER_UNKNOWN' }
  /** The points are not being taken, or were taken or released in the meantime. */
  | { code: 'NOT_WAITING'; status: string }
  /** According to the program, there is still something to take. */
  | { code: 'STILL_HELD'; kind: Hold };

/**
 * Finds the points of an order that may be written off: the shop wants to take them, but the program reports that it has released them.
 * Calls the program, so it runs outside a transaction.
 */
export async function findWriteOff(
  tx: Tx,
  programs: Programs,
  orderNumber: string,
): Promise<Result<PointsOfOrder, WriteOffRefusal>> {
  const points = isOrderNumber(orderNumber) ? await findPointsOfOrder(tx, orderNumber) : undefined;
  if (points === undefined) return refuse({ code: 'ORDER_UNKNOWN' });
  if (points.status !== 'capturing') return refuse({ code: 'NOT_WAITING', status: points.status });
  const { kind } = await programs.findReservation(points.code);
  return kind === 'closed' ? ok(points) : refuse({ code: 'STILL_HELD', kind });
}

/** Writes off the found points, at the desk or by `ceiba points write-off`. Returns the change for the audit. */
export async function writeOffPoints(
  tx: Tx,
  { code, orderNumber, program, points, amount }: PointsOfOrder,
): Promise<Result<Change, WriteOffRefusal>> {
  if (!(await writeOff(tx, code))) return refuse({ code: 'NOT_WAITING', status: 'settled meanwhile' });
  const after = { program, points, amount: toQuetzales(amount) };
  return ok({ entity: 'orders', entityId: orderNumber ?? '', after });
}
