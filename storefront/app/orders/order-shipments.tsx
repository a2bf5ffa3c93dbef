import type { Order, Tracking } from '@ceiba/contract/order-shapes';
import { formatWeekdayDateText, unknownDateText } from '@ceiba/domain/dates/spanish-date';
import { presaleText } from '@ceiba/domain/delivery/delivery-date';
import {
  canceledUnitsText,
  isCanceledOrUndelivered,
  type OrderStatus,
  orderStatusLabels,
  promisedTitle,
  splitText,
  stepDateText,
} from '@ceiba/domain/orders/order';
import { AlertBox } from '@ceiba/ui/alert';
import { cx } from '@ceiba/ui/class-names';
import { Icon } from '@ceiba/ui/icon';
import { Price } from '@ceiba/ui/price';
import { StateTag } from '@ceiba/ui/state-tag';
import { Thumbnail } from '@ceiba/ui/thumbnail';
import type { ReactNode } from 'react';
import { lazyPart } from '../platform/lazy-part.tsx';

type Step = Tracking['status'][number];

interface Shown {
  steps: readonly Step[];
  /** True if the buyer does not get the shipment. Its last step shows the reason. */
  isLost: boolean;
  /** The promised day. Shown at the step of the delivery until that step is reached. */
  promise: { title: string; text: string } | null;
}

/**
 * One shipment's steps (HIST-09, HIST-10). The last complete step has success colours, or shows the cancellation or return (DEC-216).
 * The steps share a row if a shipment is wide enough: from 1024 px to 1699 px. From 1700 px on, two shipments share the width.
 */
function TrackingTimeline({ steps, isLost, promise }: Shown) {
  const last = steps.findLastIndex(({ complete }) => complete);
  return (
    <ol
      aria-label="Estado del envío"
      className="grid lg:max-[1699px]:grid-cols-[repeat(auto-fit,minmax(7.5rem,1fr))] lg:max-[1699px]:gap-y-4"
    >
      {steps.map((step, index) => (
        <TimelineStep
          key={step.title}
          step={step}
          look={lookOf(step, index === last, isLost)}
          isEnd={index === steps.length - 1}
          promised={promise?.title === step.title ? promise.text : null}
        />
      ))}
    </ol>
  );
}

type Look = 'done' | 'last' | 'lost' | 'pending';

const lookOf = ({ complete }: Step, isLast: boolean, isLost: boolean): Look => {
  if (!complete) return 'pending';
  return isLast ? (isLost ? 'lost' : 'last') : 'done';
};

function TimelineStep({
  step: { title, datetime, description, complete },
  look,
  isEnd,
  promised,
}: {
  step: Step;
  look: Look;
  isEnd: boolean;
  promised: string | null;
}) {
  const when = complete ? datetime && stepDateText(datetime) : promised;
  return (
    <li
      aria-current={look === 'last' || look === 'lost' ? 'step' : undefined}
      className={cx(
        'relative grid grid-cols-[28px_minmax(0,1fr)] gap-3 pb-4.5 text-sm lg:max-[1699px]:grid-cols-1 lg:max-[1699px]:content-start lg:max-[1699px]:gap-2 lg:max-[1699px]:pr-4 lg:max-[1699px]:pb-0',
        !isEnd &&
          'before:absolute before:top-7 before:bottom-0 before:left-[13px] before:w-0.5 lg:max-[1699px]:before:top-[13px] lg:max-[1699px]:before:right-2 lg:max-[1699px]:before:bottom-auto lg:max-[1699px]:before:left-9 lg:max-[1699px]:before:h-0.5 lg:max-[1699px]:before:w-auto',
        // Only together with the line: a colour alone draws a box over the mark of the last step.
        !isEnd && (look === 'done' ? 'before:bg-quetzal-500' : 'before:bg-border-strong'),
        complete ? 'text-ink-soft' : 'text-ink-muted',
      )}
    >
      <span className={cx('grid size-7 place-items-center rounded-full', marks[look])}>
        {complete && <Icon name={look === 'lost' ? 'x' : 'check'} size="sm" />}
      </span>
      <span className="min-w-0">
        <b className={cx('block text-base leading-[1.75] lg:max-[1699px]:leading-snug', titleLooks[look])}>
          {title}
          {look !== 'lost' && <span className="sr-only">{complete ? ', listo' : ', pendiente'}</span>}
        </b>
        {complete ? description : null}
        {when !== null && <StepDate text={when} />}
      </span>
    </li>
  );
}

/** "21 de noviembre de 2026, 09:42". In a row of steps, which is too narrow for that, "21 nov 2026, 09:42" in one line. */
const StepDate = ({ text }: { text: string }) => {
  const [, day, month, monthsEnd, rest] = /^(\d+) de (\p{L}{3})(\p{L}*) de (.+)$/u.exec(text) ?? [];
  if (day === undefined) return <span className="block text-ink-muted">{text}</span>;
  const long = 'lg:max-[1699px]:hidden';
  return (
    <span className="block text-ink-muted tabular-nums lg:max-[1699px]:-mr-3 lg:max-[1699px]:text-xs lg:max-[1699px]:whitespace-nowrap">
      {day}
      <span className={long}> de</span> {month}
      <span className={long}>{monthsEnd} de</span> {rest}
    </span>
  );
};

const marks: Record<Look, string> = {
  done: 'bg-primary-soft text-on-primary-soft',
  last: 'bg-success text-white ring-4 ring-success-soft',
  lost: 'bg-danger text-white ring-4 ring-danger-soft',
  pending: 'bg-surface shadow-[inset_0_0_0_2px_var(--color-border-strong)]',
};

const titleLooks: Record<Look, string> = {
  done: 'font-semibold text-ink',
  last: 'font-semibold text-success',
  lost: 'font-semibold text-danger',
  pending: 'font-medium text-ink-muted',
};

type ShownOrder = Pick<Order, 'status' | 'products' | 'deliveryPromise'>;

/** The shipments of an order with seller, timeline and products (HIST-05, HIST-06). Two side by side from 1700 px on. */
export function OrderShipments({
  order,
  tracking,
  actions,
}: {
  order: ShownOrder;
  tracking: readonly Tracking[];
  /** The actions of a shipment, by the number of its sub-order. */
  actions?: ((subOrderId: string) => ReactNode) | undefined;
}) {
  const split = splitText(tracking.length);
  return (
    <div className="grid gap-4">
      {split !== null && <AlertBox type="Info" title={split} />}
      <div className="grid items-start gap-4 min-[1700px]:has-[>:nth-child(2)]:grid-cols-2">
        {tracking.map((shipment, index) => (
          <Shipment key={shipment.subOrderId} order={order} shipment={shipment} place={index + 1}>
            {actions?.(shipment.subOrderId)}
          </Shipment>
        ))}
      </div>
    </div>
  );
}

const tones = {
  pending_payment: 'warning',
  processing: 'info',
  shipped: 'success',
  delivered: 'success',
  undelivered: 'danger',
  canceled: 'danger',
} as const satisfies Record<OrderStatus, string>;

const icons: Record<OrderStatus, string> = {
  pending_payment: 'clock',
  processing: 'package',
  shipped: 'truck',
  delivered: 'package-check',
  undelivered: 'x',
  canceled: 'x',
};

/** The status of an order as a tag (DEC-137). */
export function OrderStatusTag({ status }: { status: OrderStatus }) {
  return (
    <StateTag tone={tones[status]}>
      <Icon name={icons[status]} size="sm" />
      {orderStatusLabels[status]}
    </StateTag>
  );
}

function Shipment({
  order,
  shipment,
  place,
  children,
}: {
  order: ShownOrder;
  shipment: Tracking;
  /** 1 for the first shipment of the order. */
  place: number;
  children?: ReactNode;
}) {
  const products = order.products.flatMap((product) => {
    const { subOrderId, sentWith } = product;
    if (sentWith === undefined) return subOrderId === shipment.subOrderId ? [product] : [];
    const part = sentWith.find((each) => each.subOrderId === shipment.subOrderId);
    return part === undefined ? [] : [{ ...product, quantityOrdered: part.quantity, quantityCanceled: 0 }];
  });
  const status = shipment.shipmentStatus ?? products[0]?.status ?? order.status;
  return (
    <section aria-label={`Envío ${place}`} className="panel grid gap-5">
      <div className="line-body items-start">
        <div>
          <h2 className="heading-card">Envío {place}</h2>
          <p className="text-sm text-ink-soft">
            Vendido por {shipment.seller} ·{' '}
            <span className="whitespace-nowrap tabular-nums">{shipment.subOrderId}</span>
          </p>
          {shipment.presale !== undefined && (
            <p className="text-sm text-ink-soft">Preventa · {presaleText(shipment.presale.deliveryDate)}</p>
          )}
        </div>
        <OrderStatusTag status={status} />
      </div>
      {shipment.pickupCode !== undefined && <PickupCode id={shipment.subOrderId} code={shipment.pickupCode} />}
      <TrackingTimeline
        steps={shipment.status}
        isLost={isCanceledOrUndelivered(status)}
        promise={isCanceledOrUndelivered(status) ? null : promiseOf(order, shipment.sellerId)}
      />
      <ul className="border-t border-border">
        {products.map((product) => (
          <li
            key={product.id}
            className="grid grid-cols-[64px_minmax(0,1fr)] items-center gap-3.5 border-b border-border py-3 text-sm last:border-b-0 last:pb-0"
          >
            <Thumbnail
              image={{ url: product.productsThumbnail.url, label: product.productName }}
              quantity={product.quantityOrdered}
              width={64}
            />
            <div className="line-body">
              <span>
                {product.productName}
                <br />
                <span className="text-ink-muted">Cantidad: {product.quantityOrdered}</span>
                {product.quantityCanceled > 0 && (
                  <span className="block text-ink-muted">{canceledUnitsText(product.quantityCanceled)}</span>
                )}
              </span>
              <span>
                <Price value={product.productSalePrice.value} className="text-base" />
                {product.quantityOrdered > 1 && <span className="text-ink-soft"> c/u</span>}
              </span>
            </div>
          </li>
        ))}
      </ul>
      {children}
    </section>
  );
}

/** The QR library loads only if something waits at a store. The six digits show without it. */
const QrCode = lazyPart(() => import('../platform/qr-code.tsx'), { fallback: null });

/**
 * The pickup code of a store (WORK-13): six digits to say, or a QR code with the shipment's number and these digits. A visitor who opened the order
 * by its number sees a hint to the code's place instead.
 */
const PickupCode = ({ id, code }: { id: string; code: string | null }) =>
  code === null ? (
    <p className="rounded-md bg-surface-tint p-4 text-sm">
      El código para recogerlo está en el correo que te enviamos cuando llegó a la tienda. Si no lo encuentras, llámanos
      y te lo enviamos otra vez.
    </p>
  ) : (
    <ShownPickupCode id={id} code={code} />
  );

const ShownPickupCode = ({ id, code }: { id: string; code: string }) => (
  <div className="grid gap-3 rounded-md bg-surface-tint p-4 text-sm sm:grid-cols-[auto_1fr] sm:items-center">
    <QrCode text={`${id} ${code}`} label="Código QR para recogerlo" />
    <div>
      <p>
        Código para recogerlo: <strong className="text-lg tabular-nums tracking-widest">{code}</strong>
      </p>
      <p className="text-ink-soft">Muéstralo en el mostrador. Quien lo lleve puede recogerlo.</p>
    </div>
  </div>
);

/** The promised date of this seller's part (DEC-101), and its step. Null for a part that is sent by e-mail. */
function promiseOf({ deliveryPromise }: ShownOrder, sellerId: number): { title: string; text: string } | null {
  const group = deliveryPromise?.groups.find((each) => each.sellerId === sellerId);
  if (group === undefined) return null;
  const isPickup = deliveryPromise?.shippingMethod === 'storepickup';
  const date = formatWeekdayDateText(isPickup ? group.pickupDate : group.deliveryDate);
  const pickup = date === unknownDateText ? date : `Desde el ${date}`;
  return { title: promisedTitle(isPickup), text: isPickup ? pickup : `Entrega estimada: ${date}` };
}
