import type { CardBin } from '@ceiba/domain/payments/installments';
import { cardBinJson } from '../platform/db/card-bin-row.ts';
import type { Tx } from '../platform/db/database.ts';
import { column, statement } from '../platform/db/statement.ts';

const selectBin = statement(
  'payments.bin',
  `select ${cardBinJson('b', '$2')} as card_bin from card_bins b where b.bin = $1`,
  { cardBin: column<CardBin>() },
);

/** Finds the facts about a card at a given time, by its first six digits. Null if no local bank issued the card (DEC-105). */
export const findCardBin = async (tx: Tx, bin: string, now: Date): Promise<CardBin | null> =>
  (await selectBin(tx, [bin, now]))[0]?.cardBin ?? null;

const selectBins = statement(
  'payments.bins',
  `select ${cardBinJson('b', '$1')} as card_bin from card_bins b order by b.bin`,
  { cardBin: column<CardBin>() },
);

/** Lists all local cards at a given time, sorted by BIN. */
export const listCardBins = async (tx: Tx, now: Date): Promise<CardBin[]> =>
  (await selectBins(tx, [now])).flatMap(({ cardBin }) => (cardBin === null ? [] : [cardBin]));

const insertBins = statement(
  'payments.bins-load',
  `insert into card_bins (bin, bank_name, brand, plans, has_discount)
   select bin, "bankName", "cardType", plans, "hasDiscount"
   from jsonb_to_recordset($1::jsonb) as given (bin text, "bankName" text, "cardType" text, plans integer[], "hasDiscount" boolean)
   where not exists (select from card_bins)`,
);

/** Adds these cards to a shop without cards. Does nothing if the shop has cards. */
export const loadCardBins = async (tx: Tx, bins: readonly CardBin[]): Promise<void> => {
  await insertBins(tx, [JSON.stringify(bins)]);
};
