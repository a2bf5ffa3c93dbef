import { coupons } from '@ceiba/contract/desk/entities/coupons';
import { tableOf } from '../platform/entities/entity-table.ts';

export const oneValue = 'Un cupón descuenta un porcentaje, de 100 a lo más, o un monto.';

/** Coupons in their table. A use by an order does not count as a change of the coupon. */
export const couponTable = tableOf(coupons, {
  table: 'coupons',
  key: { column: 'code', type: 'text' },
  columns: {
    code: 'code',
    label: 'label',
    state: {
      computed: `case when t.ends_at < now() then 'ended' when t.starts_at > now() then 'planned' else 'current' end`,
    },
    percent: 'percent_bp',
    amount: 'amount',
    cap: 'cap',
    minimum: 'minimum_subtotal',
    startsAt: 'starts_at',
    endsAt: 'ends_at',
    totalLimit: 'total_limit',
    customerLimit: 'customer_limit',
    uses: 'used_count',
    // A trigger of `coupon_series` writes it.
    series: { computed: 't.series' },
  },
  constraints: [
    { field: 'code', constraint: 'coupons_pkey', text: 'Ya hay un cupón con ese código.' },
    { field: 'percent', constraint: 'coupons_check', text: oneValue, isCheck: true },
    {
      field: 'totalLimit',
      constraint: 'coupons_series_once',
      text: 'Un código de una serie sirve una sola vez.',
      isCheck: true,
    },
  ],
  rules: [
    {
      field: 'percent',
      text: oneValue,
      isBroken: ({ is }) => `num_nonnulls(${is('percent')}, ${is('amount')}) <> 1 or ${is('percent')} > 10000`,
    },
    {
      field: 'endsAt',
      text: 'El cupón debe terminar después de empezar.',
      isBroken: ({ is }) => `${is('endsAt')} < ${is('startsAt')}`,
    },
  ],
  search: `t.code || ' ' || t.label`,
  actionsOf: ({ state }) => (state === 'ended' ? [] : ['end']),
});
