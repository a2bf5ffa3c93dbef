import { type ImportKind, importKinds, importPermissions } from '@ceiba/contract/desk/import-kinds';
import type { PillStyle } from '../platform/pill.tsx';
import type { DeskAnswer } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';

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

const isKind = (text: string): text is ImportKind => Object.hasOwn(importKinds, text);

/** The kinds of files that this person may import. */
export const useImportKinds = (): ImportKind[] => {
  const may = useMay();
  return Object.keys(importKinds)
    .filter(isKind)
    .filter((kind) => importPermissions[kind].every((permission) => may(permission)));
};

/** The kind that is offered first. */
export const firstKind = (allowed: readonly ImportKind[]): ImportKind | undefined =>
  allowed.find((kind) => kind === 'products') ?? allowed[0];

/** The page of a kind's template, below /admin. */
export const templateHref = (kind: string): string => `/importaciones/plantillas?tipo=${kind}`;
