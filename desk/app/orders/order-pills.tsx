import { shipmentStateLabels } from '@ceiba/domain/orders/desk-labels';
import { type OrderStatus, orderStatusLabels } from '@ceiba/domain/orders/order';
import type { ShipmentState } from '@ceiba/domain/orders/shipment';
import { Pill } from '../platform/pill.tsx';
import { orderPills, shipmentPills } from './order-looks.ts';

interface OrderState {
  status: string;
  isHeld: boolean;
  isUnconfirmed: boolean;
  isLate: boolean;
}

const isStatus = (status: string): status is OrderStatus => Object.hasOwn(orderPills, status);

/** What stands in the way of an order, beside its state. */
export function OrderFlags({ isHeld, isUnconfirmed, isLate }: Omit<OrderState, 'status'>) {
  return (
    <>
      {isHeld && (
        <Pill look="corn" icon="circle-pause">
          Detenida
        </Pill>
      )}
      {isUnconfirmed && (
        <Pill look="corn" icon="mail">
          Por confirmar
        </Pill>
      )}
      {isLate && (
        <Pill look="red" icon="clock-alert">
          Atrasado
        </Pill>
      )}
    </>
  );
}

export const OrderPill = ({ status }: Pick<OrderState, 'status'>) =>
  isStatus(status) ? <Pill {...orderPills[status]}>{orderStatusLabels[status]}</Pill> : null;

/** The state of an order in a row: what stands in its way takes its place. */
export const OrderStatePill = ({ status, ...flags }: OrderState) =>
  flags.isHeld || flags.isUnconfirmed || flags.isLate ? <OrderFlags {...flags} /> : <OrderPill status={status} />;

export const ShipmentPill = ({ state }: { state: ShipmentState }) => (
  <Pill {...shipmentPills[state]}>{shipmentStateLabels[state]}</Pill>
);
