import type { refundStateLabels } from '@ceiba/domain/refunds/refund-labels';
import type { PillStyle } from '../platform/pill.tsx';

export const refundPills: Record<keyof typeof refundStateLabels, PillStyle> = {
  awaiting_approval: { look: 'corn', icon: 'circle-pause' },
  due: { look: 'corn', icon: 'clock' },
  sent: { look: 'sky', icon: 'send' },
  done: { look: 'good', icon: 'circle-check' },
  rejected: { look: 'red', icon: 'circle-x' },
};

/** A refund that the bank, or the points programme, completes by itself. People pay out or transfer the others. */
export const isOnItsWay = ({ state, to }: { state: string; to: string }): boolean =>
  state === 'sent' || (state === 'due' && to === 'origin');
