import { securePaymentText } from '@ceiba/domain/content/fallback-texts';
import { type LegalPage, legalPages } from '@ceiba/domain/content/legal-pages';
import { deliveryHelpPath } from '@ceiba/domain/help/help-pages';
import { CardLogos } from '@ceiba/ui/card-logos';
import { Icon } from '@ceiba/ui/icon';
import { promisesWithIcons } from '../content/trust-promises.ts';
import { usePolicy } from '../policies/shop-policy.ts';

/** A legal text, opened in a new tab so that typed data stays. */
function LegalLink({ page }: { page: LegalPage }) {
  const { path, title } = legalPages[page];
  return (
    <a href={path} target="_blank" rel="noopener" className="link inline-flex min-h-6 items-center">
      {title}
    </a>
  );
}

/** The footer of the checkout (APP-20). */
export default function CheckoutFooter() {
  const policy = usePolicy();
  return (
    <footer className="mt-10 border-t border-border bg-surface">
      <div className="wrap grid max-w-checkout cols-pair gap-4 py-6 text-sm text-ink-soft lg:cols-four lg:gap-8">
        {promisesWithIcons(policy).map(({ icon, promise }) => (
          <p key={promise} className="flex items-start gap-3">
            <Icon name={icon} className="text-primary" />
            {icon === 'truck' ? (
              <a href={deliveryHelpPath} target="_blank" rel="noopener" className="link">
                {promise}
              </a>
            ) : (
              promise
            )}
          </p>
        ))}
      </div>
      <div className="wrap flex max-w-checkout flex-wrap items-center justify-between gap-4 border-t border-border py-4">
        <p className="inline-flex items-center gap-2 text-sm font-semibold text-success">
          <Icon name="shield-check" />
          {securePaymentText}
        </p>
        <p className="flex flex-wrap gap-x-5 gap-y-2 text-sm">
          <LegalLink page="terms" />
          <LegalLink page="privacy" />
        </p>
        <CardLogos cuotas={policy.installmentPlans.length > 0} />
      </div>
    </footer>
  );
}
