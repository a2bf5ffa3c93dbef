import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Bank } from '../bank.ts';
import { insertStumble } from '../payments/charges.store.ts';
import {
  findAccountById,
  findPayback,
  findReservation,
  insertPayback,
  insertReservation,
  insertReservationTombstone,
  moveReservation,
  type PointsPayback,
  type PointsReservation,
} from './points.store.ts';
import type { ReservationFate } from './programs.ts';

export interface ReservationRequest {
  readonly key: string;
  readonly account: string;
  readonly points: number;
}

type HoldRefusal = {
  code:
    | 'KEY_REUSED'
    | 'POINTS_ACCOUNT_NOT_FOUND'
    | 'POINTS_HOLD_CLOSED'
    | 'POINTS_UNAVAILABLE'
    | 'UPSTREAM_UNAVAILABLE';
};

/** `fate` decides how the response is sent. */
export type ReservationAnswer =
  | { readonly reservation: PointsReservation; readonly fate: ReservationFate }
  | { readonly isLate: true };

/**
 * Reserves points of an account, once per key (DEC-114). A key that was released before never reserves points. A known key gets its
 * response immediately, whatever the account's simulated fault.
 *
 * @param isLate whether the delay of a `late-charge` account has passed
 */
export function reservePoints(
  bank: Bank,
  { key, account, points }: ReservationRequest,
  isLate: boolean,
): Result<ReservationAnswer, HoldRefusal> {
  return bank.database.transact((tx) => {
    const known = findReservation(tx, key);
    if (known?.status === 'held' || known?.status === 'captured') {
      const isSame = known.account_id === account && known.points === points;
      return isSame ? ok({ reservation: known, fate: 'approved' }) : refuse({ code: 'KEY_REUSED' });
    }
    if (known !== undefined) return refuse({ code: 'POINTS_HOLD_CLOSED' });
    const fate = findAccountById(tx, account)?.fate;
    if (fate === undefined) return refuse({ code: 'POINTS_ACCOUNT_NOT_FOUND' });
    if (fate === 'PAY_INSUFFICIENT_FUNDS') return refuse({ code: 'POINTS_UNAVAILABLE' });
    if (fate === 'late-charge' && !isLate) return ok({ isLate: true });
    if (fate === 'processor-error-once' && insertStumble(tx, key)) return refuse({ code: 'UPSTREAM_UNAVAILABLE' });
    const createdAt = bank.now().toISOString();
    const isReserved = insertReservation(tx, { key, accountId: account, points, createdAt });
    if (!isReserved) return refuse({ code: 'POINTS_UNAVAILABLE' });
    return ok({ reservation: { key, account_id: account, points, status: 'held', created_at: createdAt }, fate });
  });
}

export type ReservationStep = 'capture' | 'release' | 'return';

const steps = {
  capture: { from: 'held', to: 'captured' },
  release: { from: 'held', to: 'released' },
  return: { from: 'captured', to: 'returned' },
} as const satisfies Record<ReservationStep, { from: PointsReservation['status']; to: PointsReservation['status'] }>;

/**
 * Captures, releases or returns the points of a reservation. Idempotent. Releasing a key without a reservation leaves a tombstone, so that a
 * reservation still on its way is refused.
 */
export function closeReservation(
  bank: Bank,
  key: string,
  step: ReservationStep,
): Result<PointsReservation, { code: 'POINTS_HOLD_NOT_FOUND' | 'POINTS_HOLD_CLOSED' }> {
  const { from, to } = steps[step];
  return bank.database.transact((tx) => {
    if (step === 'release') insertReservationTombstone(tx, key, bank.now().toISOString());
    moveReservation(tx, key, from, to);
    const after = findReservation(tx, key);
    if (after === undefined) return refuse({ code: 'POINTS_HOLD_NOT_FOUND' });
    const isDone = after.status === to || (step === 'release' && after.status === 'voided');
    return isDone ? ok(after) : refuse({ code: 'POINTS_HOLD_CLOSED' });
  });
}

/** Returns a part of the held or captured points, once per key, at most what is left. */
export function giveBackPoints(
  bank: Bank,
  holdKey: string,
  part: { readonly key: string; readonly points: number },
): Result<PointsPayback, { code: 'KEY_REUSED' | 'POINTS_HOLD_NOT_FOUND' | 'POINTS_HOLD_CLOSED' }> {
  return bank.database.transact((tx) => {
    const known = findPayback(tx, part.key);
    if (known !== undefined) {
      return known.hold_key === holdKey && known.points === part.points ? ok(known) : refuse({ code: 'KEY_REUSED' });
    }
    if (findReservation(tx, holdKey) === undefined) return refuse({ code: 'POINTS_HOLD_NOT_FOUND' });
    const isGiven = insertPayback(tx, { ...part, holdKey, createdAt: bank.now().toISOString() });
    return isGiven ? ok({ ...part, hold_key: holdKey }) : refuse({ code: 'POINTS_HOLD_CLOSED' });
  });
}
