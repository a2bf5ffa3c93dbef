import { presaleList } from '@ceiba/contract/desk/lists/presales';
import { exportPresales, listPresales } from '@ceiba/contract/desk/presales';
import type { Database } from '../platform/db/database.ts';
import type { Route } from '../platform/http/route.ts';
import { listRoutes } from '../platform/lists/list-routes.ts';
import type { ListSource } from '../platform/lists/list-source.ts';
import { openUnits } from './presales.store.ts';

const source: ListSource<typeof presaleList> = {
  list: presaleList,
  from: `from products p cross join lateral (
     select coalesce(sum(u.quantity - u.canceled), 0)::bigint as units, count(distinct o.id)::bigint as orders, min(o.placed_at) as first_at
     from ${openUnits} join orders o on o.id = l.order_id and o.number is not null
     where l.product_id = p.id) w cross join lateral (
     select coalesce(sum(e.quantity), 0)::bigint as to_come, coalesce(sum(e.arrived), 0)::bigint as arrived
     from presale_units e where e.product_id = p.id) e left join (
     select k.product_id, count(distinct (a.order_id, a.n)) as waiting from awaiting_shipments() a
       join stock_claims k on k.order_id = a.order_id and k.n = a.n and k.released_at is null group by k.product_id) a on a.product_id = p.id`,
  key: { sql: 'p.id', type: 'bigint' },
  columns: {
    title: 'p.title',
    sku: 'p.sku',
    presaleDate: `coalesce(p.presale_date, 'infinity')`,
    units: 'w.units',
    onOrder: 'units_on_order(p.id)',
    arrived: 'e.arrived',
    toCome: 'e.to_come',
    waiting: 'coalesce(a.waiting, 0)',
    orders: 'w.orders',
    firstAt: `coalesce(w.first_at, '-infinity')`,
  },
  filters: {
    presaleDate: (given) => (p) => {
      const [from, to] = Array.isArray(given) ? given : [];
      // An unknown date comes last.
      return `coalesce(p.presale_date, 'infinity') between ${p(from ?? '-infinity')}::date and ${p(to ?? 'infinity')}::date`;
    },
    sku: 'p.sku',
  },
  search: (words) => (p) => `position(folded(${p(words)}) in folded(p.sku || ' ' || p.title)) > 0`,
  always: () => () => 'p.is_presale and p.archived_at is null',
  isOfShop: true,
  isComputed: true,
};

const momentText = (value: unknown): string | null => (value instanceof Date ? value.toISOString() : null);

export const presaleDeskRoutes = ({ db }: { db: Database }): Route[] =>
  listRoutes({
    db,
    source,
    page: listPresales,
    csv: exportPresales,
    toRow: ({ sku, title, presaleDate, units, onOrder, arrived, toCome, waiting, orders, firstAt }) => ({
      ...{ sku, title },
      presaleDate: /infinity/i.test(String(presaleDate)) ? null : presaleDate,
      units: Number(units),
      ...{ onOrder: Number(onOrder), arrived: Number(arrived), toCome: Number(toCome), waiting: Number(waiting) },
      orders: Number(orders),
      firstAt: momentText(firstAt),
    }),
  });
