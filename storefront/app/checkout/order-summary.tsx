import type { Cart } from '@ceiba/contract/carts';
import { costLines } from '@ceiba/domain/carts/cost-lines';
import { summaryTexts, summaryThumbnails, summaryToggleLabel } from '@ceiba/domain/checkout/order-summary';
import { isDeliveryOpen } from '@ceiba/domain/checkout/steps';
import { cx } from '@ceiba/ui/class-names';
import { Icon } from '@ceiba/ui/icon';
import { shownAmount } from '@ceiba/ui/price';
import { Thumbnail } from '@ceiba/ui/thumbnail';
import { type ReactNode, Suspense, useId, useState } from 'react';
import { type CartLine, cartTotals, productLines, withoutDelivery } from '../carts/cart-lines.ts';
import { CostList } from '../carts/cost-list.tsx';
import { lazyPart } from '../platform/lazy-part.tsx';
import { useCheckout } from './checkout-store.ts';

/** Loads Base UI, when the detail is first opened. */
const Drawer = lazyPart(async () => ({ default: (await import('@ceiba/ui/drawer')).Drawer }));

/** The products and costs of the order (CHK-17..20); `children` is the pay button. */
export function OrderSummary({ cart, children }: { cart: Cart; children?: ReactNode }) {
  const steps = useCheckout((state) => state.steps);
  const deliver = useCheckout((state) => state.userData.deliver);
  const [isExpanded, setExpanded] = useState(false);
  const [isDetailOpen, setDetailOpen] = useState<boolean | null>(null);
  const listId = useId();
  const isOpen = isDeliveryOpen(steps);
  const totals = cartTotals(cart);
  const lines = productLines(cart);
  return (
    <section aria-labelledby="resumen" className="panel grid gap-4">
      <div>
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <h2 id="resumen" className="heading-card text-xl">
            {summaryTexts.title}
          </h2>
          <button
            type="button"
            onClick={() => setDetailOpen(true)}
            className="min-h-touch text-sm font-semibold whitespace-nowrap text-link underline-offset-3 hover:underline"
          >
            {summaryTexts.detail}
          </button>
        </div>
        <button
          type="button"
          aria-expanded={isExpanded}
          aria-controls={listId}
          onClick={() => setExpanded(!isExpanded)}
          className="-mb-1 flex min-h-touch w-full items-center justify-between gap-4 text-left text-sm text-ink-soft"
        >
          {summaryToggleLabel(cart.totalQuantity, isExpanded)}
          <Icon name="chevron-down" className={cx('transition-[rotate]', isExpanded && 'rotate-180')} />
        </button>
        <div id={listId}>{isExpanded ? <LineList lines={lines} /> : <Thumbnails lines={lines} />}</div>
      </div>
      <CostList
        donation={cart.donation}
        lines={costLines(isOpen ? withoutDelivery(totals) : totals, {
          deliveryType: deliver,
          isDeliveryOpen: isOpen,
          isDigitalOnly: cart.isDigital,
        })}
      />
      {children}
      {isDetailOpen !== null && (
        <Suspense fallback={null}>
          <Drawer open={isDetailOpen} onClose={() => setDetailOpen(false)} title="Detalle de tu compra">
            <div className="panel">
              <LineList lines={lines} />
            </div>
          </Drawer>
        </Suspense>
      )}
    </section>
  );
}

/** At most five thumbnails, and the number of further lines (CHK-19). A thumbnail shows its units if there are two or more. */
function Thumbnails({ lines }: { lines: readonly CartLine[] }) {
  const { shown, more } = summaryThumbnails(lines);
  return (
    <ul className="flex items-center gap-2.5 pt-1.5">
      {shown.map((line) => (
        <li key={line.item.cartItemId} className="max-w-14 min-w-0 flex-1">
          <Thumbnail image={line.item.mainImage} quantity={line.quantity} alt={line.item.title} width={56} />
        </li>
      ))}
      {more !== null && (
        <li className="min-w-7 flex-none text-center font-semibold text-ink-soft tabular-nums">
          {more}
          <span className="sr-only"> productos más</span>
        </li>
      )}
    </ul>
  );
}

/** The lines, each with its units, price and warranty. */
export function LineList({ lines }: { lines: readonly CartLine[] }) {
  return (
    <ul className="grid gap-3 pt-1.5">
      {lines.map((line) => (
        <li key={line.item.cartItemId} className="grid grid-cols-[56px_minmax(0,1fr)] items-center gap-3.5 text-sm">
          <Thumbnail image={line.item.mainImage} quantity={line.quantity} width={56} />
          <div className="line-body">
            <span className="grid gap-0.5">
              {line.item.title}
              {line.quantity > 1 && (
                <span className="text-ink-muted tabular-nums">
                  {line.quantity} × {shownAmount(line.item.salesPrice?.value ?? 0)}
                </span>
              )}
              {line.item.warranties.map((warranty) => (
                <span key={warranty.sku} className="text-ink-muted tabular-nums">
                  + {warranty.title}: {shownAmount(warranty.amount)}
                  {line.quantity > 1 && ' c/u'}
                </span>
              ))}
            </span>
            <b className="font-semibold tabular-nums">{shownAmount(line.item.lineTotal.value)}</b>
          </div>
        </li>
      ))}
    </ul>
  );
}
