import { type Centavos, formatQ } from '@ceiba/domain/money/money';
import {
  calculatorTexts,
  installmentTable,
  isInstallmentCalculatorVisible,
  planLabel,
} from '@ceiba/domain/payments/installments';
import { Icon } from '../ui/icon.tsx';

/** What a payment would be in each plan; shown above Q499 of subtotal (CAT-27, CAT-28). */
export function InstallmentCalculator({ subtotal, total }: { subtotal: Centavos; total: Centavos }) {
  if (!isInstallmentCalculatorVisible(subtotal)) return null;
  return (
    <details open className="group">
      <summary className="flex min-h-touch items-center justify-between gap-2 font-semibold">
        <span className="inline-flex items-center gap-2">
          <Icon name="calendar-range" />
          {calculatorTexts.title}
        </span>
        <Icon name="chevron-down" className="transition-[rotate] group-open:rotate-180" />
      </summary>
      <dl className="grid grid-cols-3 gap-2 pt-1">
        {installmentTable(total).map(({ plan, monthly }) => (
          <div
            key={plan}
            className="grid min-h-14 content-center justify-items-center rounded-md px-1 py-2 text-center shadow-[inset_0_0_0_1px_var(--color-border-strong)]"
          >
            <dt className="text-xs text-ink-soft">{planLabel(plan)}</dt>
            <dd className="font-bold tracking-[-0.01em] tabular-nums">{formatQ(monthly)}</dd>
          </div>
        ))}
      </dl>
      <p className="pt-2 text-sm text-ink-muted">{calculatorTexts.note}</p>
    </details>
  );
}
