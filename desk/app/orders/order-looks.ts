import type { OrderStatus } from '@ceiba/domain/orders/order';
import type { ShipmentState } from '@ceiba/domain/orders/shipment';
import type { PillStyle } from '../platform/pill.tsx';

export const orderPills: Record<OrderStatus, PillStyle> = {
  pending_payment: { look: 'stone', icon: 'hourglass' },
  processing: { look: 'sky', icon: 'refresh-cw' },
  shipped: { look: 'jade', icon: 'truck' },
  delivered: { look: 'good', icon: 'circle-check' },
  undelivered: { look: 'red', icon: 'package-x' },
  canceled: { look: 'out', icon: 'ban' },
};

export const shipmentPills: Record<ShipmentState, PillStyle> = {
  waiting: { look: 'stone', icon: 'hourglass' },
  ready: { look: 'sky', icon: 'package' },
  picking: { look: 'teal', icon: 'scan-barcode' },
  packed: { look: 'jade', icon: 'package-check' },
  sent: { look: 'jade', icon: 'truck' },
  at_store: { look: 'jade', icon: 'store' },
  undelivered: { look: 'red', icon: 'package-x' },
  delivered: { look: 'good', icon: 'circle-check' },
  canceled: { look: 'out', icon: 'ban' },
};
