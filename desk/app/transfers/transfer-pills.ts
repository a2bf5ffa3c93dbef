import type { PillStyle } from '../platform/pill.tsx';

export const transferPills: Readonly<Record<string, PillStyle>> = {
  draft: { look: 'sky', icon: 'pencil' },
  sent: { look: 'corn', icon: 'truck' },
  received: { look: 'good', icon: 'circle-check' },
  closed: { look: 'red', icon: 'triangle-alert' },
  canceled: { look: 'out', icon: 'ban' },
};
