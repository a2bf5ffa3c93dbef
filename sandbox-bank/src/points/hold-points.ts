import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Bank } from '../bank.ts';
import {
  findAccountById,
  findHold,
  insertHold,
  insertHoldTombstone,
  moveHold,
  type PointsHold,
} from './points.store.ts';

export interface HoldRequest {
  readonly key: string;
  readonly account: string;
  readonly points: number;
}

type HoldRefusal = {
  code: 'KEY_REUSED' | 'POINTS_ACCOUNT_NOT_FOUND' | 'POINTS_HOLD_CLOSED' | 'POINTS_UNAVAILABLE';
};

/** Blocks points of an account, once per key (DEC-114). A key released before never blocks anything. */
export function holdPoints(bank: Bank, { key, account, points }: HoldRequest): Result<PointsHold, HoldRefusal> {
  return bank.database.transact((tx) => {
    const known = findHold(tx, key);
    if (known?.status === 'held' || known?.status === 'captured') {
      return known.account_id === account && known.points === points ? ok(known) : refuse({ code: 'KEY_REUSED' });
    }
    if (known !== undefined) return refuse({ code: 'POINTS_HOLD_CLOSED' });
    if (findAccountById(tx, account) === undefined) return refuse({ code: 'POINTS_ACCOUNT_NOT_FOUND' });
    const isHeld = insertHold(tx, { key, accountId: account, points, createdAt: bank.now().toISOString() });
    if (!isHeld) return refuse({ code: 'POINTS_UNAVAILABLE' });
    return ok({ key, account_id: account, points, status: 'held' });
  });
}

export type HoldStep = 'capture' | 'release' | 'return';

const steps = {
  capture: { from: 'held', to: 'captured' },
  release: { from: 'held', to: 'released' },
  return: { from: 'captured', to: 'returned' },
} as const satisfies Record<HoldStep, { from: PointsHold['status']; to: PointsHold['status'] }>;

/**
 * Captures, releases or gives back the points of a hold. Idempotent. Releasing a key without a hold leaves a tombstone,
 * so that a hold still on its way is refused.
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
