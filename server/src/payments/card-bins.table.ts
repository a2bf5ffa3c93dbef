import { cardBins } from '@ceiba/contract/desk/entities/card-bins';
import { tableOf } from '../platform/entities/entity-table.ts';

/** The table of local banks' cards. Triggers keep the plans equal to their text, and invalidate every cached policy. */
export const cardBinTable = tableOf(cardBins, {
  table: 'card_bins',
  key: { column: 'bin', type: 'text' },
  columns: {
    bin: 'bin',
    brand: 'brand',
    bank: 'bank_name',
    plans: 'plan_list',
    hasPromotion: 'has_discount',
    promotionFrom: 'discount_starts_at',
    promotionUntil: 'discount_ends_at',
  },
  constraints: [{ field: 'bin', constraint: 'card_bins_pkey', text: 'Ya hay una tarjeta con ese BIN.' }],
  rules: [
    {
      field: 'promotionUntil',
      text: 'Debe terminar después de empezar.',
      isBroken: ({ is }) => `${is('promotionUntil')} < ${is('promotionFrom')}`,
    },
  ],
  search: `t.bin || ' ' || t.bank_name`,
});
