import type { PillStyle } from '../platform/pill.tsx';

/** Looks of a person's states. */
export const statePills: Readonly<Record<string, PillStyle>> = {
  invited: { look: 'sky', icon: 'mail' },
  active: { look: 'good', icon: 'circle-check' },
  disabled: { look: 'out', icon: 'ban' },
};
