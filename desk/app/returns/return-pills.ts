import type { ReturnState } from '@ceiba/domain/returns/return-state';
import type { PillStyle } from '../platform/pill.tsx';

export const returnPills: Readonly<Record<ReturnState, PillStyle>> = {
  requested: { look: 'sky', icon: 'mail' },
  approved: { look: 'jade', icon: 'circle-check' },
  received: { look: 'teal', icon: 'package-open' },
  toSendBack: { look: 'corn', icon: 'undo-2' },
  resolved: { look: 'good', icon: 'check' },
  rejected: { look: 'red', icon: 'circle-x' },
  canceled: { look: 'out', icon: 'ban' },
};
