import { formatQ, quetzales } from '@ceiba/domain/money/money';
import { calculatorTexts, installmentTable, planBanksTexts, planLabel } from '@ceiba/domain/payments/installments';
import { ButtonLink } from '@ceiba/ui/button';
import { usePolicy } from '../policies/shop-policy.ts';

const example = quetzales(3_999);

/** The one dark section of the home page: an example purchase in monthly payments (CAT-27, CAT-28). */
export default function InstallmentBand() {
  const { installmentPlans, installmentBanks } = usePolicy();
  if (installmentPlans.length === 0) return null;
  return (
    <section
      aria-labelledby="cuotas"
      className="on-dark band gap-5 overflow-hidden rounded-leaf bg-[radial-gradient(120%_160%_at_85%_10%,var(--color-pluma-700),transparent_55%),linear-gradient(100deg,var(--color-quetzal-900),var(--color-quetzal-700))] px-6 py-7 text-white lg:gap-14 lg:px-14 lg:py-11"
    >
      <div className="grid justify-items-start gap-3">
        <h2 id="cuotas" className="text-3xl leading-[1.12] tracking-display lg:text-4xl">
          {calculatorTexts.title(installmentPlans)}
        </h2>
        <p className="text-quetzal-100">
          {calculatorTexts.note}, con tarjetas Visa o Mastercard de bancos locales. Tú eliges el plazo al pagar.
        </p>
        <div className="grid gap-1 text-sm text-quetzal-100">
          {planBanksTexts(installmentPlans, installmentBanks).map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
        <ButtonLink to="/search" variant="light">
          Ver productos
        </ButtonLink>
      </div>
      <div className="grid gap-3">
        <p className="text-sm text-quetzal-100">
          Así queda una compra de <b className="text-white tabular-nums">{formatQ(example)}</b>
        </p>
        <dl className="grid cols-trio gap-2">
          {installmentTable(example, installmentPlans).map(({ plan, monthly }) => (
            <div
              key={plan}
              className="rounded-md bg-white/10 px-2.5 py-2.5 shadow-[inset_0_0_0_1px_rgb(255_255_255/.14)] lg:px-4.5 lg:py-3.5"
            >
              <dt className="text-xs text-quetzal-100 lg:text-sm">{planLabel(plan)}</dt>
              <dd className="text-base leading-snug font-bold wrap-anywhere tabular-nums lg:text-xl">
                {formatQ(monthly)}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
