import type { Actor } from '@ceiba/domain/actors/actor';
import { type Centavos, centavos } from '@ceiba/domain/money/money';
import type { TillMovementKind } from '@ceiba/domain/tills/till';
import { statement, type Tx } from '../platform/db/database.ts';

/** A till with its session, the open one or else the last. */
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
  /** The person who was refused cash that the till did not have; null: nobody was, or change was brought. */
  shortById: string | null;
  /** Null while it is open. */
  closed: {
    at: Date;
    by: string;
    /** Everybody who has counted it. */
    counters: string[];
    /** How often it was counted. */
    counts: number;
    counted: Centavos;
    difference: Centavos;
    countedCards: Centavos;
    cardsDifference: Centavos;
    reason: string | null;
  } | null;
}

/** SQL: how somebody is called who did something. */
export const nameOf = (actor: string): string =>
  `coalesce((select who.name from staff_members who where who.id::text = ${actor} ->> 'id'), ${actor} ->> 'id', '')`;

interface TillRow {
  id: string;
  number: number;
  store_code: string;
  store_name: string;
  name: string;
  is_general: boolean;
  version: number;
  session_id: string | null;
  float: number;
  opened_at: Date;
  opened_by: string;
  opened_by_id: string | null;
  short_by_id: string | null;
  closed_at: Date | null;
  closed_by: string;
  counters: string[];
  counts: number;
  counted: number;
  difference: number;
  counted_cards: number;
  cards_difference: number;
  reason: string | null;
}

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
  storeCode: row.store_code,
  storeName: row.store_name,
  name: row.name,
  isGeneral: row.is_general,
  version: row.version,
  session:
    row.session_id === null
      ? null
      : {
          id: row.session_id,
          float: centavos(row.float),
          openedAt: row.opened_at,
          openedBy: row.opened_by,
          openedById: row.opened_by_id,
          shortById: row.short_by_id,
          closed:
            row.closed_at === null
              ? null
              : {
                  at: row.closed_at,
                  by: row.closed_by,
                  counters: row.counters,
                  counts: row.counts,
                  counted: centavos(row.counted),
                  difference: centavos(row.difference),
                  countedCards: centavos(row.counted_cards),
                  cardsDifference: centavos(row.cards_difference),
                  reason: row.reason,
                },
        },
});

const select = statement<TillRow, [id: string]>('tills.one', `select ${tillColumns} ${tillRows} where t.id = $1`);

/** Undefined where there is no till of this id. */
export async function findTill(tx: Tx, id: string): Promise<Till | undefined> {
  const [row] = await select(tx, [id]);
  return row && toTill(row);
}

const selectOpen = statement<{ id: string; store_code: string }, [stores: readonly string[]]>(
  'tills.open-of-stores',
  `select t.id, t.store_code from tills t join till_sessions s on s.till_id = t.id and s.closed_at is null
   where t.store_code = any ($1) and not t.is_general`,
);

/** The tills of these stores that are open now, with their store; without those of no name (`is_general`). */
export const findOpenTills = async (tx: Tx, stores: readonly string[]): Promise<{ id: string; storeCode: string }[]> =>
  (await selectOpen(tx, [stores])).map(({ id, store_code: storeCode }) => ({ id, storeCode }));

const selectNamed = statement<{ id: string }, [name: string, stores: readonly string[] | null]>(
  'tills.open-by-name',
  `select t.id from tills t join till_sessions s on s.till_id = t.id and s.closed_at is null
   where lower(t.name) = lower($1) and ($2::text[] is null or t.store_code = any ($2))`,
);

/** The open till of this name, of these stores or of all (null); null: there is none, or several are called so. */
export async function findNamedTill(tx: Tx, name: string, stores: readonly string[] | null): Promise<string | null> {
  const [only, ...others] = await selectNamed(tx, [name, stores]);
  return only === undefined || others.length > 0 ? null : only.id;
}

const lockRow = statement<object, [id: string]>('tills.lock', 'select from tills where id = $1 for update');
const lockSession = statement<object, [till: string]>(
  'tills.lock-session',
  'select from till_sessions where till_id = $1 and closed_at is null for update',
);

/** Holds a till and its open session: nobody else opens it, closes it or moves its money until the transaction ends. */
export async function lockTill(tx: Tx, id: string): Promise<Till | undefined> {
  await lockRow(tx, [id]);
  await lockSession(tx, [id]);
  return findTill(tx, id);
}

const insert = statement<{ id: string }, [store: string, name: string]>(
  'tills.create',
  'insert into tills (store_code, name) values ($1, $2) on conflict (store_code, name) do nothing returning id',
);

/** Its id; undefined where the store has one of this name. */
export const insertTill = async (tx: Tx, storeCode: string, name: string): Promise<string | undefined> =>
  (await insert(tx, [storeCode, name]))[0]?.id;

const selectExpected = statement<{ cash: number; cards: number }, [session: string]>(
  'tills.expected',
  `select s.float + coalesce(sum(m.amount) filter (where m.means = 'cash'), 0)::bigint as cash,
     coalesce(sum(m.amount) filter (where m.means = 'card'), 0)::bigint as cards
   from till_sessions s left join till_movements m on m.session_id = s.id where s.id = $1 group by s.id`,
);

/** What a session should have: its float and the cash that moved, and the sum of its vouchers. */
export async function findExpected(tx: Tx, sessionId: string): Promise<{ cash: Centavos; cards: Centavos }> {
  const [row] = await selectExpected(tx, [sessionId]);
  if (row === undefined) throw new Error(`there is no till session ${sessionId}`);
  return { cash: centavos(row.cash), cards: centavos(row.cards) };
}

const insertMovement = statement<
  object,
  [session: string, kind: string, amount: number, by: Actor, reason: string, now: Date]
>(
  'tills.move',
  `insert into till_movements (session_id, kind, amount, actor, reason, at) values ($1, $2::till_movement_kind, $3, $4::jsonb, $5, $6)`,
);

/** Change brought, a withdrawal or a bag to the bank; `amount` below zero: it leaves the till. */
export const insertTillMovement = async (
  tx: Tx,
  sessionId: string,
  { kind, amount, actor, reason }: { kind: 'in' | 'out' | 'deposit'; amount: number; actor: Actor; reason: string },
  now: Date,
): Promise<void> => {
  await insertMovement(tx, [sessionId, kind, amount, actor, reason, now]);
};

const say = statement<object, [said: string]>('tills.use', `select set_config('ceiba.till', $1, true)`);

/** What of an order's money moves in this transaction moves at this session (`move_till` in SQL), or, transferred, at none. */
export const useTill = async (
  tx: Tx,
  said: { session: string; means: 'cash' | 'card'; received?: Centavos; corrects?: number } | { means: 'transfer' },
): Promise<void> => {
  await say(tx, [JSON.stringify(said)]);
};

const countReceipt = statement<{ receipts: number }, [till: string]>(
  'tills.receipt',
  'update tills set receipts = receipts + 1 where id = $1 returning receipts',
);

/** How many receipts a till has given with this one. */
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

const selectMovements = statement<Omit<TillMovement, 'amount'> & { amount: number }, [session: string, most: number]>(
  'tills.movements',
  `select m.id, m.kind, m.means, m.amount, o.number::text as "orderNumber", m.reference, m.at, ${nameOf('m.actor')} as by, m.reason, m.corrects::text as corrects
   from till_movements m left join orders o on o.id = m.order_id where m.session_id = $1 order by m.id desc limit $2`,
);

/** The movements of a session, the newest first. */
export const listTillMovements = async (tx: Tx, sessionId: string, most: number): Promise<TillMovement[]> =>
  (await selectMovements(tx, [sessionId, most])).map((row) => ({ ...row, amount: centavos(row.amount) }));
