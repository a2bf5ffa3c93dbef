import { freeDeliveryProgress } from '@ceiba/domain/delivery/delivery-fee';
import { type Centavos, formatQ } from '@ceiba/domain/money/money';
import { cx } from '@ceiba/ui/class-names';
import { Icon } from '@ceiba/ui/icon';
import { ProgressBar } from '@ceiba/ui/progress-bar';
import { usePolicy } from '../policies/shop-policy.ts';

/** The amount still missing for free delivery (CART-15, DEC-30). */
export function FreeDeliveryBar({
  deliveryBase,
  regionId,
  className,
}: {
  deliveryBase: Centavos;
  /** Region of the chosen place. Null if no place is chosen. */
  regionId: number | null;
  className?: string;
}) {
  const policy = usePolicy();
  const progress = freeDeliveryProgress(deliveryBase, regionId, policy);
  return (
    <div className={cx('grid gap-2.5 rounded-lg bg-surface-tint px-4 py-3.5 text-sm', className)}>
      <p className="flex items-center gap-2.5 font-semibold">
        <Icon name="truck" />
        {progress.text}
      </p>
      {progress.placeNote !== null && <p>{progress.placeNote}</p>}
      <ProgressBar percent={progress.percent} label="Progreso hacia envío gratis" className="h-2.5 w-full" />
      <p className="flex justify-between gap-4 text-xs text-ink-soft tabular-nums">
        <span>{progress.note}</span>
        {!progress.isReached && <span>{formatQ(policy.freeDeliveryThreshold)}</span>}
      </p>
    </div>
  );
}
