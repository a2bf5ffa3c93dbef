import { useState } from 'react';

/**
 * The chosen rows by ID, each with the filter under which it was chosen. If another filter hides a row, the row stays chosen, but is counted
 * separately. So no action affects hidden rows unseen (OFF-18).
 */
export const useSelection = (shown: readonly string[], filterKey: string) => {
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  /** The key of the filter whose rows are all chosen, also on other pages. Null if there is no such filter. */
  const [allOf, setAllOf] = useState<string | null>(null);
  const isAll = allOf === filterKey;
  const ids = Object.keys(chosen);
  const outside = ids.filter((id) => chosen[id] !== filterKey && !shown.includes(id));
  const take = (more: readonly string[]): void =>
    setChosen({ ...chosen, ...Object.fromEntries(more.map((id) => [id, filterKey])) });
  const drop = (less: readonly string[]): void =>
    setChosen(Object.fromEntries(Object.entries(chosen).filter(([id]) => !less.includes(id))));
  const areAll = isAll || (shown.length > 0 && shown.every((id) => chosen[id] !== undefined));
  const clear = (): void => {
    setChosen({});
    setAllOf(null);
  };
  /** Removes one row after all rows were chosen. The other rows of the shown page stay chosen. */
  const keepShownWithout = (id: string): void => {
    setAllOf(null);
    setChosen(Object.fromEntries(shown.filter((each) => each !== id).map((each) => [each, filterKey])));
  };
  return {
    ids,
    outside: isAll ? [] : outside,
    /** True if all rows of the filter are chosen, whatever their number. */
    isAll,
    has: (id: string): boolean => isAll || chosen[id] !== undefined,
    areAll,
    areSome: !areAll && shown.some((id) => chosen[id] !== undefined),
    toggle: (id: string): void => {
      if (isAll) keepShownWithout(id);
      else if (chosen[id] === undefined) take([id]);
      else drop([id]);
    },
    toggleShown: (): void => {
      if (isAll) clear();
      else if (areAll) drop(shown);
      else take(shown);
    },
    add: take,
    takeAll: (): void => {
      setChosen({});
      setAllOf(filterKey);
    },
    dropOutside: (): void => drop(outside),
    clear,
  };
};

export type Selection = ReturnType<typeof useSelection>;
