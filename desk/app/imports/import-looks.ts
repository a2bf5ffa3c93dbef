import type { PillStyle } from '../platform/pill.tsx';
import type { DeskAnswer } from '../session/desk-client.ts';

type State = DeskAnswer<'getImport'>['data']['state'];

/** Looks of the states of an import. */
export const importPills: Readonly<Record<State, PillStyle>> = {
  reading: { look: 'stone', icon: 'hourglass' },
  checked: { look: 'sky', icon: 'eye' },
  applying: { look: 'teal', icon: 'hourglass' },
  done: { look: 'good', icon: 'circle-check' },
  refused: { look: 'red', icon: 'circle-x' },
  failed: { look: 'red', icon: 'triangle-alert' },
  canceled: { look: 'out', icon: 'ban' },
};

/** True while a job works on the import. */
export const isUnderWay = ({ state }: { state: State }): boolean => state === 'reading' || state === 'applying';

export const importsPath = [{ label: 'Importaciones', to: '/importaciones' }];

/** The page of an import, below /admin. */
export const importHref = (id: string): string => `/importaciones/${id}`;
