/** Returns SQL that is true while the promotion of the bank of a `card_bins` row applies (BANK-07). The first moment is included, the last is not. */
export const holdsPromotion = (row: string, now: string): string =>
  `(${row}.has_discount and coalesce(${row}.discount_starts_at <= ${now}, true) and coalesce(${row}.discount_ends_at > ${now}, true))`;

/** Returns SQL that reads a `card_bins` row at a moment as a `CardBin`. Null if an outer join found no row. `row`: the row's alias. */
export const cardBinJson = (row: string, now: string): string =>
  `case when ${row}.bin is not null then jsonb_build_object('bin', ${row}.bin, 'cardType', ${row}.brand,
     'bankName', ${row}.bank_name, 'plans', ${row}.plans, 'hasDiscount', ${holdsPromotion(row, now)})
     || case when ${holdsPromotion(row, now)} and ${row}.discount_ends_at is not null
       then jsonb_build_object('discountUntil', ${row}.discount_ends_at) else '{}' end end`;
