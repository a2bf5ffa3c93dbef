import type { PillStyle } from '../platform/pill.tsx';

export const countPills: Readonly<Record<string, PillStyle>> = {
  counting: { look: 'sky', icon: 'scan-barcode' },
  recounting: { look: 'corn', icon: 'rotate-ccw' },
  reviewed: { look: 'teal', icon: 'hourglass' },
  approved: { look: 'good', icon: 'circle-check' },
  canceled: { look: 'out', icon: 'ban' },
};
