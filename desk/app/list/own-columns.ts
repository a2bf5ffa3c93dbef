import { parseJson, readStored, writeStored } from '@ceiba/client/storage';
import type { ListDeclaration } from '@ceiba/contract/desk/list';
import { useEffect, useRef, useState } from 'react';
import { mayIn, useSession } from '../session/session.ts';
import type { ListState } from './list-state.ts';

/** The storage key of a list's columns. It names the person, because several people may share a browser. */
const keyOf = (list: ListDeclaration, staffId: string): string => `ceiba.desk.columns.${list.name}.${staffId}`;

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

/** The columns that a person chose, in order, without columns that they may not see (OFF-17). */
export const useColumns = (list: ListDeclaration, state: ListState) => {
  const session = useSession();
  const key = keyOf(list, session.user.id);
  const known = Object.entries(list.columns).flatMap(([name, { permission }]) =>
    permission === undefined || mayIn(session, permission) ? [name] : [],
  );
  const standard = known.filter((name) => !list.columns[name]?.isHidden);
  const [stored, setStored] = useState(() => parseJson(readStored('local', key)));
  const chosen = state.columns ?? (isTexts(stored) ? stored : standard);
  const shown = chosen.filter((name) => known.includes(name));
  const visible = shown.length === 0 ? standard : shown;
  // The address must name the columns, so that a copied link shows the same columns to a colleague who chose others.
  const isUnnamed = state.columns === null && !state.isOpening && !state.isLeaving;
  // Writes the address only once per visit. A write while another navigation is pending would cancel that navigation.
  const saidAt = useRef<string>(undefined);
  useEffect(() => {
    if (!isUnnamed || saidAt.current === state.key || state.isLeavingNow()) return;
    saidAt.current = state.key;
    state.setColumns(visible);
  });
  return {
    /** All columns: first the shown columns in their order, then the hidden ones. */
    all: [...visible, ...known.filter((name) => !visible.includes(name))],
    visible,
    choose: (columns: readonly string[]): void => {
      writeStored('local', key, JSON.stringify(columns));
      setStored([...columns]);
      state.setColumns(columns);
    },
    reset: (): void => {
      writeStored('local', key, null);
      setStored(null);
      state.setColumns(standard);
    },
  };
};

export type OwnColumns = ReturnType<typeof useColumns>;

const densityKey = 'ceiba.desk.density';

/** The height of rows: 36 or 48 px, stored per browser. */
export const useDensity = () => {
  const [isComfortable, setIsComfortable] = useState(() => readStored('local', densityKey) === 'comfortable');
  return [
    isComfortable,
    (isWanted: boolean): void => {
      writeStored('local', densityKey, isWanted ? 'comfortable' : null);
      setIsComfortable(isWanted);
    },
  ] as const;
};
