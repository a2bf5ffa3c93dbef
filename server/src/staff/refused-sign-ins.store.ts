import { deleteOlder, type Tx } from '../platform/db/database.ts';
import { statement } from '../platform/db/statement.ts';
import { networkOf } from '../platform/http/caller.ts';

const hourMs = 3_600_000;

const count = statement(
  'staff.count-refused-sign-in',
  `insert into staff_refused_sign_ins as r (hour, network, operation, code, entity_id, refusals, last_at)
   values ($1, $2, $3, $4, $5, 1, $6)
   on conflict (hour, network, operation, code, entity_id)
     do update set refusals = r.refusals + 1, last_at = greatest(r.last_at, excluded.last_at)`,
);

interface RefusedSignIn {
  operation: 'startStaffSession' | 'verifySecondFactor' | 'loginStaffByPasskey';
  code: string;
  /** Null if no desk user has the typed e-mail or the passkey. */
  staffId: string | null;
}

/**
 * Counts a refused sign-in for its network, hour and person. The audit has no row for it, because a stranger can repeat it any
 * number of times.
 */
export const countRefusedSignIn = async (
  tx: Tx,
  { operation, code, staffId }: RefusedSignIn,
  { client, now }: { client: string; now: Date },
): Promise<void> => {
  const hour = new Date(Math.floor(now.getTime() / hourMs) * hourMs);
  await count(tx, [hour, networkOf(client), operation, code, staffId ?? 'unknown', now]);
};

interface RefusedHour {
  hour: Date;
  network: string;
  operation: string;
  code: string;
  /** Null if nobody has the typed e-mail. */
  email: string | null;
  refusals: number;
}

const select = statement(
  'staff.refused-sign-ins',
  `select r.hour, r.network, r.operation, r.code, m.email, r.refusals
   from staff_refused_sign_ins r left join staff_members m on m.id::text = r.entity_id
   where r.hour >= $1 order by r.hour desc, r.refusals desc, r.network limit $2`,
);

/** Lists the latest hours first, and in each hour the most frequent first. */
export const listRefusedSignIns = (tx: Tx, since: Date, most: number): Promise<RefusedHour[]> =>
  select(tx, [since, most]);

export const deleteOldRefusedSignIns = deleteOlder(
  'staff.delete-old-refused-sign-ins',
  'staff_refused_sign_ins',
  'hour',
);
