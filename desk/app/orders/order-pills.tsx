import { type OrderStatus, orderStatusLabels } from '@ceiba/domain/orders/order';
import { Pill, type PillStyle } from '../platform/pill.tsx';
import { HeldPill, LatePill } from '../shipments/shipment-pills.tsx';

const looks: Record<OrderStatus, PillStyle> = {
  pending_payment: { look: 'stone', icon: 'hourglass' },
  processing: { look: 'sky', icon: 'refresh-cw' },
  shipped: { look: 'jade', icon: 'truck' },
  delivered: { look: 'good', icon: 'circle-check' },
  undelivered: { look: 'red', icon: 'package-x' },
  canceled: { look: 'out', icon: 'ban' },
};

interface OrderState {
  status: string;
  isHeld: boolean;
  isUnconfirmed: boolean;
  isLate: boolean;
}

const isStatus = (status: string): status is OrderStatus => Object.hasOwn(looks, status);

/** Problems of an order, beside its state. */
export function OrderFlags({ isHeld, isUnconfirmed, isLate }: Omit<OrderState, 'status'>) {
  return (
    <>
      {isHeld && <HeldPill />}
      {isUnconfirmed && (
        <Pill look="corn" icon="mail">
          Por confirmar
        </Pill>
      )}
      {isLate && <LatePill />}
    </>
  );
}

export const OrderPill = ({ status }: Pick<OrderState, 'status'>) =>
  isStatus(status) ? <Pill {...looks[status]}>{orderStatusLabels[status]}</Pill> : null;

/** The state of an order in a row. If the order has problems, they show instead of its state. */
export const OrderStatePill = ({ status, ...flags }: OrderState) =>
  flags.isHeld || flags.isUnconfirmed || flags.isLate ? <OrderFlags {...flags} /> : <OrderPill status={status} />;
