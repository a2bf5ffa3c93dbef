import type { PillStyle } from '../platform/pill.tsx';

export const notePills: Readonly<Record<string, PillStyle>> = {
  open: { look: 'corn', icon: 'hourglass' },
  credited: { look: 'good', icon: 'circle-check' },
  replaced: { look: 'good', icon: 'package-check' },
};
