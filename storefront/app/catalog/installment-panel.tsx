import { calculatorTexts, planLabel } from '@ceiba/domain/payments/installments';
import { StateTag } from '@ceiba/ui/state-tag';

/** CAT-27, CAT-28: what one unit costs in each plan. */
export default function InstallmentPanel({ rows }: { rows: readonly { plan: number; monthly: string }[] }) {
  return (
    <section aria-labelledby="calculadora" className="panel grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="calculadora" className="heading-card">
          {calculatorTexts.title(rows.map(({ plan }) => plan))}
        </h2>
        <StateTag tone="success">{calculatorTexts.note}</StateTag>
      </div>
      <dl className="grid cols-trio gap-2">
        {rows.map(({ plan, monthly }) => (
          <div
            key={plan}
            className="grid min-h-14 content-center justify-items-center rounded-md px-1 py-2 shadow-[inset_0_0_0_1px_var(--color-border-strong)]"
          >
            <dt className="text-xs text-ink-soft">{planLabel(plan)}</dt>
            <dd className="leading-snug font-bold tracking-[-0.01em] wrap-anywhere tabular-nums">{monthly}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-ink-soft">Con Visa o Mastercard de bancos locales.</p>
    </section>
  );
}
