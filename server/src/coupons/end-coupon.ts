import type { Change } from '../platform/audit/record-change.ts';
import type { Tx } from '../platform/db/database.ts';
import { type FoundEntity, getEntity } from '../platform/entities/entity.store.ts';
import { couponTable } from './coupons.table.ts';
import { endCoupon as endRow } from './operator-coupons.store.ts';

/** Ends a locked coupon, for the desk and for `ceiba coupon end`. Returns it with the change for the audit; undefined: it had ended. */
export async function endCoupon(
  tx: Tx,
  locked: FoundEntity,
  now: Date,
): Promise<{ coupon: FoundEntity; change: Change } | undefined> {
  const code = String(locked['code']);
  if (!(await endRow(tx, code, now))) return undefined;
  const coupon = await getEntity(tx, couponTable, code);
  const change = {
    entity: 'coupons',
    entityId: code,
    before: { endsAt: locked['endsAt'] },
    after: { endsAt: coupon['endsAt'] },
  };
  return { coupon, change };
}
