import type { PointsCoupon } from '@ceiba/contract/points';
import { certificateLabel } from '@ceiba/domain/carts/cart-totals';
import { pointsTexts } from '@ceiba/domain/points/points';
import { Icon } from '@ceiba/ui/icon';
import { amountOf } from '@ceiba/ui/price';

/** PTS-06. */
export function PointsDone({ coupon }: { coupon: PointsCoupon }) {
  return (
    <div role="status" className="grid justify-items-center gap-3 py-6 text-center">
      <span className="grid size-16 place-items-center rounded-full bg-success-soft text-success">
        <Icon name="circle-check" size="lg" />
      </span>
      <p className="text-xl font-bold">{pointsTexts.applied}</p>
      <p className="font-semibold tabular-nums">{certificateLabel(amountOf(coupon.discountAmount))}</p>
      <p className="text-sm text-ink-soft">{pointsTexts.success}</p>
    </div>
  );
}
