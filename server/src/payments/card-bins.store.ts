import type { CardType } from '@ceiba/domain/payments/card-number';
import type { CardBin } from '@ceiba/domain/payments/installments';
import { type CardBinColumn, cardBinJson } from '../platform/db/card-bin-row.ts';
import { statement, type Tx } from '../platform/db/database.ts';

const selectBin = statement<CardBinColumn, [bin: string]>(
  'payments.bin',
  `select ${cardBinJson('b')} as card_bin from card_bins b where b.bin = $1`,
);

/** What is known of a card by its first six digits; null = not a local bank's (DEC-105). */
export const findCardBin = async (tx: Tx, bin: string): Promise<CardBin | null> =>
  (await selectBin(tx, [bin]))[0]?.card_bin ?? null;

const selectBins = statement<CardBinColumn>(
  'payments.bins',
  `select ${cardBinJson('b')} as card_bin from card_bins b order by b.bin`,
);

/** Every local card, by its bin. */
export const listCardBins = async (tx: Tx): Promise<CardBin[]> =>
  (await selectBins(tx, [])).flatMap(({ card_bin }) => (card_bin === null ? [] : [card_bin]));

/** Each is true also when nothing had to change; false = there is no such bin. */
const changed = async (rows: Promise<unknown[]>): Promise<boolean> => (await rows).length > 0;

const insertBin = statement<{ bin: string }, [bin: string, brand: CardType, bank: string]>(
  'payments.bin-add',
  'insert into card_bins (bin, brand, bank_name) values ($1, $2, $3) on conflict do nothing returning bin',
);

/** A card without plans and promotion; false = there is one with this bin already. */
export const addCardBin = (tx: Tx, card: Pick<CardBin, 'bin' | 'cardType' | 'bankName'>): Promise<boolean> =>
  changed(insertBin(tx, [card.bin, card.cardType, card.bankName]));

const updatePlans = statement<{ bin: string }, [bin: string, added: number[], removed: number[]]>(
  'payments.bin-plans',
  `update card_bins set plans = array(select distinct p from unnest(plans || $2) p where p <> all ($3) order by p)
   where bin = $1 returning bin`,
);

/** Changes what stands then, so that two operators at once lose nothing. Plans are numbers of installments, 2 to 120. */
export const changePlans = (tx: Tx, bin: string, change: { add?: number; remove?: number }): Promise<boolean> =>
  changed(updatePlans(tx, [bin, listOf(change.add), listOf(change.remove)]));

const listOf = (plan: number | undefined): number[] => (plan === undefined ? [] : [plan]);

const updatePromotion = statement<{ bin: string }, [bin: string, hasDiscount: boolean]>(
  'payments.bin-promotion',
  'update card_bins set has_discount = $2 where bin = $1 returning bin',
);

const deleteBin = statement<{ bin: string }, [bin: string]>(
  'payments.bin-remove',
  'delete from card_bins where bin = $1 returning bin',
);

/** Its cards are no local bank's from then on: they pay at once. Orders that were paid in cuotas keep them. */
export const removeCardBin = (tx: Tx, bin: string): Promise<boolean> => changed(deleteBin(tx, [bin]));

const updateBank = statement<{ bin: string }, [bin: string, bank: string]>(
  'payments.bin-rename',
  'update card_bins set bank_name = $2 where bin = $1 returning bin',
);

/** Names the bank of a card. */
export const renameCardBin = (tx: Tx, bin: string, bankName: string): Promise<boolean> =>
  changed(updateBank(tx, [bin, bankName]));

const insertBins = statement<object, [bins: string]>(
  'payments.bins-load',
  `insert into card_bins (bin, bank_name, brand, plans, has_discount)
   select bin, "bankName", "cardType", plans, "hasDiscount"
   from jsonb_to_recordset($1::jsonb) as given (bin text, "bankName" text, "cardType" text, plans integer[], "hasDiscount" boolean)
   where not exists (select from card_bins)`,
);

/** Fills a shop that has no card yet; a shop that has cards keeps them as they are. */
export const loadCardBins = async (tx: Tx, bins: readonly CardBin[]): Promise<void> => {
  await insertBins(tx, [JSON.stringify(bins)]);
};

/** Begins or ends the bank's promotion (DEC-79). */
export const setPromotion = (tx: Tx, bin: string, hasDiscount: boolean): Promise<boolean> =>
  changed(updatePromotion(tx, [bin, hasDiscount]));
