import { recordChange } from '../platform/audit/record-change.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import type { Refusal, Route } from '../platform/http/route.ts';
import { authorOf } from '../platform/http/staff-route.ts';
import { setTillShort } from './till-counts.store.ts';
import { findExpected, type Till } from './tills.store.ts';

const shortText = 'En esta caja no alcanza el efectivo: págalo en otra caja, o que otra persona ingrese cambio.';

const shortOf = (tillId: string): Refusal<'VALIDATION_ERROR'> => ({
  code: 'VALIDATION_ERROR',
  metadata: { fields: { amount: shortText }, shortTillId: tillId },
});

type UsedTill = Till & { session: NonNullable<Till['session']> };

/** Refuses another refund after one was refused. Refusals of many amounts would reveal how much is in the till before the count (CASH-05). */
export const refuseAfterShortage = ({ id, session }: UsedTill): Refusal<'VALIDATION_ERROR'> | undefined =>
  session.shortById === null ? undefined : shortOf(id);

/** Refuses a refund above the cash in the till (CASH-04). The caller has locked the till, and rolls back after this refusal. */
export async function refuseOverdrawn(
  tx: Tx,
  { id, session }: UsedTill,
): Promise<Refusal<'VALIDATION_ERROR'> | undefined> {
  const { cash } = await findExpected(tx, session.id);
  return cash < 0 ? shortOf(id) : undefined;
}

const shortTillOf = (refusal: Refusal): string | undefined => {
  const id = refusal.metadata?.shortTillId;
  return typeof id === 'string' ? id : undefined;
};

/**
 * Records that a till had too little cash, with an audit entry and the caller's name. Uses a separate transaction, because that
 * of the refused call is rolled back.
 */
export const noteShortage = (db: Database, route: Route): Route => ({
  ...route,
  handle: async (input, context) => {
    const answer = await route.handle(input, context);
    const tillId = answer.ok ? undefined : shortTillOf(answer.error);
    const { staff } = context;
    if (tillId === undefined || staff === undefined) return answer;
    const author = authorOf({ ...context, staff });
    await db.transaction(async (tx) => {
      await setTillShort(tx, tillId, author.actor);
      const change = { entity: 'tills', entityId: tillId, after: { isShort: true } };
      await recordChange(tx, author, { ...change, operation: route.spec.name });
    });
    return answer;
  },
});
