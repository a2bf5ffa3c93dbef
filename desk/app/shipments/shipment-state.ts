import type { PillStyle } from '../platform/pill.tsx';

/** Looks of a shipment's states. */
export const shipmentPills: Readonly<Record<string, PillStyle>> = {
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

export const latePill: PillStyle = { look: 'red', icon: 'clock-alert' };
