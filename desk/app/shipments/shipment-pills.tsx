import { shipmentStateLabels } from '@ceiba/domain/orders/desk-labels';
import type { ShipmentState } from '@ceiba/domain/orders/shipment';
import { Pill, type PillStyle } from '../platform/pill.tsx';

const looks: Record<ShipmentState, PillStyle> = {
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

export const ShipmentPill = ({ state }: { state: ShipmentState }) => (
  <Pill {...looks[state]}>{shipmentStateLabels[state]}</Pill>
);

/** The shipment is on hold until its order is released (WORK-24). */
export const HeldPill = () => (
  <Pill look="corn" icon="circle-pause">
    Detenida
  </Pill>
);

/** Goods of the shipment have not come: of a presale, or with a transfer (WORK-31, WORK-32). */
export const AwaitingPill = () => (
  <Pill look="stone" icon="hourglass">
    Espera unidades
  </Pill>
);

/** The shipment has been in its state for too long (WORK-04). */
export const LatePill = () => (
  <Pill look="red" icon="clock-alert">
    Atrasado
  </Pill>
);
