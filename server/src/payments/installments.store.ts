import type { Centavos } from '@ceiba/domain/money/money';
import type { CardType } from '@ceiba/domain/payments/card-number';
import { type BinPlan, findInstallments } from '@ceiba/domain/payments/installments';
import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

interface BinRow {
  bin: string;
  brand: CardType;
  bank_name: string;
  plans: number[];
  has_discount: boolean;
}

const selectBin = statement<BinRow, [bin: string]>(
  'payments.bin',
  'select bin, brand, bank_name, plans, has_discount from card_bins where bin = $1',
);

/** What is known of a card by its first six digits; undefined = not a local bank's (DEC-105). */
export async function findBin(tx: Tx, bin: string): Promise<BinPlan | undefined> {
  const [row] = await selectBin(tx, [bin]);
  if (row === undefined) return undefined;
  const { brand, bank_name, plans, has_discount } = row;
  return { bin, cardType: brand, bankName: bank_name, plans, hasDiscount: has_discount };
}

/** Plans a card may pay `total` in, ascending; none for cards that are not local and totals below the minimum. */
export async function findPlans(tx: Tx, bin: string, total: Centavos): Promise<readonly number[]> {
  const known = await findBin(tx, bin);
  const offer = findInstallments(bin, total, known === undefined ? [] : [known]);
  return offer.ok ? offer.value.installments : [];
}
