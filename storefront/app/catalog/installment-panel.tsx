import { calculatorTexts, planBanksTexts, planLabel } from '@ceiba/domain/payments/installments';
import { amountOf } from '@ceiba/ui/price';
import { StateTag } from '@ceiba/ui/state-tag';
import { BankQuestion } from '../banks/bank-question.tsx';
import { usePolicy } from '../policies/shop-policy.ts';
import { readBuyForm } from './buy-form.ts';
import type { ProductPageData } from './product-page-data.ts';
import { useSalesPrice } from './use-offer.ts';

/** The monthly price of one unit in each plan, and the banks that offer it (CAT-27, CAT-28). */
export default function InstallmentPanel({
  page,
  rows,
}: {
  page: ProductPageData;
  rows: readonly { plan: number; monthly: string }[];
}) {
  const price = useSalesPrice(page)?.value ?? 0;
  const product = { sku: page.product.sku, version: String(price) };
  const plans = rows.map(({ plan }) => plan);
  return (
    <section aria-labelledby="calculadora" className="panel grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="calculadora" className="heading-card">
          {calculatorTexts.title(plans)}
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
      <div className="grid gap-1 text-sm text-ink-soft">
        {planBanksTexts(plans, usePolicy().installmentBanks).map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      <BankQuestion
        toPay={{ ...product, quantity: 1 }}
        drawn={() => ({ ...product, quantity: readBuyForm().quantity })}
        total={amountOf(price)}
        plans={plans}
      />
    </section>
  );
}
