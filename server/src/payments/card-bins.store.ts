import type { Centavos } from '@ceiba/domain/money/money';
import type { CardType } from '@ceiba/domain/payments/card-number';
import { type BinPlan, findInstallments } from '@ceiba/domain/payments/installments';
import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

const selectBin = statement<
  { bank_name: string; brand: CardType; plans: number[]; has_discount: boolean },
  [bin: string]
>('payments.card-bin', 'select bank_name, brand, plans, has_discount from card_bins where bin = $1');

/** What the shop knows of a bin of six digits; undefined when the card is not local (DEC-105). */
export async function findCardBin(tx: Tx, bin: string): Promise<BinPlan | undefined> {
  const [row] = await selectBin(tx, [bin]);
  return row && { bin, cardType: row.brand, bankName: row.bank_name, plans: row.plans, hasDiscount: row.has_discount };
}

/** The plans a card may pay a cart in; `total` is the grand total before the bank promotion (PAY-06, DEC-105). */
export async function findCardPlans(tx: Tx, bin: string, total: Centavos): Promise<readonly number[]> {
  const known = await findCardBin(tx, bin);
  const offer = findInstallments(bin, total, known === undefined ? [] : [known]);
  return offer.ok ? offer.value.installments : [];
}
