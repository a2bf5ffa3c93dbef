import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Bank } from '../bank.ts';
import { insertStumble } from '../payments/charges.store.ts';
import {
  findAccountById,
  findHold,
  findPayback,
  insertHold,
  insertHoldTombstone,
  insertPayback,
  moveHold,
  type PointsHold,
  type PointsPayback,
} from './points.store.ts';
import type { HoldFate } from './programs.ts';

export interface HoldRequest {
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
export type HoldAnswer = { readonly hold: PointsHold; readonly fate: HoldFate } | { readonly isLate: true };

/**
 * Holds points of an account, once per key (DEC-114). A key that was released before never holds points. A known key gets its
 * response at once, whatever the account's simulated fault.
 *
 * @param isLate whether the delay of a `late-charge` account is over
 */
export function holdPoints(
  bank: Bank,
  { key, account, points }: HoldRequest,
  isLate: boolean,
): Result<HoldAnswer, HoldRefusal> {
  return bank.database.transact((tx) => {
    const known = findHold(tx, key);
    if (known?.status === 'held' || known?.status === 'captured') {
      const isSame = known.account_id === account && known.points === points;
      return isSame ? ok({ hold: known, fate: 'approved' }) : refuse({ code: 'KEY_REUSED' });
    }
    if (known !== undefined) return refuse({ code: 'POINTS_HOLD_CLOSED' });
    const fate = findAccountById(tx, account)?.fate;
    if (fate === undefined) return refuse({ code: 'POINTS_ACCOUNT_NOT_FOUND' });
    if (fate === 'PAY_INSUFFICIENT_FUNDS') return refuse({ code: 'POINTS_UNAVAILABLE' });
    if (fate === 'late-charge' && !isLate) return ok({ isLate: true });
    if (fate === 'processor-error-once' && insertStumble(tx, key)) return refuse({ code: 'UPSTREAM_UNAVAILABLE' });
    const createdAt = bank.now().toISOString();
    const isHeld = insertHold(tx, { key, accountId: account, points, createdAt });
    if (!isHeld) return refuse({ code: 'POINTS_UNAVAILABLE' });
    return ok({ hold: { key, account_id: account, points, status: 'held', created_at: createdAt }, fate });
  });
}

export type HoldStep = 'capture' | 'release' | 'return';

const steps = {
  capture: { from: 'held', to: 'captured' },
  release: { from: 'held', to: 'released' },
  return: { from: 'captured', to: 'returned' },
} as const satisfies Record<HoldStep, { from: PointsHold['status']; to: PointsHold['status'] }>;

/**
 * Captures, releases or returns the points of a hold. Idempotent. Releasing a key without a hold leaves a tombstone, so that a
 * hold still on its way is refused.
 */
export function closeHold(
  bank: Bank,
  key: string,
  step: HoldStep,
): Result<PointsHold, { code: 'POINTS_HOLD_NOT_FOUND' | 'POINTS_HOLD_CLOSED' }> {
  const { from, to } = steps[step];
  return bank.database.transact((tx) => {
    if (step === 'release') insertHoldTombstone(tx, key, bank.now().toISOString());
    moveHold(tx, key, from, to);
    const after = findHold(tx, key);
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
    if (findHold(tx, holdKey) === undefined) return refuse({ code: 'POINTS_HOLD_NOT_FOUND' });
    const isGiven = insertPayback(tx, { ...part, holdKey, createdAt: bank.now().toISOString() });
    return isGiven ? ok({ ...part, hold_key: holdKey }) : refuse({ code: 'POINTS_HOLD_CLOSED' });
  });
}
