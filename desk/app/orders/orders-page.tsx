import { orderList } from '@ceiba/contract/desk/lists/orders';
import { orderPaymentLabels } from '@ceiba/domain/orders/desk-labels';
import { ListPage } from '../list/list-page.tsx';
import { ButtonLink } from '../platform/button.tsx';
import { moneyText, nothing, phoneText } from '../platform/formats.ts';
import { call, type DeskAnswer } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';
import { ShipmentPill } from '../shipments/shipment-pills.tsx';
import { OrderStatePill } from './order-pills.tsx';

type OrderRow = DeskAnswer<'listOrderRows'>['data'][number];

const paymentText = (payment: string): string => {
  const labels: Readonly<Record<string, string>> = orderPaymentLabels;
  return labels[payment] ?? payment;
};

const cells = {
  status: (row: OrderRow) => <OrderStatePill {...row} />,
  shipments: ({ shipments: [first, ...others] }: OrderRow) =>
    first === undefined ? (
      nothing
    ) : (
      <span className="flex items-center gap-2">
        <ShipmentPill state={first} />
        {others.length > 0 && (
          <span className="text-ink-muted whitespace-nowrap tabular-nums">{`+${others.length}`}</span>
        )}
      </span>
    ),
  payment: ({ payment }: OrderRow) => paymentText(payment),
  assignee: ({ assignee }: OrderRow) => assignee?.name ?? null,
  total: ({ total }: OrderRow) => (total === null ? null : moneyText(total)),
  phone: ({ phone }: OrderRow) => (phone === '' ? null : phoneText(phone)),
};

const views = [
  { label: 'Todas', query: {} },
  { label: 'Por preparar', query: { shipment: 'ready' } },
  { label: 'Efectivo por confirmar', query: { unconfirmed: 'true' } },
  { label: 'Detenidas', query: { held: 'true' } },
  { label: 'Atrasadas', query: { late: 'true' } },
] as const;

const hrefOf = ({ number }: OrderRow): string => `/ordenes/${number}`;

/** "Órdenes" (OFF-15). */
export function Component() {
  const may = useMay();
  return (
    <ListPage
      list={orderList}
      read={(query, options) => call('listOrderRows', { query }, options)}
      hrefOf={hrefOf}
      cells={cells}
      views={views}
      actions={
        <>
          {may('orders.edit') && <ButtonLink to="/ordenes/sin-existencias">Sin existencias</ButtonLink>}
          {(may('orders.refund') || may('refunds.approve') || may('cash.read')) && (
            <ButtonLink to="/ordenes/reembolsos">Reembolsos</ButtonLink>
          )}
          {(may('orders.refund') || may('cash.settle')) && (
            <ButtonLink to="/caja/reembolsos">Reembolsos por pagar</ButtonLink>
          )}
        </>
      }
    />
  );
}
