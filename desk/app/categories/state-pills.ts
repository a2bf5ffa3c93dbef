import type { categoryStates } from '@ceiba/contract/desk/lists/categories';
import type { PillStyle } from '../platform/pill.tsx';

export const statePills: Readonly<Record<keyof typeof categoryStates, PillStyle>> = {
  visible: { look: 'good', icon: 'eye' },
  hidden: { look: 'stone', icon: 'eye-off' },
  retired: { look: 'out', icon: 'ban' },
};
