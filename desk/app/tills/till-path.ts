import type { Crumb } from '../shell/page-head.tsx';

/** Where the lists of tills hang in the desk. */
export const tillPath: readonly Crumb[] = [{ label: 'Caja', to: '/caja' }];
