import type { Advisor } from '@ceiba/contract/advisors';
import { cx } from '@ceiba/ui/class-names';
import { Icon } from '@ceiba/ui/icon';
import { useMatch } from 'react-router';

/** The advisor's name and store. */
export default function AdvisorName({ advisor }: { advisor: Advisor }) {
  // The checkout is narrower than the shop. The name is aligned with the page's left edge.
  const isCheckout = useMatch('/checkout') !== null;
  return (
    <p className="bg-info-soft text-on-info-soft">
      <span className={cx('wrap flex min-h-touch items-center gap-2.5 text-sm', isCheckout && 'max-w-checkout')}>
        <Icon name="badge-check" />
        <span className="min-w-0 wrap-anywhere">
          Asesor: <b className="font-semibold">{advisor.firstName}</b> · Tienda {advisor.store}
        </span>
      </span>
    </p>
  );
}
