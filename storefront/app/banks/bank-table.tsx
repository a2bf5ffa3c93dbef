import type { BankPlanRow, BankPlans } from '@ceiba/contract/payments';
import { bankDiscountRow, bankPlanLabel, bankTexts } from '@ceiba/domain/payments/bank-plan-texts';
import { singlePlan } from '@ceiba/domain/payments/bank-plans';
import { Icon } from '@ceiba/ui/icon';
import { amountOf, shownAmount } from '@ceiba/ui/price';
import { usePolicy } from '../policies/shop-policy.ts';

const cell = 'px-1.5 py-2.5 align-top first:pl-3.5 last:pr-3.5';

const heads = ['Plan', bankTexts.monthly, bankTexts.discount, bankTexts.total];

/** The plans of one bank's cards of one brand, with the discount and the delivery in their totals (BANK-02 to BANK-05). */
export function BankTable({
  name,
  rows,
  answer,
}: {
  name: string;
  rows: readonly BankPlanRow[];
  answer: Pick<BankPlans, 'delivery' | 'note'>;
}) {
  const { note } = answer;
  const planned = rows.filter(({ plan }) => plan !== singlePlan);
  return (
    <div className="grid gap-3">
      {rows.length > 0 && (
        <div className="panel overflow-x-auto p-0 sm:p-0">
          <table aria-label={name} className="w-full text-sm tabular-nums">
            <thead className="bg-surface-sunken">
              <tr>
                {heads.map((head, column) => (
                  <th
                    key={head}
                    scope="col"
                    className={`${cell} font-semibold ${column === 0 ? 'text-left' : 'text-right'}`}
                  >
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-border">
              {rows.map((row) => (
                <PlanRow key={row.plan} row={row} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Discount name={name} rows={planned} />
      <div className="grid gap-1 text-sm text-ink-soft">
        <Delivery answer={answer} rows={rows} />
        {planned.length > 0 && <p>{bankTexts.paid(amountOf(Math.max(...planned.map(({ total }) => total))))}</p>}
        {note !== null && <p className="font-semibold text-ink">{note}</p>}
        {note === null && planned.length === 0 && rows.length > 0 && (
          <p className="font-semibold text-ink">{bankTexts.excluded(name)}</p>
        )}
      </div>
    </div>
  );
}

/** The delivery in the totals. With a bank's discount, the cart may lose its free delivery. A second sentence then names the fee with the discount. */
function Delivery({
  answer: { delivery },
  rows,
}: {
  answer: Pick<BankPlans, 'delivery'>;
  rows: readonly BankPlanRow[];
}) {
  if (delivery === null) return <p className="first-letter:uppercase">{bankTexts.deliveryOpen}</p>;
  const other = rows.find((row) => row.delivery !== null && row.delivery !== delivery)?.delivery ?? null;
  return (
    <>
      {delivery > 0 && <p>{bankTexts.withDelivery(amountOf(delivery))}</p>}
      {other !== null && <p>{bankTexts.discountedDelivery(amountOf(other))}</p>}
    </>
  );
}

function PlanRow({ row: { plan, monthly, discount, total, certain } }: { row: BankPlanRow }) {
  return (
    <tr>
      <th scope="row" className={`${cell} text-left font-medium`}>
        <span className="whitespace-nowrap">{bankPlanLabel(plan)}</span>
        {!certain && <span className="block text-xs font-normal text-ink-muted">{bankTexts.uncertain}</span>}
      </th>
      <td className={`${cell} text-right font-semibold`}>{plan === singlePlan ? '—' : shownAmount(monthly)}</td>
      <td className={`${cell} text-right ${discount > 0 ? 'text-success' : ''}`}>
        {discount > 0 ? `-${shownAmount(discount)}` : '—'}
      </td>
      <td className={`${cell} text-right`}>{shownAmount(total)}</td>
    </tr>
  );
}

/** The bank's own discount with its last day (BANK-03, BANK-07). */
function Discount({ name, rows }: { name: string; rows: readonly BankPlanRow[] }) {
  const policy = usePolicy();
  const row = rows.find(({ discount }) => discount > 0);
  if (row === undefined) return null;
  return (
    <p className="flex gap-2 rounded-md bg-success-soft px-3.5 py-2.5 text-sm text-on-success-soft">
      <Icon name="badge-percent" size="sm" className="mt-0.5" />
      <span>
        <span className="block font-semibold">{bankDiscountRow(name, amountOf(row.discount), policy)}</span>
        {row.until !== null && bankTexts.until(row.until)}
      </span>
    </p>
  );
}
