import { type Flags, readFlags } from '@ceiba/domain/flags/flags';
import type { PointsPaymentType } from '@ceiba/domain/payments/payment-amounts';
import { isProgramAllowed } from '@ceiba/domain/points/points';
import { listFlags } from '../flags/flags.store.ts';
import type { Tx } from '../platform/database.ts';

/** The flags of this moment: programs are switched by them (FLAG-02). */
export async function readPointsFlags(tx: Tx): Promise<Flags> {
  const rows = await listFlags(tx, []);
  return readFlags(Object.fromEntries(rows.map(({ name, enabled }) => [name, enabled])));
}

/**
 * Whether a certificate that is applied still pays for its cart, whose lines and whose program's flag may have changed since
 * (PTS-13, DEC-115). A donation added since leaves it (DIF-17).
 */
export const stillPaysFor = (
  { isThirdParty }: { isThirdParty: boolean },
  program: PointsPaymentType,
  flags: Flags,
): boolean => isProgramAllowed(program, { isThirdParty, hasDonation: false }, flags);
