import type { BankPlanRow, BankPlans as Plans } from '@ceiba/contract/payments';
import { bankPlanLabel, bankTexts } from '@ceiba/domain/payments/bank-plan-texts';
import { singlePlan } from '@ceiba/domain/payments/bank-plans';
import { cardName } from '@ceiba/domain/payments/card-number';
import { useState } from 'react';
import { Card } from '../detail/detail-frame.tsx';
import { SelectField } from '../platform/field.tsx';
import { moneyText, nothing } from '../platform/formats.ts';
import { Table } from '../platform/table.tsx';

/** The costs of a cart with each plan of a bank. The texts are the same as in the shop, so that advisor and buyer read the same (BANK-07). */
export function BankPlans({ plans: { banks, rows, note, delivery } }: { plans: Plans }) {
  const [chosen, choose] = useState('');
  const bank = banks.find(({ id }) => id === chosen);
  const own = Map.groupBy(
    rows.filter((row) => row.bank === chosen),
    ({ brand }) => brand,
  );
  return (
    <Card title="¿Cuánto paga con su banco?">
      {note !== null && <p>{note}</p>}
      {rows.length > 0 && (
        <SelectField label="Banco" value={chosen} onChange={({ target }) => choose(target.value)}>
          <option value="">Elige un banco</option>
          {banks.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {bank !== undefined &&
        [...own].map(([brand, ofBrand]) => (
          <PlanTable
            key={brand}
            name={brand === null || own.size === 1 ? bank.name : `${bank.name} ${cardName(brand)}`}
            rows={ofBrand}
            isNoted={note !== null}
          />
        ))}
      {bank !== undefined && delivery === null && (
        <p className="text-dense text-ink-soft first-letter:uppercase">{bankTexts.deliveryOpen}</p>
      )}
    </Card>
  );
}

/** The plans of one bank's cards of one brand (BANK-02 to BANK-05). */
function PlanTable({ name, rows, isNoted }: { name: string; rows: readonly BankPlanRow[]; isNoted: boolean }) {
  const until = rows.find((row) => row.until !== null)?.until ?? null;
  const hasPlans = rows.some(({ plan }) => plan !== singlePlan);
  return (
    <div className="grid gap-1">
      <Table label={name} texts={[name]} numbers={[bankTexts.monthly, bankTexts.discount, bankTexts.total]}>
        {rows.map(({ plan, monthly, discount, total, certain }) => (
          <tr key={plan}>
            <td>
              {bankPlanLabel(plan)}
              {!certain && <small className="block text-xs text-ink-muted">{bankTexts.uncertain}</small>}
            </td>
            <td className="text-right tabular-nums">{plan === singlePlan ? nothing : moneyText(monthly)}</td>
            <td className="text-right tabular-nums">{discount > 0 ? moneyText(-discount) : nothing}</td>
            <td className="text-right tabular-nums">{moneyText(total)}</td>
          </tr>
        ))}
      </Table>
      {until !== null && <p className="text-dense text-ink-soft">{bankTexts.until(until)}</p>}
      {!isNoted && !hasPlans && <p className="text-dense text-ink-soft">{bankTexts.excluded(name)}</p>}
    </div>
  );
}
