import * as calls from '@ceiba/contract/desk/flash-sales';
import { addDays, daysBetween, guatemalaMoment, civilDate as toDay } from '@ceiba/domain/dates/civil-date';
import { toQuetzales } from '@ceiba/domain/money/money';
import { ok, refuse } from '@ceiba/domain/result';
import type { Database } from '../platform/db/database.ts';
import { getEntity } from '../platform/entities/entity.store.ts';
import { answerOf, lockForEdit } from '../platform/entities/entity-routes.ts';
import { type Route, route } from '../platform/http/route.ts';
import { changeRoute } from '../platform/http/staff-route.ts';
import { endSales, selectCalendar } from './flash-sales.store.ts';
import { flashSaleTable, saleDoubtText } from './flash-sales.table.ts';
import { createSales, endPeriod, judgeSales } from './list-flash-sales.ts';

const stateAt = (now: Date, { startsAt, endsAt }: { startsAt: Date; endsAt: Date }) =>
  endsAt <= now ? ('ended' as const) : startsAt > now ? ('planned' as const) : ('current' as const);

/** Calls for flash sales other than the standard calls of an entity (PROD-11). */
export const flashSaleDeskRoutes = ({ db }: { db: Database }): Route[] => [
  changeRoute(calls.reviewFlashSales, db, async ({ tx, body, staff, author: { now } }) => {
    const judged = await judgeSales(tx, body, { now, seesCosts: staff.permissions.has('costs.read') });
    if (!judged.ok) return judged;
    const lines = judged.value.lines.map(({ sku, title, price, salesPrice, fault, doubts, change, loss }) => ({
      ...{ sku, title, fault, doubts },
      change: saleDoubtText({ change, loss }),
      price: toQuetzales(price),
      salesPrice: salesPrice === null ? null : toQuetzales(salesPrice),
    }));
    return ok({ answer: { status: 200, data: { lines } }, change: null });
  }),

  changeRoute(calls.createFlashSales, db, async ({ tx, body, staff, author: { now } }) => {
    const made = await createSales(tx, body, { now, seesCosts: staff.permissions.has('costs.read') });
    if (!made.ok) return made;
    const { changes } = made.value;
    return ok({ answer: { status: 201, data: { created: changes.length } }, change: null, others: changes });
  }),

  changeRoute(calls.endFlashSale, db, async ({ tx, params: { id }, body: { version }, author: { now } }) => {
    const locked = await lockForEdit(tx, flashSaleTable, { key: id, version, conflicts: ['endsAt'] });
    if (!locked.ok) return locked;
    if (locked.value['state'] !== 'current')
      return refuse({ code: 'TRANSITION_NOT_ALLOWED', message: 'Esta oferta no está en curso.' });
    await endSales(tx, [[Number(id)], now]);
    const sale = await getEntity(tx, flashSaleTable, id);
    const change = {
      entity: 'flash-sales',
      entityId: id,
      before: { endsAt: locked.value['endsAt'] },
      after: { endsAt: sale['endsAt'] },
    };
    return ok({ answer: { status: 200, data: answerOf(flashSaleTable, sale) }, change });
  }),

  changeRoute(calls.endFlashSales, db, async ({ tx, body: { startsAt, endsAt }, author: { now } }) => {
    const ended = await endPeriod(tx, { startsAt: new Date(startsAt), endsAt: new Date(endsAt) }, now);
    if (!ended.ok) return ended;
    const { changes, ...data } = ended.value;
    return ok({ answer: { status: 200, data }, change: null, others: changes });
  }),

  route(calls.getFlashSaleCalendar, async ({ query }, { now }) => {
    const [from, to] = [toDay(query.from), toDay(query.to)];
    const days = daysBetween(from, to);
    if (days < 0 || days >= calls.maxCalendarDays)
      return refuse({ code: 'VALIDATION_ERROR', metadata: { fields: { to: `Hasta ${calls.maxCalendarDays} días.` } } });
    const groups = await selectCalendar(db.read, [guatemalaMoment(from, 0), guatemalaMoment(addDays(to, 1), 0)]);
    const data = groups.map(({ id, products, titles, ...period }) => ({
      startsAt: period.startsAt.toISOString(),
      endsAt: period.endsAt.toISOString(),
      state: stateAt(now, period),
      products,
      id: products === 1 ? String(id) : null,
      titles,
    }));
    return ok({ status: 200, data });
  }),
];
