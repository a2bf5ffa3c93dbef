import type { PillStyle } from '../platform/pill.tsx';

export const refundPills: Record<'due' | 'sent' | 'done', PillStyle> = {
  due: { look: 'corn', icon: 'clock' },
  sent: { look: 'sky', icon: 'send' },
  done: { look: 'good', icon: 'circle-check' },
};
