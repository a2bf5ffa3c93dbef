import type { Advisor } from '@ceiba/contract/advisors';
import { Icon } from '../ui/icon.tsx';

/** Who helps, and where. */
export default function AdvisorName({ advisor }: { advisor: Advisor }) {
  return (
    <p className="bg-info-soft text-on-info-soft">
      <span className="wrap flex min-h-touch max-w-checkout items-center gap-2.5 text-sm">
        <Icon name="badge-check" />
        <span className="min-w-0 wrap-anywhere">
          Asesor: <b className="font-semibold">{advisor.firstName}</b> · Tienda {advisor.store}
        </span>
      </span>
    </p>
  );
}
