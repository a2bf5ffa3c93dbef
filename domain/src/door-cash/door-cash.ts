import { type Centavos, centavos } from '../money/money.ts';
import { ok, type Result, refuse } from '../result.ts';

/** The cash of a delivery as recorded so far (CASH-07). */
export interface DoorCash {
  due: Centavos;
  collected: Centavos;
  writtenOff: Centavos;
  /** The amount deducted from a refund because the buyer had not paid it (record 0077). */
  setOff: Centavos;
  /** True if the order's money was refunded. The collected amount can then no longer be reduced. */
  isGivenBack: boolean;
}

/**
 * Returns the amount that is still missing. If the goods are returned later, a written-off amount may also be set off,
 * and then no amount is missing.
 */
export const missingAtDoor = ({ due, collected, writtenOff, setOff }: Omit<DoorCash, 'isGivenBack'>): Centavos =>
  centavos(Math.max(0, due - collected - writtenOff - setOff));

/** The way to settle the difference: a correction of the collected total, a later payment, or a write-off. */
export interface SettledDoorCash {
  kind: 'correction' | 'payment' | 'writeOff';
  amount: Centavos;
}

export type DoorCashRefusal =
  /** `TOO_MUCH`: the amount is above the missing amount. `most` is the maximum. */
  { code: 'TOO_MUCH'; most: Centavos } | { code: 'NOTHING' } | { code: 'GIVEN_BACK' };

/** Returns the amounts of a delivery's cash after a settlement. */
export function settleDoorCash(
  cash: DoorCash,
  { kind, amount }: SettledDoorCash,
): Result<Pick<DoorCash, 'collected' | 'writtenOff'>, DoorCashRefusal> {
  const { collected, writtenOff } = cash;
  const missing = missingAtDoor(cash);
  const more = kind === 'correction' ? amount - collected : amount;
  if (more === 0) return refuse({ code: 'NOTHING' });
  if (more > missing) {
    return refuse({ code: 'TOO_MUCH', most: centavos(kind === 'correction' ? collected + missing : missing) });
  }
  if (more < 0 && cash.isGivenBack) return refuse({ code: 'GIVEN_BACK' });
  return kind === 'writeOff'
    ? ok({ collected, writtenOff: centavos(writtenOff + more) })
    : ok({ collected: centavos(collected + more), writtenOff });
}
