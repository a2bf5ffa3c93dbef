import { productCount } from '@ceiba/domain/carts/cost-lines';
import { deliveryTypeLabels } from '@ceiba/domain/delivery/delivery-choice';
import { confirmBeforeText, confirmStep, nextSteps } from '@ceiba/domain/orders/confirmation-texts';
import { splitText } from '@ceiba/domain/orders/order';
import { AlertBox } from '@ceiba/ui/alert';
import { ButtonLink } from '@ceiba/ui/button';
import { Icon } from '@ceiba/ui/icon';
import { Price } from '@ceiba/ui/price';
import { StateTag } from '@ceiba/ui/state-tag';
import { Thumbnail } from '@ceiba/ui/thumbnail';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { CostList } from '../carts/cost-list.tsx';
import type { OrderSnapshot } from './attempt-storage.ts';

/** Thanks, number, shipments, totals and next steps (DEC-43, ORD-14). `isOwn`: the order is in the signed-in customer's history, and links there. */
export function Confirmation({ order, isOwn }: { order: OrderSnapshot; isOwn: boolean }) {
  const split = splitText(order.shipments.length);
  const heading = useRef<HTMLHeadingElement>(null);
  // Renders after the page, whose title otherwise takes the focus.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <section className="grid justify-items-center gap-3.5 pt-10 pb-7 text-center">
        <Leaf />
        <h1 ref={heading} tabIndex={-1} className="text-4xl leading-tight">
          ¡Gracias por tu compra!
        </h1>
        <p className="text-lg">
          Orden <b className="font-semibold tabular-nums">{order.orderNumber}</b>
        </p>
        <p className="max-w-[48ch] wrap-anywhere text-ink-soft">
          {order.firstname}, enviamos el detalle a {order.email}.
        </p>
        {order.confirmBefore !== undefined && (
          <div className="text-left">
            <AlertBox type="Warning" title="Tu pedido espera tu confirmación">
              {confirmBeforeText(new Date(order.confirmBefore))}
            </AlertBox>
          </div>
        )}
        <div className="mt-1.5 flex flex-wrap justify-center gap-3">
          {isOwn && <ButtonLink to={`/dashboard/orders/${order.orderNumber}`}>Ver mi orden</ButtonLink>}
          <ButtonLink to="/" variant={isOwn ? 'outline' : 'primary'}>
            Seguir comprando
          </ButtonLink>
        </div>
        {!isOwn && (
          <Link to="/track-order" className="link text-sm">
            Consulta tu pedido
          </Link>
        )}
      </section>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_392px] lg:items-start lg:gap-8">
        <div className="grid gap-4">
          {split !== null && (
            <AlertBox type="Info" title={split}>
              Cada vendedor prepara y entrega por separado.
            </AlertBox>
          )}
          {order.shipments.map((shipment, index) => (
            <OrderShipment key={shipment.sellerTitle} order={order} shipment={shipment} index={index} />
          ))}
          <NextSteps order={order} />
        </div>
        <aside aria-label="Resumen" className="grid gap-4">
          <section aria-labelledby="totales" className="panel grid gap-3">
            <h2 id="totales" className="heading-card">
              Resumen de compra
            </h2>
            <CostList lines={order.costs} />
            {order.payment !== null && (
              <p className="flex items-center gap-2 text-sm text-ink-soft">
                <Icon name={order.isCash ? 'banknote' : 'credit-card'} />
                {order.payment}
              </p>
            )}
          </section>
          <section className="panel grid gap-3 text-sm">
            {order.delivery !== null && (
              <Detail
                icon={order.delivery.deliveryType === 'storepickup' ? 'store' : 'map-pin'}
                title={deliveryTypeLabels[order.delivery.deliveryType]}
              >
                {order.delivery.place}
                <br />
                Recibe {order.delivery.receiver}
              </Detail>
            )}
            <Detail icon="receipt-text" title={`Factura: ${order.documentType}`}>
              La recibirás por correo electrónico.
            </Detail>
          </section>
        </aside>
      </div>
    </>
  );
}

/** The next steps of the buyer (ORD-14). */
function NextSteps({ order }: { order: OrderSnapshot }) {
  const steps = [
    { title: 'Recibimos tu pedido', text: `Te enviamos la confirmación a ${order.email}.` },
    ...(order.confirmBefore === undefined ? [] : [confirmStep(new Date(order.confirmBefore))]),
    ...nextSteps({ deliveryType: order.delivery?.deliveryType ?? null, isCash: order.isCash }),
  ];
  return (
    <section aria-labelledby="sigue" className="panel grid gap-3">
      <h2 id="sigue" className="heading-card">
        ¿Qué sigue?
      </h2>
      <ol className="grid gap-3">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-sm wrap-anywhere">
            <span className="row-span-2 grid size-7 place-items-center rounded-full bg-primary-soft font-bold text-on-primary-soft tabular-nums">
              {index + 1}
            </span>
            <b className="text-base font-semibold">{title}</b>
            <span className="text-ink-soft">{text}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Detail({ icon, title, children }: { icon: string; title: string; children: ReactNode }) {
  return (
    <div className="flex items-start gap-2.5">
      <Icon name={icon} />
      <p className="min-w-0 wrap-anywhere">
        <b className="block font-semibold">{title}</b>
        <span className="text-ink-soft">{children}</span>
      </p>
    </div>
  );
}

function Leaf() {
  return (
    <svg width="104" height="104" viewBox="0 0 104 104" aria-hidden="true">
      <circle cx="52" cy="52" r="50" className="fill-quetzal-100" />
      <path d="M70 22c14 22 6 48-18 60C34 78 24 60 30 42c14 2 30-4 40-20z" className="fill-quetzal-500" />
      <path
        d="M34 76C42 58 54 42 66 32"
        className="stroke-quetzal-100"
        strokeWidth="3"
        fill="none"
        strokeLinecap="round"
      />
      <circle cx="76" cy="76" r="18" fill="#fff" />
      <circle cx="76" cy="76" r="15" fill="#0b6b3c" />
      <path
        d="M69 76.5l5 5 9-10"
        stroke="#fff"
        strokeWidth="3.4"
        fill="none"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** One seller's shipment, with its date. */
function OrderShipment({
  order,
  shipment,
  index,
}: {
  order: OrderSnapshot;
  shipment: OrderSnapshot['shipments'][number];
  index: number;
}) {
  const count = order.shipments.length;
  const isPickup = order.delivery?.deliveryType === 'storepickup';
  const units = shipment.lines.reduce((total, line) => total + line.quantity, 0);
  return (
    <section className="panel grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="heading-card">
          {count > 1 ? `Envío ${index + 1} de ${count}` : 'Tu pedido'}{' '}
          <span className="font-normal text-ink-muted">· {count > 1 ? shipment.sellerTitle : productCount(units)}</span>
        </h2>
        <StateTag tone="success">
          <Icon name={order.delivery === null ? 'mail' : isPickup ? 'store' : 'truck'} size="sm" />
          <span className="first-letter:uppercase inline-block">{shipment.dateText}</span>
        </StateTag>
      </div>
      <ul>
        {shipment.lines.map((line) => (
          <li
            key={line.id}
            className="grid grid-cols-[64px_minmax(0,1fr)] items-center gap-3.5 border-t border-border py-3 text-sm last:pb-0"
          >
            <Thumbnail image={line.image} quantity={line.quantity} width={64} />
            <div className="line-body">
              <span>{line.title}</span>
              <Price value={line.lineTotal} className="text-base" />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
