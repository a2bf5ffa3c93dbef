import type { CardBin } from '@ceiba/domain/payments/installments';
import { cardBinJson } from '../platform/db/card-bin-row.ts';
import type { Tx } from '../platform/db/database.ts';
import { column, statement } from '../platform/db/statement.ts';

const selectBin = statement(
  'payments.bin',
  `select ${cardBinJson('b')} as card_bin from card_bins b where b.bin = $1`,
  { cardBin: column<CardBin>() },
);

/** Finds the known facts about a card by its first six digits. Null: no local bank issued it (DEC-105). */
export const findCardBin = async (tx: Tx, bin: string): Promise<CardBin | null> =>
  (await selectBin(tx, [bin]))[0]?.cardBin ?? null;

const selectBins = statement(
  'payments.bins',
  `select ${cardBinJson('b')} as card_bin from card_bins b order by b.bin`,
  { cardBin: column<CardBin>() },
);

/** Lists all local cards, sorted by BIN. */
export const listCardBins = async (tx: Tx): Promise<CardBin[]> =>
  (await selectBins(tx, [])).flatMap(({ cardBin }) => (cardBin === null ? [] : [cardBin]));

/** Returns true if the BIN exists, even if nothing had to change. */
const changed = async (rows: Promise<unknown[]>): Promise<boolean> => (await rows).length > 0;

const insertBin = statement(
  'payments.bin-add',
  'insert into card_bins (bin, brand, bank_name) values ($1, $2, $3) on conflict do nothing returning bin',
);

/** Adds a card without plans and promotion. Returns false if the BIN exists already. */
export const addCardBin = (tx: Tx, card: Pick<CardBin, 'bin' | 'cardType' | 'bankName'>): Promise<boolean> =>
  changed(insertBin(tx, [card.bin, card.cardType, card.bankName]));

const updatePlans = statement(
  'payments.bin-plans',
  `update card_bins set plans = array(select distinct p from unnest(plans || $2) p where p <> all ($3) order by p)
   where bin = $1 returning bin`,
);

/**
 * Adds or removes single plans instead of replacing the list, so that no change of two concurrent operators is lost. Plans are numbers of
 * installments, 2 to 120.
 */
export const changePlans = (tx: Tx, bin: string, change: { add?: number; remove?: number }): Promise<boolean> =>
  changed(updatePlans(tx, [bin, listOf(change.add), listOf(change.remove)]));

const listOf = (plan: number | undefined): number[] => (plan === undefined ? [] : [plan]);

const updatePromotion = statement(
  'payments.bin-promotion',
  'update card_bins set has_discount = $2 where bin = $1 returning bin',
);

const deleteBin = statement('payments.bin-remove', 'delete from card_bins where bin = $1 returning bin');

/** Removes a BIN. Its cards no longer count as a local bank's, so they can only pay in one payment. Orders that were paid in cuotas do not change. */
export const removeCardBin = (tx: Tx, bin: string): Promise<boolean> => changed(deleteBin(tx, [bin]));

const updateBank = statement('payments.bin-rename', 'update card_bins set bank_name = $2 where bin = $1 returning bin');

/** Changes the name of a card's bank. */
export const renameCardBin = (tx: Tx, bin: string, bankName: string): Promise<boolean> =>
  changed(updateBank(tx, [bin, bankName]));

const insertBins = statement(
  'payments.bins-load',
  `insert into card_bins (bin, bank_name, brand, plans, has_discount)
   select bin, "bankName", "cardType", plans, "hasDiscount"
   from jsonb_to_recordset($1::jsonb) as given (bin text, "bankName" text, "cardType" text, plans integer[], "hasDiscount" boolean)
   where not exists (select from card_bins)`,
);

/** Adds these cards to a shop that has none. Does nothing if the shop has cards. */
export const loadCardBins = async (tx: Tx, bins: readonly CardBin[]): Promise<void> => {
  await insertBins(tx, [JSON.stringify(bins)]);
};

/** Starts or ends the bank's promotion (DEC-79). */
export const setPromotion = (tx: Tx, bin: string, hasDiscount: boolean): Promise<boolean> =>
  changed(updatePromotion(tx, [bin, hasDiscount]));
