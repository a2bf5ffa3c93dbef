import { subtract, toQuetzales } from '@ceiba/domain/money/money';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { isTypedMovement, needsReason } from '@ceiba/domain/tills/till';
import { versionConflict } from '../platform/audit/version-conflict.ts';
import type { Tx } from '../platform/db/database.ts';
import { maySeeStore } from '../platform/http/places.ts';
import type { Refusal, StaffCaller } from '../platform/http/route.ts';
import { findTill, listTillMovements, lockTill, type Till, type TillMovement } from './tills.store.ts';

const movementsShown = 100;

type Closed = NonNullable<NonNullable<Till['session']>['closed']>;

/** Returns whether a closing has no reason although its difference needs one (CASH-05). */
export const isUnexplained = ({ reason, difference, cardsDifference }: Closed): boolean =>
  reason === null && (needsReason(difference) || needsReason(cardsDifference));

function actionsOf({ session }: Till, { permissions, id }: StaffCaller): string[] {
  if (!permissions.has('tills.use')) return [];
  if (session === null) return ['open'];
  if (session.closed === null) {
    return ['pay', 'move', 'unpay', 'close', 'correct', ...(session.openedById === id ? [] : ['recountFloat'])];
  }
  return [isUnexplained(session.closed) ? 'explain' : 'open', 'recount'];
}

/** Hides the amounts of a till until its count, except for amounts that a cashier typed (CASH-05). */
const toMovement = ({ id, amount, at, kind, ...movement }: TillMovement) => ({
  ...movement,
  kind,
  id: String(id),
  amount: isTypedMovement(kind) ? toQuetzales(amount) : null,
  at: at.toISOString(),
});

/** Only the person who counted, and people who see tills, see the amounts of a closing. The next float is counted without them. */
export const seesClosing = (
  { id, permissions }: Pick<StaffCaller, 'id' | 'permissions'>,
  counters: readonly string[],
) => permissions.has('tills.read') || counters.includes(id);

function closingOf({ session }: Till, staff: StaffCaller) {
  if (session?.closed == null) return null;
  const { id, float, closed } = session;
  const { at, by, counts, counters, counted, difference, countedCards, cardsDifference, reason } = closed;
  return {
    ...{ id, closedAt: at.toISOString(), closedBy: by, counts, reason },
    isUnexplained: isUnexplained(closed),
    amounts: seesClosing(staff, counters)
      ? {
          float: toQuetzales(float),
          expected: toQuetzales(subtract(counted, difference)),
          counted: toQuetzales(counted),
          difference: toQuetzales(difference),
          expectedCards: toQuetzales(subtract(countedCards, cardsDifference)),
          countedCards: toQuetzales(countedCards),
          cardsDifference: toQuetzales(cardsDifference),
        }
      : null,
  };
}

/** Returns a till in the form of the response to this person. */
export async function tillDetail(tx: Tx, till: Till, staff: StaffCaller) {
  const { id, name, storeCode, storeName, isGeneral, version, session } = till;
  const open = session !== null && session.closed === null ? session : undefined;
  const movements = open === undefined ? [] : (await listTillMovements(tx, open.id, movementsShown)).map(toMovement);
  const data = {
    ...{ id, name, storeCode, storeName, isGeneral, version, movements },
    state: open === undefined ? ('closed' as const) : ('open' as const),
    openedAt: open?.openedAt.toISOString() ?? null,
    openedBy: open?.openedBy ?? null,
    closing: closingOf(till, staff),
    actions: actionsOf(till, staff),
  };
  return { status: 200, data };
}

/** Reads the same till again. */
export async function rereadTill(tx: Tx, id: string, staff: StaffCaller) {
  const till = await findTill(tx, id);
  if (till === undefined) throw new Error(`till ${id} vanished`);
  return tillDetail(tx, till, staff);
}

/** Refuses because another person opened, counted or closed the till in the meantime. */
export const tillConflict = async (tx: Tx, till: Till, staff: StaffCaller) => {
  const current = (await tillDetail(tx, till, staff)).data;
  return refuse(await versionConflict(tx, { entity: 'tills', entityId: till.id, current, conflicts: ['state'] }));
};

/** Locks a till of a store that this person may see. */
export async function lockOwnTill(tx: Tx, id: string, staff: StaffCaller): Promise<Result<Till, Refusal<'NOT_FOUND'>>> {
  const till = await lockTill(tx, id);
  return till === undefined || !maySeeStore(staff, till.storeCode) ? refuse({ code: 'NOT_FOUND' }) : ok(till);
}
