import { withQueries } from '@ceiba/client/query-provider';
import { bankLinePlan } from '@ceiba/domain/payments/bank-plan-texts';
import { amountOf } from '@ceiba/ui/price';
import { useEffect } from 'react';
import { type ToPay, useBankPlans } from './bank-plans-query.ts';
import type { ChosenBank } from './bank-store.ts';

/** "Con BAM-MAX" and ": 48 cuotas de Q18.75". Two texts, because a long name may be cut, but never the amount. */
export interface BankLineText {
  bank: string;
  plan: string;
}

/** Passes the longest plan of the shopper's bank to `onText`. Null while the plan is unknown (BANK-06). Renders nothing. */
export default withQueries(function BankLine({
  toPay,
  chosen: { bank, brand },
  onText,
}: {
  toPay: ToPay;
  chosen: ChosenBank;
  onText: (text: BankLineText | null) => void;
}) {
  const { data } = useBankPlans(toPay, { bin: null, isWanted: true });
  const name = data?.banks.find(({ id }) => id === bank)?.name ?? null;
  const rows = (data?.rows ?? []).filter((row) => row.bank === bank && row.brand === brand);
  const plan = bankLinePlan(rows.map((row) => ({ ...row, monthly: amountOf(row.monthly) })));
  useEffect(() => onText(name === null || plan === null ? null : { bank: name, plan }), [name, plan, onText]);
  return null;
});
