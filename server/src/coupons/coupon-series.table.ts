import { couponSeries } from '@ceiba/contract/desk/entities/coupon-series';
import { tableOf } from '../platform/entities/entity-table.ts';
import { oneValue } from './coupons.table.ts';

/** Series of coupons in their table. A trigger makes the codes together with a new row. */
export const couponSeriesTable = tableOf(couponSeries, {
  table: 'coupon_series',
  key: { column: 'prefix', type: 'text' },
  columns: {
    prefix: 'prefix',
    label: 'label',
    note: 'note',
    codes: 'codes',
    used: {
      computed: '(select count(*)::integer from coupons c where c.series = t.prefix and c.used_count > 0)',
    },
    state: {
      computed: `case when t.ends_at < now() then 'ended' when t.starts_at > now() then 'planned' else 'current' end`,
    },
    percent: 'percent_bp',
    amount: 'amount',
    cap: 'cap',
    minimum: 'minimum_subtotal',
    startsAt: 'starts_at',
    endsAt: 'ends_at',
  },
  constraints: [
    { field: 'prefix', constraint: 'coupon_series_pkey', text: 'Ya hay una serie con ese prefijo.' },
    { field: 'percent', constraint: 'coupon_series_value', text: oneValue, isCheck: true },
  ],
  rules: [
    {
      field: 'percent',
      text: oneValue,
      isBroken: ({ is }) => `num_nonnulls(${is('percent')}, ${is('amount')}) <> 1 or ${is('percent')} > 10000`,
    },
    {
      field: 'endsAt',
      text: 'La serie debe terminar después de empezar.',
      isBroken: ({ is }) => `${is('endsAt')} < ${is('startsAt')}`,
    },
  ],
  search: `t.prefix || ' ' || t.label`,
  actionsOf: ({ state }) => (state === 'ended' ? [] : ['end']),
});
