import { endCoupon, endCouponSeries, exportCouponUses, listCouponUses, tryCoupon } from '@ceiba/contract/desk/coupons';
import { couponUseList } from '@ceiba/contract/desk/lists/coupon-uses';
import { readNumberPart } from '@ceiba/domain/orders/order';
import { ok, refuse } from '@ceiba/domain/result';
import type { Database } from '../platform/db/database.ts';
import { answerOf, lockForEdit } from '../platform/entities/entity-routes.ts';
import { type Route, route } from '../platform/http/route.ts';
import { changeRoute } from '../platform/http/staff-route.ts';
import { listRoutes } from '../platform/lists/list-routes.ts';
import type { ListSource } from '../platform/lists/list-source.ts';
import { couponSeriesTable } from './coupon-series.table.ts';
import { couponTable } from './coupons.table.ts';
import { endCoupon as endLocked, endSeries } from './operator-coupons.store.ts';
import { tryCoupon as tryOnCart } from './try-coupon.ts';

const uses: ListSource<typeof couponUseList> = {
  list: couponUseList,
  from: `from coupon_uses u join orders o on o.id = u.order_id and o.number is not null
    join coupons c on c.code = u.code`,
  key: { sql: 'u.order_id', type: 'uuid' },
  columns: {
    number: 'o.number::text',
    code: 'u.code',
    series: `coalesce(c.series, '')`,
    usedAt: 'u.used_at',
  },
  // People write codes in any case.
  filters: {
    code: (code) => (p) => `u.code = upper(${p(code)}::text)`,
    series: (series) => (p) => `c.series = upper(${p(series)}::text)`,
    usedAt: 'u.used_at',
  },
  search: (words) => (p) =>
    `(o.number in (select orders_ending(${p(readNumberPart(words)?.digits ?? null)}::text)) or u.code = upper(${p(words)}::text))`,
  isOfShop: true,
};

/** The coupons' calls of the desk. */
export const couponDeskRoutes = ({ db }: { db: Database }): Route[] => [
  ...listRoutes({
    db,
    source: uses,
    page: listCouponUses,
    csv: exportCouponUses,
  }),

  route(tryCoupon, async ({ query }, { now, policy }) => {
    const tried = await tryOnCart(db.read, query, now, policy);
    return tried.ok ? ok({ status: 200, data: tried.value }) : tried;
  }),

  changeRoute(endCoupon, db, async ({ tx, params: { code }, body: { version }, author: { now } }) => {
    const locked = await lockForEdit(tx, couponTable, { key: code, version, conflicts: ['endsAt'] });
    if (!locked.ok) return locked;
    const ended = await endLocked(tx, locked.value, now);
    if (ended === undefined)
      return refuse({ code: 'TRANSITION_NOT_ALLOWED', message: 'Este cupón ya había terminado.' });
    return ok({ answer: { status: 200, data: answerOf(couponTable, ended.coupon) }, change: ended.change });
  }),

  changeRoute(endCouponSeries, db, async ({ tx, params: { prefix }, body: { version }, author: { now } }) => {
    const locked = await lockForEdit(tx, couponSeriesTable, { key: prefix, version, conflicts: ['endsAt'] });
    if (!locked.ok) return locked;
    const ended = await endSeries(tx, locked.value, now);
    if (ended === undefined)
      return refuse({ code: 'TRANSITION_NOT_ALLOWED', message: 'Esta serie ya había terminado.' });
    return ok({ answer: { status: 200, data: answerOf(couponSeriesTable, ended.series) }, change: ended.change });
  }),
];
