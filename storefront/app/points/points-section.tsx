import type { Cart } from '@ceiba/contract/carts';
import type { PointsOption } from '@ceiba/contract/points';
import { certificateLabel } from '@ceiba/domain/carts/cart-totals';
import { donationTexts } from '@ceiba/domain/donations/donation-texts';
import type { Centavos } from '@ceiba/domain/money/money';
import { largestCertificate, pointsTexts } from '@ceiba/domain/points/points';
import { Button } from '@ceiba/ui/button';
import { Icon } from '@ceiba/ui/icon';
import { amountOf } from '@ceiba/ui/price';
import { Suspense, useEffect, useState } from 'react';
import { cartTotals, withoutDelivery } from '../carts/cart-lines.ts';
import { appliedCouponCode } from '../coupons/applied-coupon.ts';
import { lazyPart } from '../platform/lazy-part.tsx';
import { usePointsOptions, useRevertPoints } from './use-points.ts';

/** Loads Base UI and the form, when an option is first chosen. */
const PointsDrawer = lazyPart(() => import('./points-drawer.tsx'));

/** "Canje de puntos" (PTS-01): the programs of the cart, or the applied certificate. Renders nothing without programs. */
export function PointsSection({ cart, onChoose }: { cart: Cart; onChoose: (option: PointsOption) => void }) {
  const { options, hasFailed, reload } = usePointsOptions(cart);
  const isShown = cart.certificate !== null || options.length > 0 || hasFailed;
  if (!isShown) return null;
  return (
    <section aria-labelledby="puntos" className="mt-6 grid gap-3">
      <h3 id="puntos" className="heading-card">
        {pointsTexts.title}
      </h3>
      {cart.certificate !== null ? (
        <AppliedPoints cart={cart} certificate={cart.certificate} />
      ) : hasFailed ? (
        <p className="flex flex-wrap items-center gap-3 text-sm text-ink-soft">
          No pudimos cargar los programas de puntos.
          <Button variant="outline" size="sm" onClick={reload}>
            Reintentar
          </Button>
        </p>
      ) : (
        <PointsOptions
          options={options}
          payable={withoutDelivery(cartTotals(cart)).grandTotal}
          hasCoupon={appliedCouponCode(cart) !== null}
          isDisabled={cart.donation !== null}
          onChoose={onChoose}
        />
      )}
    </section>
  );
}

/** The drawer of the last chosen option. It closes with the section (`isShown`); typed values stay. */
export function PointsDrawerOf({ drawer, isShown }: { drawer: PointsDrawerState; isShown: boolean }) {
  const { isOpen, close } = drawer;
  useEffect(() => {
    if (isOpen && !isShown) close(false);
  });
  if (drawer.option === null) return null;
  return (
    <Suspense fallback={null}>
      <PointsDrawer key={drawer.visit} open={isOpen} option={drawer.option} onClose={close} />
    </Suspense>
  );
}

type PointsDrawerState = ReturnType<typeof usePointsDrawer>;

/** State of the drawer. Another option, and a visit after a completed one, start with an empty form (PTS-03). */
export function usePointsDrawer() {
  const [option, setOption] = useState<PointsOption | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [isDone, setDone] = useState(false);
  const [visit, setVisit] = useState(0);
  return {
    option,
    isOpen,
    visit,
    open: (chosen: PointsOption): void => {
      if (isDone || chosen.optionID !== option?.optionID) setVisit(visit + 1);
      setDone(false);
      setOption(chosen);
      setOpen(true);
    },
    close: (wasDone: boolean): void => {
      setDone(wasDone);
      setOpen(false);
    },
  };
}

/** The applied certificate with its button to revert (PTS-05). */
function AppliedPoints({ cart, certificate }: { cart: Cart; certificate: NonNullable<Cart['certificate']> }) {
  const { revert, isReverting } = useRevertPoints();
  const used = cart.prices.discounts.find(({ id }) => id === 'DISCOUNT_POINTS')?.amount ?? 0;
  return (
    <div className="grid grid-cols-[auto_1fr] items-center gap-x-3.5 gap-y-1 rounded-lg bg-surface-tint p-4 shadow-[inset_0_0_0_2px_var(--color-primary)] sm:grid-cols-[auto_1fr_auto]">
      <Coins />
      <p role="status">
        <b className="block font-semibold">{pointsTexts.applied}</b>
        <span className="block text-sm text-ink-soft tabular-nums">
          {certificateLabel(amountOf(certificate.amount))}
        </span>
        {used < certificate.amount && <span className="block text-sm text-danger">{pointsTexts.aboveTotal}</span>}
      </p>
      <Button
        variant="ghost"
        size="sm"
        loading={isReverting}
        onClick={revert}
        className="justify-self-start max-sm:col-start-2 max-sm:-ml-4"
      >
        {pointsTexts.revert}
      </Button>
    </div>
  );
}

/** Coupon and points share one slot (DIF-33): a shopper with a coupon sees this before typing a card, not when it is refused. */
function PointsOptions({
  options,
  payable,
  hasCoupon,
  isDisabled,
  onChoose,
}: {
  options: readonly PointsOption[];
  /** The approximate amount that points may pay. The server has the exact one for each account. */
  payable: Centavos;
  hasCoupon: boolean;
  isDisabled: boolean;
  onChoose: (option: PointsOption) => void;
}) {
  return (
    <>
      <p className="flex items-center gap-3.5 text-sm text-ink-soft">
        <Coins />
        <span>
          <b className="block font-semibold text-ink tabular-nums">{pointsTexts.example}</b>
          <span className="block">{pointsTexts.largestNow(largestCertificate(payable))}</span>
          Cambias tus puntos por un certificado y baja el total.
        </span>
      </p>
      {isDisabled && <p className="text-sm text-ink-soft">{donationTexts.onlyCash}</p>}
      {hasCoupon && (
        <p id={couponNoteId} className="text-sm text-ink-soft">
          Tienes un cupón aplicado: quítalo primero para canjear tus puntos.
        </p>
      )}
      <ul className="grid gap-3 sm:grid-cols-2">
        {options.map((option) => (
          <li key={option.optionID}>
            <button
              type="button"
              disabled={isDisabled}
              aria-describedby={hasCoupon ? couponNoteId : undefined}
              onClick={() => onChoose(option)}
              className="grid w-full grid-cols-[auto_1fr_auto] items-center gap-x-3.5 rounded-lg bg-surface p-4 text-left shadow-[inset_0_0_0_1.5px_var(--color-border-strong)] hover:shadow-[inset_0_0_0_1.5px_var(--color-border-control)] disabled:cursor-not-allowed disabled:bg-surface-sunken disabled:text-ink-disabled"
            >
              <img src={option.iconUrl} alt="" width={40} height={40} />
              <span className="min-w-0">
                <b className="block font-semibold">{option.title}</b>
                <span className="block text-sm text-ink-soft">Consulta tu saldo</span>
              </span>
              <Icon name="chevron-right" size="sm" />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

const couponNoteId = 'puntos-cupon';

const Coins = () => (
  <span className="grid size-11 flex-none place-items-center rounded-full bg-maiz-100 text-tag-regalo-fg">
    <Icon name="coins" size="lg" />
  </span>
);
