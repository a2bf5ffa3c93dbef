import type { Actor } from '@ceiba/domain/actors/actor';
import type { Centavos } from '@ceiba/domain/money/money';
import type { Tx } from '../platform/db/database.ts';
import { statement } from '../platform/db/statement.ts';

/** The person, the time and the reason of a count. */
interface Counting {
  actor: Actor;
  reason: string | null;
  now: Date;
}

const openSession = statement(
  'tills.open',
  `with raised as (update tills set version = version + 1 where id = $1),
   opened as (
     insert into till_sessions (till_id, float, float_expected, opened_at, opened_by) values ($1, $2, left_in_till($1), $3, $4::jsonb)
     returning id, float - float_expected as difference)
   insert into till_counts (session_id, kind, counted, difference, actor, at) select id, 'opening', $2, difference, $4::jsonb, $3 from opened
   returning difference`,
);

/**
 * Opens a till without an open session. The caller has locked it. Returns the difference of the float from the amount left at the
 * last count. Null if the till was never counted.
 */
export async function openTillSession(
  tx: Tx,
  tillId: string,
  { float, actor }: { float: Centavos; actor: Actor },
  now: Date,
): Promise<Centavos | null> {
  const [opened] = await openSession(tx, [tillId, float, now, actor]);
  if (opened === undefined) throw new Error(`till ${tillId} was not opened`);
  return opened.difference;
}

/** Counted amounts of a closed session, and their differences. */
export interface TillCount {
  counted: Centavos;
  difference: Centavos;
  countedCards: Centavos;
  cardsDifference: Centavos;
}

const countOne = statement(
  'tills.count',
  `with counted as (
     update till_sessions set closed_at = coalesce(closed_at, $2), closed_by = coalesce(closed_by, $3::jsonb), counted = $4, difference = $5,
       counted_cards = $6, cards_difference = $7, reason = coalesce($8, reason) where id = $1 returning id, till_id),
   raised as (update tills set version = version + 1 from counted where tills.id = counted.till_id)
   insert into till_counts (session_id, kind, counted, difference, counted_cards, cards_difference, actor, reason, at)
     select id, 'closing', $4, $5, $6, $7, $3::jsonb, $8, $2 from counted`,
);

/** Writes the count that closes a session, or a later count of the same closing. The caller has locked the till. */
export async function countClosing(
  tx: Tx,
  sessionId: string,
  { counted, difference, countedCards, cardsDifference }: TillCount,
  { actor, reason, now }: Counting,
): Promise<void> {
  await countOne(tx, [sessionId, now, actor, counted, difference, countedCards, cardsDifference, reason]);
}

const setFloat = statement(
  'tills.set-float',
  `with counted as (
     update till_sessions set float = $2, float_reason = $4 where id = $1 returning id, till_id, float - float_expected as difference),
   raised as (update tills set version = version + 1 from counted where tills.id = counted.till_id)
   insert into till_counts (session_id, kind, counted, difference, actor, reason, at)
     select id, 'opening', $2, difference, $3::jsonb, $4, $5 from counted`,
);

/** Writes another count of the float of an open session. The caller has locked the till. */
export const recountFloat = async (
  tx: Tx,
  sessionId: string,
  float: Centavos,
  { actor, reason, now }: Counting & { reason: string },
): Promise<void> => {
  await setFloat(tx, [sessionId, float, actor, reason, now]);
};

const explain = statement(
  'tills.explain',
  `with before as (select till_id, case when $3 then float_reason else reason end as reason from till_sessions where id = $1 for update),
   explained as (
     update till_sessions set reason = case when $3 then reason else $2 end, float_reason = case when $3 then $2 else float_reason end
     where id = $1 returning till_id),
   raised as (update tills set version = version + 1 from explained where id = explained.till_id)
   select till_id as till, reason as before from before`,
);

/** Writes why a session's float or closing differs. Returns the former reason. Undefined if the session does not exist. */
export const explainSession = async (
  tx: Tx,
  sessionId: string,
  { reason, isFloat }: { reason: string; isFloat: boolean },
): Promise<{ before: string | null } | undefined> => (await explain(tx, [sessionId, reason, isFloat]))[0];

const selectTillOf = statement(
  'tills.of-session',
  'select t.id as till, t.store_code as store from till_sessions s join tills t on t.id = s.till_id where s.id = $1',
);

/** Returns the till of a session and its store. Undefined if the session does not exist. */
export const findTillOfSession = async (tx: Tx, sessionId: string) => (await selectTillOf(tx, [sessionId]))[0];

const selectTyped = statement(
  'tills.typed-movement',
  `select m.session_id as session, m.kind, (m.amount + coalesce((select sum(c.amount) from till_movements c where c.corrects = m.id and c.session_id = m.session_id), 0))::bigint as amount,
     array(select a.actor ->> 'id' from till_movements a where a.session_id = m.session_id and (a.id = m.id or a.corrects = m.id) order by a.id desc limit 1) as "typedBy",
     not exists (select from till_sessions l where l.till_id = s.till_id and l.opened_at > s.opened_at) as "isLast", s.closed_at is null as "isOpen"
   from till_movements m join till_sessions s on s.id = m.session_id where s.till_id = $1 and m.id = $2::bigint and m.corrects is null`,
);

/**
 * Returns a till's movement with its corrected amount so far, and the person who typed it last. `isLast`: it is in the till's
 * last session. Undefined if the till has no such movement.
 */
export async function findTypedMovement(tx: Tx, tillId: string, movementId: string) {
  const [row] = await selectTyped(tx, [tillId, movementId]);
  return row && { ...row, typedBy: row.typedBy[0] ?? null };
}

const insertCorrection = statement(
  'tills.correct',
  `insert into till_movements (session_id, kind, amount, corrects, actor, reason, at)
   values ($1, case when $2 > 0 then 'in' else 'out' end::till_movement_kind, $2::bigint, $3::bigint, $4::jsonb, $5, $6)`,
);

const settle = statement('tills.settle', 'select settle_till_session($1)');

/** Calculates the differences of a closed session again. An open session has no differences. */
export const settleSession = async (tx: Tx, sessionId: string): Promise<void> => {
  await settle(tx, [sessionId]);
};

/** Corrects the amount of a movement by this difference. The caller has locked the till. */
export async function correctMovement(
  tx: Tx,
  { sessionId, movementId, by: amount }: { sessionId: string; movementId: string; by: Centavos },
  { actor, reason, now }: Counting & { reason: string },
): Promise<void> {
  await insertCorrection(tx, [sessionId, amount, movementId, actor, reason, now]);
  await settleSession(tx, sessionId);
}

const setShort = statement(
  'tills.set-short',
  'update till_sessions set short_by = $2::jsonb where till_id = $1 and closed_at is null',
);

/** Records the person who was refused cash that a till did not have. Null means that a person has brought change. */
export const setTillShort = async (tx: Tx, tillId: string, by: Actor | null): Promise<void> => {
  await setShort(tx, [tillId, by]);
};
