import type { PointsCoupon, PointsOffer } from '@ceiba/contract/points';
import { certificateLabel } from '@ceiba/domain/carts/cart-totals';
import { formatQ } from '@ceiba/domain/money/money';
import { noCertificatesText, pointsLabel } from '@ceiba/domain/points/points';
import { amountOf } from '@ceiba/ui/price';
import { useId } from 'react';
import './slider.css';

/** Balance, and the certificates it gives, one place of the slider for each (PTS-03, PTS-04, PTS-17). */
export function CertificateChoice({
  offer,
  coupon,
  onChoose,
}: {
  offer: PointsOffer;
  coupon: PointsCoupon | null;
  onChoose: (coupon: PointsCoupon | null) => void;
}) {
  return (
    <div className="grid gap-5">
      <dl className="panel grid gap-1 p-4">
        <dt className="text-sm text-ink-soft">Saldo disponible</dt>
        <dd className="text-xl font-bold tabular-nums">{pointsLabel(offer.availablePoints) ?? '0 puntos'}</dd>
        <dd className="text-sm text-ink-soft tabular-nums">Equivale a {formatQ(amountOf(offer.availableBalance))}</dd>
      </dl>
      {coupon === null ? (
        <p role="status">{offer.message === '' ? noCertificatesText : offer.message}</p>
      ) : (
        <Slider coupons={offer.coupons} coupon={coupon} onChoose={onChoose} />
      )}
    </div>
  );
}

const labelOf = ({ discountAmount }: PointsCoupon): string => certificateLabel(amountOf(discountAmount));

function Slider({
  coupons,
  coupon,
  onChoose,
}: {
  coupons: readonly PointsCoupon[];
  coupon: PointsCoupon;
  onChoose: (coupon: PointsCoupon | null) => void;
}) {
  const id = useId();
  const place = coupons.findIndex(({ couponCode }) => couponCode === coupon.couponCode);
  const [first, last] = [coupons[0], coupons.at(-1)];
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="text-sm font-medium">
        Elige tu certificado
      </label>
      <output htmlFor={id} className="text-2xl font-bold tabular-nums">
        {labelOf(coupon)}
      </output>
      <input
        id={id}
        type="range"
        min={0}
        max={coupons.length - 1}
        step={1}
        value={place}
        aria-valuetext={labelOf(coupon)}
        onChange={({ target }) => onChoose(coupons[Number(target.value)] ?? null)}
        ref={(slider) => slider?.style.setProperty('--part', String(place / Math.max(1, coupons.length - 1)))}
        className="slider"
      />
      <p aria-hidden="true" className="flex justify-between text-sm text-ink-soft tabular-nums">
        <span>{first && formatQ(amountOf(first.discountAmount))}</span>
        <span>{last && formatQ(amountOf(last.discountAmount))}</span>
      </p>
    </div>
  );
}
