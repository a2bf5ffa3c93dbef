/** SQL of a `card_bins` row as a `CardBin`, null where an outer join found none. `row`: the row's alias. */
export const cardBinJson = (row: string): string =>
  `case when ${row}.bin is not null then jsonb_build_object('bin', ${row}.bin, 'cardType', ${row}.brand,
     'bankName', ${row}.bank_name, 'plans', ${row}.plans, 'hasDiscount', ${row}.has_discount) end`;
