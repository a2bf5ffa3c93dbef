import type { Actor } from '@ceiba/domain/actors/actor';
import type { Centavos } from '@ceiba/domain/money/money';
import type { TillMovementKind } from '@ceiba/domain/tills/till';
import { brokenRuleOf, type Tx } from '../platform/db/database.ts';
import { joinedWith, type RowOf, statement } from '../platform/db/statement.ts';

/** A till with its open session, otherwise with its last session. */
export interface Till {
  id: string;
  number: number;
  storeCode: string;
  storeName: string;
  name: string;
  isGeneral: boolean;
  version: number;
  session: TillSession | null;
}

interface TillSession {
  id: string;
  float: Centavos;
  openedAt: Date;
  openedBy: string;
  openedById: string | null;
  /** The person who was refused cash that the till did not have. Null if nobody was refused, or if change was brought since then. */
  shortById: string | null;
  /** Null while it is open. */
  closed: {
    at: Date;
    by: string;
    /** The people who have counted the till. */
    counters: string[];
    /** Number of counts of the till. */
    counts: number;
    counted: Centavos;
    difference: Centavos;
    countedCards: Centavos;
    cardsDifference: Centavos;
    reason: string | null;
  } | null;
}

/** SQL: the name of an actor. */
export const nameOf = (actor: string): string =>
  `coalesce((select who.name from staff_members who where who.id::text = ${actor} ->> 'id'), ${actor} ->> 'id', '')`;

type TillRow = RowOf<typeof select>;

const tillColumns = `t.id, t.number, t.store_code, p.name as store_name, t.name, t.is_general, t.version,
  s.id as session_id, s.float, s.opened_at, ${nameOf('s.opened_by')} as opened_by, s.closed_at, ${nameOf('s.closed_by')} as closed_by,
  s.opened_by ->> 'id' as opened_by_id, s.short_by ->> 'id' as short_by_id,
  array(select distinct c.actor ->> 'id' from till_counts c where c.session_id = s.id and c.kind = 'closing' union select s.closed_by ->> 'id') as counters,
  greatest((select count(*)::integer from till_counts c where c.session_id = s.id and c.kind = 'closing'), 1) as counts,
  s.counted, s.difference, s.counted_cards, s.cards_difference, s.reason`;

const tillRows = `from tills t join stores p on p.store_code = t.store_code
  left join lateral (select * from till_sessions s where s.till_id = t.id order by s.closed_at is null desc, s.opened_at desc, s.id desc limit 1) s on true`;

const toTill = (row: TillRow): Till => ({
  id: row.id,
  number: row.number,
  storeCode: row.storeCode,
  storeName: row.storeName,
  name: row.name,
  isGeneral: row.isGeneral,
  version: row.version,
  session:
    row.sessionId === null
      ? null
      : {
          id: row.sessionId,
          float: row.float,
          openedAt: row.openedAt,
          openedBy: row.openedBy,
          openedById: row.openedById,
          shortById: row.shortById,
          closed:
            row.closedAt === null
              ? null
              : {
                  at: row.closedAt,
                  by: row.closedBy,
                  counters: row.counters,
                  counts: row.counts,
                  counted: row.counted,
                  difference: row.difference,
                  countedCards: row.countedCards,
                  cardsDifference: row.cardsDifference,
                  reason: row.reason,
                },
        },
});

const select = statement('tills.one', `select ${tillColumns} ${tillRows} where t.id = $1`, {
  float: joinedWith('sessionId'),
  openedAt: joinedWith('sessionId'),
  counted: joinedWith('closedAt'),
  difference: joinedWith('closedAt'),
  countedCards: joinedWith('closedAt'),
  cardsDifference: joinedWith('closedAt'),
});

/** Finds a till. Undefined if no till has this id. */
export async function findTill(tx: Tx, id: string): Promise<Till | undefined> {
  const [row] = await select(tx, [id]);
  return row && toTill(row);
}

const selectOpen = statement(
  'tills.open-of-stores',
  `select t.id, t.store_code from tills t join till_sessions s on s.till_id = t.id and s.closed_at is null
   where t.store_code = any ($1) and not t.is_general`,
);

/** Lists the open tills of these stores, with their store, without general tills (`is_general`). */
export const findOpenTills = (tx: Tx, stores: readonly string[]): Promise<{ id: string; storeCode: string }[]> =>
  selectOpen(tx, [stores]);

const selectNamed = statement(
  'tills.open-by-name',
  `select t.id from tills t join till_sessions s on s.till_id = t.id and s.closed_at is null
   where lower(t.name) = lower($1) and ($2::text[] is null or t.store_code = any ($2))`,
);

/** Finds the open till of this name, in these stores or in all (null). Null if there is no such till, or if several have this name. */
export async function findNamedTill(tx: Tx, name: string, stores: readonly string[] | null): Promise<string | null> {
  const [only, ...others] = await selectNamed(tx, [name, stores]);
  return only === undefined || others.length > 0 ? null : only.id;
}

const lockRow = statement('tills.lock', 'select from tills where id = $1 for update');
const lockSession = statement(
  'tills.lock-session',
  'select from till_sessions where till_id = $1 and closed_at is null for update',
);

/** Locks a till and its open session until the transaction ends. Nobody else can then open it, close it or move its money. */
export async function lockTill(tx: Tx, id: string): Promise<Till | undefined> {
  await lockRow(tx, [id]);
  await lockSession(tx, [id]);
  return findTill(tx, id);
}

const insert = statement(
  'tills.create',
  'insert into tills (store_code, name) values ($1, $2) on conflict (store_code, name) do nothing returning id',
);

/** Returns the new id. Undefined if the store has a till of this name. */
export const insertTill = async (tx: Tx, storeCode: string, name: string): Promise<string | undefined> =>
  (await insert(tx, [storeCode, name]))[0]?.id;

const updateName = statement(
  'tills.rename',
  `update tills t set name = $2 where id = $1
     and not exists (select from tills o where o.store_code = t.store_code and o.name = $2 and o.id <> t.id) returning id`,
);

/** Returns false if the store has another till of this name. */
export async function setTillName(tx: Tx, id: string, name: string): Promise<boolean> {
  try {
    return (await updateName(tx, [id, name])).length === 1;
  } catch (error) {
    // Two tills got the name at the same time.
    if (brokenRuleOf(error) === 'tills_store_code_name_key') return false;
    throw error;
  }
}

const selectExpected = statement(
  'tills.expected',
  `select s.float + coalesce(sum(m.amount) filter (where m.means = 'cash'), 0)::bigint as cash,
     coalesce(sum(m.amount) filter (where m.means = 'card'), 0)::bigint as cards
   from till_sessions s left join till_movements m on m.session_id = s.id where s.id = $1 group by s.id`,
);

/** Returns the expected amounts of a session: its float plus the cash that moved, and the sum of its vouchers. */
export async function findExpected(tx: Tx, sessionId: string): Promise<{ cash: Centavos; cards: Centavos }> {
  const [row] = await selectExpected(tx, [sessionId]);
  if (row === undefined) throw new Error(`there is no till session ${sessionId}`);
  return { cash: row.cash, cards: row.cards };
}

const insertMovement = statement(
  'tills.move',
  `insert into till_movements (session_id, kind, amount, actor, reason, at) values ($1, $2::till_movement_kind, $3, $4::jsonb, $5, $6)`,
);

/** Writes change brought in, a withdrawal, or a bag for the bank. `amount` is negative if money leaves the till. */
export const insertTillMovement = async (
  tx: Tx,
  sessionId: string,
  { kind, amount, actor, reason }: { kind: 'in' | 'out' | 'deposit'; amount: number; actor: Actor; reason: string },
  now: Date,
): Promise<void> => {
  await insertMovement(tx, [sessionId, kind, amount, actor, reason, now]);
};

const say = statement('tills.use', `select set_config('ceiba.till', $1, true)`);

/** Assigns the money that orders move in this transaction to a session (`move_till` in SQL). A transfer belongs to no session. */
export const assignTill = async (
  tx: Tx,
  said: { session: string; means: 'cash' | 'card'; received?: Centavos; corrects?: number } | { means: 'transfer' },
): Promise<void> => {
  await say(tx, [JSON.stringify(said)]);
};

const countReceipt = statement(
  'tills.receipt',
  'update tills set receipts = receipts + 1 where id = $1 returning receipts',
);

/** Counts a receipt of a till. Returns the number of its receipts, with this one. */
export async function countTillReceipt(tx: Tx, tillId: string): Promise<number> {
  const [row] = await countReceipt(tx, [tillId]);
  if (row === undefined) throw new Error(`there is no till ${tillId}`);
  return row.receipts;
}

export interface TillMovement {
  id: number;
  kind: TillMovementKind;
  means: 'cash' | 'card';
  amount: Centavos;
  orderNumber: string | null;
  reference: string | null;
  at: Date;
  by: string;
  reason: string | null;
  corrects: string | null;
}

const selectMovements = statement(
  'tills.movements',
  `select m.id, m.kind, m.means, m.amount, o.number::text as "orderNumber", m.reference, m.at, ${nameOf('m.actor')} as by, m.reason, m.corrects::text as corrects
   from till_movements m left join orders o on o.id = m.order_id where m.session_id = $1 order by m.id desc limit $2`,
);

/** Lists the movements of a session, newest first. */
export const listTillMovements = async (tx: Tx, sessionId: string, most: number): Promise<TillMovement[]> =>
  selectMovements(tx, [sessionId, most]);
