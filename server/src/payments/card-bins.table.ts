import { cardBins } from '@ceiba/contract/desk/entities/card-bins';
import { tableOf } from '../platform/entities/entity-table.ts';

/** Cards of local banks. Triggers keep the plans and their text equal, and invalidate every cached policy. */
export const cardBinTable = tableOf(cardBins, {
  table: 'card_bins',
  key: { column: 'bin', type: 'text' },
  columns: {
    bin: 'bin',
    brand: 'brand',
    bank: 'bank_name',
    plans: 'plan_list',
    hasPromotion: 'has_discount',
  },
  constraints: [{ field: 'bin', constraint: 'card_bins_pkey', text: 'Ya hay una tarjeta con ese BIN.' }],
  search: `t.bin || ' ' || t.bank_name`,
});
