import { deliveryHelpPath } from '@ceiba/domain/help/help-pages';
import { Icon } from '@ceiba/ui/icon';
import { Link } from 'react-router';
import { usePolicy } from '../policies/shop-policy.ts';
import { promisesWithIcons } from './trust-promises.ts';

/** The trust claims of APP-19 in two lines each. */
export default function TrustStrip() {
  return (
    <ul className="grid cols-pair gap-3 lg:cols-four lg:gap-4">
      {promisesWithIcons(usePolicy()).map(({ icon, title, text }) => (
        <li
          key={icon}
          className="grid content-start gap-2.5 rounded-lg bg-surface px-4 py-4.5 text-sm text-ink-soft shadow-[0_0_0_1px_var(--color-border)] lg:grid-cols-[auto_1fr] lg:items-center lg:gap-4 lg:p-5.5"
        >
          <span className="grid size-touch place-items-center rounded-[14px_4px_14px_4px] bg-primary-soft text-on-primary-soft">
            <Icon name={icon} size="lg" />
          </span>
          <span>
            <b className="block text-base font-semibold text-ink">{title}</b>
            {icon === 'truck' ? (
              <Link to={deliveryHelpPath} discover="none" className="link">
                {text}
              </Link>
            ) : (
              text
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
