import { parseJson, readStored, writeStored } from '@ceiba/client/storage';
import type { ListDeclaration } from '@ceiba/contract/desk/list';
import { useEffect, useRef, useState } from 'react';
import { mayIn, useSession } from '../session/session.ts';
import type { ListState } from './list-state.ts';

/** A name of the list and of the person: two people of one browser have each their own. */
const keyOf = (list: ListDeclaration, staffId: string): string => `ceiba.desk.columns.${list.name}.${staffId}`;

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

/** Columns of a list as a person sees them: which, and in which order (OFF-17). Those they may not see are none. */
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
  // The address says what is shown, so that a copied link shows the same to a colleague, who may have others.
  const isUnsaid = state.columns === null && !state.isOpening && !state.isLeaving;
  // Once for each visit: a page that is drawn again while another address is on its way would lead back to this one.
  const saidAt = useRef<string>(undefined);
  useEffect(() => {
    if (!isUnsaid || saidAt.current === state.key || state.isLeavingNow()) return;
    saidAt.current = state.key;
    state.setColumns(visible);
  });
  return {
    /** All of them, those shown first and in their order. */
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

/** Rows of 36 or of 48 px, as this browser's people like them. */
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
