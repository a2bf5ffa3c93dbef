import type { Cart } from '@ceiba/contract/carts';
import type { DeliveryTimeGroup } from '@ceiba/contract/delivery';
import { isDigital, isVisit } from '@ceiba/domain/carts/cart-line';
import { productCount } from '@ceiba/domain/carts/cost-lines';
import { todayOption } from '@ceiba/domain/delivery/delivery-choice';
import { deliveryTexts } from '@ceiba/domain/delivery/delivery-date';
import { visitText } from '@ceiba/domain/visits/visit';
import { AlertBox } from '@ceiba/ui/alert';
import { Button } from '@ceiba/ui/button';
import { RadioCard } from '@ceiba/ui/choice';
import { Icon } from '@ceiba/ui/icon';
import { Skeleton } from '@ceiba/ui/loading';
import type { ReactNode } from 'react';
import { type CartLine, cartLines } from '../carts/cart-lines.ts';
import type { DeliveryTimes } from './delivery-queries.ts';
import { deliveryDateText, lowerFirst } from './delivery-texts.ts';
import { ExclusiveItems } from './exclusive-items.tsx';

/** The arrival dates: "Hoy" as a disabled choice beside the computed date (DEL-04, DEC-47), and one card per shipment (DEL-33). */
export function ShipmentDates({
  cart,
  times: { groups, isLoading, isFailed, reload },
  refused,
}: {
  cart: Cart;
  times: DeliveryTimes;
  /** Visits that are not possible at the place. They show no date. */
  refused: readonly CartLine[];
}) {
  if (isFailed) return <DatesUnavailable onRetry={reload} />;
  // The placeholder has the height of the later content, so that the button below does not move during a press.
  if (isLoading) return <DatesFrame computed={<Skeleton className="h-[76px] rounded-lg" />} />;
  const [first] = groups ?? [];
  const lines = cartLines(cart);
  const visits = lines.filter(({ item }) => !refused.some((line) => line.item.cartItemId === item.cartItemId));
  if (groups === undefined || first === undefined) return <VisitDates lines={visits} isAfterDelivery={false} />;
  return (
    <DatesFrame
      computed={
        <RadioCard
          name="deliveryDay"
          value="computed"
          title={<span className="first-letter:uppercase block">{deliveryDateText(first)}</span>}
          text={groups.length > 1 ? 'Tu primer envío' : 'Tu pedido completo'}
          checked
          readOnly
        />
      }
    >
      <ExclusiveItems lines={lines} shipments={groups} />
      {groups.length > 1 && (
        <ul className="grid gap-3 [--pair:11rem] sm:cols-pair">
          {groups.map((group, index) => (
            <li
              key={group.sellerId}
              className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 rounded-lg bg-surface-tint p-4 text-sm"
            >
              <Icon name="package" className="row-span-3 text-primary" />
              <b className="text-base font-semibold">
                Envío {index + 1} de {groups.length}
              </b>
              <span className="font-semibold text-success first-letter:uppercase">{deliveryDateText(group)}</span>
              <span className="text-ink-soft">{contentsOf(group, lines)}</span>
            </li>
          ))}
        </ul>
      )}
      <VisitDates lines={visits} isAfterDelivery />
      {lines.some((line) => isDigital(line) && !isVisit(line)) && (
        <p className="flex items-center gap-2 text-sm text-ink-soft">
          <Icon name="mail" size="sm" />
          Productos digitales: {deliveryTexts.digital}
        </p>
      )}
    </DatesFrame>
  );
}

/** The dates of a cart's services at the buyer's home. */
function VisitDates({ lines, isAfterDelivery }: { lines: readonly CartLine[]; isAfterDelivery: boolean }) {
  return lines.map(
    ({ item }) =>
      item.visit !== undefined && (
        <p key={item.cartItemId} className="flex gap-2 text-sm text-ink-soft">
          <Icon name="wrench" size="sm" className="mt-0.5" />
          <span>
            {item.title}: {lowerFirst(visitText(item.visit, isAfterDelivery))}
          </span>
        </p>
      ),
  );
}

function DatesFrame({ computed, children }: { computed: ReactNode; children?: ReactNode }) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-3 heading-card text-base">Fecha de entrega</legend>
      <div className="grid gap-3 [--pair:11rem] sm:cols-pair">
        <RadioCard
          name="deliveryDay"
          value={todayOption.value}
          title={todayOption.label}
          text="No disponible por ahora"
          disabled={todayOption.isDisabled}
        />
        {computed}
      </div>
      {children}
    </fieldset>
  );
}

/** "Tecno & Hogar · 2 productos". */
function contentsOf(group: DeliveryTimeGroup, lines: readonly CartLine[]): string {
  const own = lines.filter((line) => line.sellerId === group.sellerId && group.skus.includes(line.item.sku));
  const units = own.reduce((total, line) => total + line.quantity, 0);
  return [own[0]?.seller.title ?? '', productCount(units)].filter((part) => part !== '').join(' · ');
}

/** The order can continue without a date. Its text is then "Fecha por estimar". */
function DatesUnavailable({ onRetry }: { onRetry: () => void }) {
  return (
    <AlertBox type="Warning" role="alert" title="No pudimos calcular la fecha de entrega">
      <p>Vuelve a intentarlo, o continúa y te la confirmamos por correo.</p>
      <Button variant="outline" size="sm" className="mt-2.5" onClick={onRetry}>
        Reintentar
      </Button>
    </AlertBox>
  );
}
