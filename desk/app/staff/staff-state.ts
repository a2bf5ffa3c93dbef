import type { PillStyle } from '../platform/pill.tsx';

/** Looks of the states of a staff account. */
export const statePills: Readonly<Record<string, PillStyle>> = {
  invited: { look: 'sky', icon: 'mail' },
  active: { look: 'good', icon: 'circle-check' },
  disabled: { look: 'out', icon: 'ban' },
};
