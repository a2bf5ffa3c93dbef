import { type Centavos, centavos } from '../money/money.ts';
import { ok, type Result, refuse } from '../result.ts';

/** The cash of a delivery as it was written so far (CASH-07). */
export interface DoorCash {
  due: Centavos;
  collected: Centavos;
  writtenOff: Centavos;
  /** Amount taken from a refund because it had not been paid (record 0077). */
  setOff: Centavos;
  /** Money of its order was given back: what was collected is not lowered any more. */
  isGivenBack: boolean;
}

/** Amount still missing. A written-off amount may also be set off when the goods come back later: then nothing is missing. */
export const missingAtDoor = ({ due, collected, writtenOff, setOff }: Omit<DoorCash, 'isGivenBack'>): Centavos =>
  centavos(Math.max(0, due - collected - writtenOff - setOff));

/** How it is put right: what was truly collected in all; what came later; what nobody pays any more. */
export interface SettledDoorCash {
  kind: 'correction' | 'payment' | 'writeOff';
  amount: Centavos;
}

export type DoorCashRefusal =
  /** More than is missing; `most` may be written. */
  { code: 'TOO_MUCH'; most: Centavos } | { code: 'NOTHING' } | { code: 'GIVEN_BACK' };

/** Amounts of a delivery's cash after a correction. */
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
