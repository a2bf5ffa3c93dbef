import { useState } from 'react';

/**
 * Chosen rows by ID, with the filter under which they were chosen. A row hidden by another filter stays chosen and is counted separately, until it is
 * removed: no action affects hidden rows without saying so (OFF-18).
 */
export const useSelection = (shown: readonly string[], filterKey: string) => {
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const ids = Object.keys(chosen);
  const outside = ids.filter((id) => chosen[id] !== filterKey && !shown.includes(id));
  const take = (more: readonly string[]): void =>
    setChosen({ ...chosen, ...Object.fromEntries(more.map((id) => [id, filterKey])) });
  const drop = (less: readonly string[]): void =>
    setChosen(Object.fromEntries(Object.entries(chosen).filter(([id]) => !less.includes(id))));
  const areAll = shown.length > 0 && shown.every((id) => chosen[id] !== undefined);
  return {
    ids,
    outside,
    has: (id: string): boolean => chosen[id] !== undefined,
    areAll,
    areSome: !areAll && shown.some((id) => chosen[id] !== undefined),
    toggle: (id: string): void => (chosen[id] === undefined ? take([id]) : drop([id])),
    toggleShown: (): void => (areAll ? drop(shown) : take(shown)),
    add: take,
    dropOutside: (): void => drop(outside),
    clear: (): void => setChosen({}),
  };
};

export type Selection = ReturnType<typeof useSelection>;
