import { closingList } from '@ceiba/contract/desk/lists/till-closings';
import { differenceList } from '@ceiba/contract/desk/lists/till-differences';
import {
  correctTillMovement,
  explainTill,
  explainTillDifference,
  exportTillClosings,
  exportTillDifferences,
  listTillClosings,
  listTillDifferences,
  recountTill,
  undoTillMovement,
} from '@ceiba/contract/desk/till-counts';
import { closeTill, openTill } from '@ceiba/contract/desk/tills';
import { type Centavos, centavos, toQuetzales } from '@ceiba/domain/money/money';
import { ok, refuse } from '@ceiba/domain/result';
import { differenceWithoutReason, isTypedMovement } from '@ceiba/domain/tills/till';
import type { Database, Tx } from '../platform/db/database.ts';
import { maySeeStore } from '../platform/http/places.ts';
import type { Route } from '../platform/http/route.ts';
import { changeRoute } from '../platform/http/staff-route.ts';
import { listRoutes } from '../platform/lists/list-routes.ts';
import type { ListSource } from '../platform/lists/list-source.ts';
import {
  correctMovement,
  countClosing,
  explainSession,
  findTillOfSession,
  findTypedMovement,
  openTillSession,
  recountFloat,
  type TillCount,
} from './till-counts.store.ts';
import { isUnexplained, lockOwnTill, rereadTill, tillConflict } from './till-detail.ts';
import { findExpected, nameOf } from './tills.store.ts';

const countsOf = (session: string, kind: string): string =>
  `greatest((select count(*)::integer from till_counts c where c.session_id = ${session} and c.kind = ${kind}), 1)`;

const closingSource: ListSource<typeof closingList> = {
  list: closingList,
  from: 'from till_sessions s join tills t on t.id = s.till_id join stores p on p.store_code = t.store_code',
  key: { sql: 's.id', type: 'uuid' },
  columns: {
    tillName: 't.name',
    storeName: 'p.name',
    closedAt: 's.closed_at',
    closedBy: nameOf('s.closed_by'),
    openedAt: 's.opened_at',
    openedBy: nameOf('s.opened_by'),
    float: 's.float',
    expected: 's.counted - s.difference',
    counted: 's.counted',
    difference: 's.difference',
    expectedCards: 's.counted_cards - s.cards_difference',
    countedCards: 's.counted_cards',
    cardsDifference: 's.cards_difference',
    counts: countsOf('s.id', `'closing'`),
    reason: `coalesce(s.reason, '')`,
  },
  filters: {
    storeCode: 't.store_code',
    closed: 's.closed_at',
    differs: '(s.difference <> 0 or s.cards_difference <> 0)',
  },
  store: 't.store_code',
  always: () => () => 's.closed_at is not null',
};

const stateOfDifference = `case when d.reason is not null then 'explained' when abs(d.difference) > ${differenceWithoutReason} then 'open' else 'small' end`;

/** Counts of a till (float, cash, vouchers) whose amount differs from the expected amount, or first did. */
export const differenceSource: ListSource<typeof differenceList> = {
  list: differenceList,
  from: `from (
      select s.id || '.' || k.kind as id, s.till_id, k.kind, k.at, k.by, k.expected, k.counted, k.difference, k.reason, c.first, c.counts
      from till_sessions s
        cross join lateral (values
          ('opening', 'opening', s.opened_at, s.opened_by, case when s.closed_at is not null then s.float_expected end,
            case when s.closed_at is not null then s.float end, s.float - s.float_expected, s.float_reason),
          ('cash', 'closing', s.closed_at, s.closed_by, s.counted - s.difference, s.counted, s.difference, s.reason),
          ('cards', 'closing', s.closed_at, s.closed_by, s.counted_cards - s.cards_difference, s.counted_cards, s.cards_difference, s.reason))
          as k (kind, counting, at, by, expected, counted, difference, reason)
        cross join lateral (
          select greatest(count(*)::integer, 1) as counts,
            coalesce((array_agg(case when k.kind = 'cards' then n.cards_difference else n.difference end order by n.id))[1], k.difference) as first
          from till_counts n where n.session_id = s.id and n.kind = k.counting) c
      where k.difference <> 0 or c.first <> 0) d
    join tills t on t.id = d.till_id join stores p on p.store_code = t.store_code`,
  key: { sql: 'd.id', type: 'text' },
  columns: {
    tillName: 't.name',
    storeName: 'p.name',
    kind: 'd.kind',
    at: 'd.at',
    by: nameOf('d.by'),
    expected: 'd.expected',
    counted: 'd.counted',
    difference: 'd.difference',
    first: 'd.first',
    counts: 'd.counts',
    state: stateOfDifference,
    reason: `coalesce(d.reason, '')`,
  },
  filters: { state: stateOfDifference, kind: 'd.kind', storeCode: 't.store_code', at: 'd.at' },
  store: 't.store_code',
};

const money = (amount: unknown): number => toQuetzales(centavos(Number(amount)));
const listsOfCounts = (db: Database): Route[] => [
  ...listRoutes({
    db,
    source: closingSource,
    page: listTillClosings,
    csv: exportTillClosings,
    more: { id: 's.id', tillId: 't.id' },
    toRow: ({ float, expected, counted, difference, ...row }) => ({
      ...row,
      float: money(float),
      expected: money(expected),
      counted: money(counted),
      difference: money(difference),
      expectedCards: money(row.expectedCards),
      countedCards: money(row.countedCards),
      cardsDifference: money(row.cardsDifference),
    }),
  }),
  ...listRoutes({
    db,
    source: differenceSource,
    page: listTillDifferences,
    csv: exportTillDifferences,
    more: { id: 'd.id', tillId: 't.id' },
    toRow: ({ expected, counted, difference, first, ...row }) => ({
      ...row,
      expected: expected === null ? null : money(expected),
      counted: counted === null ? null : money(counted),
      difference: money(difference),
      first: money(first),
    }),
  }),
];

/** Returns a count of a session's cash and vouchers, and its difference from the money that moved. */
async function judgeCount(
  tx: Tx,
  sessionId: string,
  { counted, cards }: { counted: Centavos; cards: Centavos },
): Promise<TillCount> {
  const expected = await findExpected(tx, sessionId);
  return {
    counted,
    difference: centavos(counted - expected.cash),
    countedCards: cards,
    cardsDifference: centavos(cards - expected.cards),
  };
}

const auditedCount = ({ counted, difference, countedCards, cardsDifference }: TillCount) => ({
  counted: toQuetzales(counted),
  difference: toQuetzales(difference),
  cards: toQuetzales(countedCards),
  cardsDifference: toQuetzales(cardsDifference),
});

/** Calls for opening, closing and counting again (CASH-01, CASH-05). */
const countRoutes = (db: Database): Route[] => [
  changeRoute(openTill, db, async ({ tx, params: { id }, body: { version, float }, staff, author }) => {
    const locked = await lockOwnTill(tx, id, staff);
    if (!locked.ok) return locked;
    const till = locked.value;
    if (till.version !== version) return tillConflict(tx, till, staff);
    const { session } = till;
    if (session !== null && session.closed === null) {
      const metadata = { allowed: ['close'] };
      return refuse({ code: 'TRANSITION_NOT_ALLOWED', message: 'La caja ya está abierta.', metadata });
    }
    if (session?.closed && isUnexplained(session.closed)) {
      const message = 'Al último cierre le falta el motivo de su diferencia. Escríbelo y abre la caja.';
      return refuse({ code: 'TRANSITION_NOT_ALLOWED', message, metadata: { allowed: ['explain'] } });
    }
    const difference = await openTillSession(tx, id, { float, actor: author.actor }, author.now);
    const after = { float: toQuetzales(float), ...(difference !== null && { difference: toQuetzales(difference) }) };
    return ok({ answer: await rereadTill(tx, id, staff), change: { entity: 'tills', entityId: id, after } });
  }),
  changeRoute(closeTill, db, async ({ tx, params: { id }, body, staff, author }) => {
    const locked = await lockOwnTill(tx, id, staff);
    if (!locked.ok) return locked;
    const till = locked.value;
    if (till.session === null || till.session.closed !== null) return refuse({ code: 'TILL_CLOSED' });
    if (till.version !== body.version) return tillConflict(tx, till, staff);
    const count = await judgeCount(tx, till.session.id, body);
    const { reason = null } = body;
    await countClosing(tx, till.session.id, count, { actor: author.actor, reason, now: author.now });
    const change = { entity: 'tills', entityId: id, after: auditedCount(count), reason };
    return ok({ answer: await rereadTill(tx, id, staff), change });
  }),
  changeRoute(recountTill, db, async ({ tx, params: { id }, body, staff, author }) => {
    const locked = await lockOwnTill(tx, id, staff);
    if (!locked.ok) return locked;
    const till = locked.value;
    const { kind, counted, cards, reason } = body;
    if (till.version !== body.version) return tillConflict(tx, till, staff);
    const { session } = till;
    const counting = { actor: author.actor, reason, now: author.now };
    if (kind === 'opening') {
      if (session === null || session.closed !== null) return refuse({ code: 'TILL_CLOSED' });
      if (session.openedById === staff.id)
        return refuse({ code: 'APPROVAL_REQUIRED', message: 'El fondo lo cuenta otra persona, no quien abrió.' });
      await recountFloat(tx, session.id, counted, counting);
      const change = { entity: 'tills', entityId: id, after: { float: toQuetzales(counted) }, reason };
      return ok({ answer: await rereadTill(tx, id, staff), change });
    }
    if (session?.closed == null) {
      const message = 'La caja está abierta: cuéntala al cerrarla.';
      return refuse({ code: 'TRANSITION_NOT_ALLOWED', message, metadata: { allowed: ['close'] } });
    }
    if (cards === undefined)
      return refuse({ code: 'VALIDATION_ERROR', metadata: { fields: { cards: 'Suma los vouchers.' } } });
    const { closed } = session;
    const count = await judgeCount(tx, session.id, { counted, cards });
    await countClosing(tx, session.id, count, counting);
    const before = auditedCount(closed);
    const change = { entity: 'tills', entityId: id, before, after: auditedCount(count), reason };
    return ok({ answer: await rereadTill(tx, id, staff), change });
  }),
  changeRoute(explainTill, db, async ({ tx, params: { id }, body: { version, reason }, staff }) => {
    const locked = await lockOwnTill(tx, id, staff);
    if (!locked.ok) return locked;
    const till = locked.value;
    if (till.version !== version) return tillConflict(tx, till, staff);
    if (till.session?.closed == null || till.session.closed.reason !== null) {
      const message = 'El último cierre no espera ningún motivo.';
      return refuse({ code: 'TRANSITION_NOT_ALLOWED', message, metadata: { allowed: [] } });
    }
    await explainSession(tx, till.session.id, { reason, isFloat: false });
    const change = { entity: 'tills', entityId: id, after: { reason }, reason };
    return ok({ answer: await rereadTill(tx, id, staff), change });
  }),
];

/** Calls for corrections and explanations by another person. */
const correctionRoutes = (db: Database): Route[] => [
  changeRoute(correctTillMovement, db, async ({ tx, params: { id, movement }, body, staff, author }) => {
    const locked = await lockOwnTill(tx, id, staff);
    if (!locked.ok) return locked;
    const found = await findTypedMovement(tx, id, movement);
    if (found === undefined || !isTypedMovement(found.kind)) return refuse({ code: 'NOT_FOUND' });
    if (found.typedBy === staff.id)
      return refuse({ code: 'APPROVAL_REQUIRED', message: 'Lo corrige otra persona, no quien lo escribió.' });
    const notAllowed = (message: string) =>
      refuse({ code: 'TRANSITION_NOT_ALLOWED' as const, message, metadata: { allowed: [] } });
    if (!found.isLast) return notAllowed('Después se contó otra vez la caja: anota el motivo en Diferencias de caja.');
    const { amount, reason } = body;
    const by = centavos((found.kind === 'in' ? amount : -amount) - found.amount);
    if (by === 0) return notAllowed('El movimiento ya dice ese monto.');
    const { actor, now } = author;
    await correctMovement(tx, { sessionId: found.session, movementId: movement, by }, { actor, reason, now });
    const change = {
      entity: 'tills',
      entityId: id,
      before: { kind: found.kind, amount: Math.abs(toQuetzales(found.amount)) },
      after: { kind: found.kind, amount: toQuetzales(amount) },
      reason,
    };
    return ok({ answer: await rereadTill(tx, id, staff), change });
  }),
  changeRoute(undoTillMovement, db, async ({ tx, params: { id, movement }, body: { reason }, staff, author }) => {
    const locked = await lockOwnTill(tx, id, staff);
    if (!locked.ok) return locked;
    const found = await findTypedMovement(tx, id, movement);
    if (found === undefined || !isTypedMovement(found.kind)) return refuse({ code: 'NOT_FOUND' });
    if (!found.isOpen) return refuse({ code: 'TILL_CLOSED' });
    if (found.amount === 0) {
      const message = 'Este movimiento ya se anuló.';
      return refuse({ code: 'TRANSITION_NOT_ALLOWED', message, metadata: { allowed: [] } });
    }
    const { session: sessionId, kind, amount } = found;
    const { actor, now } = author;
    await correctMovement(tx, { sessionId, movementId: movement, by: centavos(-amount) }, { actor, reason, now });
    const before = { kind, amount: Math.abs(toQuetzales(amount)) };
    const change = { entity: 'tills', entityId: id, before, after: { kind, amount: 0 }, reason };
    return ok({ answer: await rereadTill(tx, id, staff), change });
  }),
  changeRoute(explainTillDifference, db, async ({ tx, params: { id }, body: { reason }, staff }) => {
    const [sessionId = '', kind = ''] = id.split('.');
    const till = await findTillOfSession(tx, sessionId);
    if (till === undefined || !maySeeStore(staff, till.store)) return refuse({ code: 'NOT_FOUND' });
    const explained = await explainSession(tx, sessionId, { reason, isFloat: kind === 'opening' });
    if (explained === undefined) return refuse({ code: 'NOT_FOUND' });
    const before = explained.before === null ? {} : { reason: explained.before };
    const change = { entity: 'tills', entityId: till.till, before, after: { reason }, reason };
    return ok({ answer: { status: 200, data: { id, reason } }, change });
  }),
];

export const countTillRoutes = (db: Database): Route[] => [
  ...listsOfCounts(db),
  ...countRoutes(db),
  ...correctionRoutes(db),
];
