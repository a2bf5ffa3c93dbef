import { useEffect, useEffectEvent, useId, useSyncExternalStore } from 'react';
import type { DeskAction } from './desk-action.ts';

export interface PaletteAction {
  action: DeskAction;
  start: () => void;
}

/** The actions of the shown page, by the component that offers them. */
const offered = new Map<string, readonly PaletteAction[]>();
let all: readonly PaletteAction[] = [];
const listeners = new Set<() => void>();

const offer = (id: string, actions: readonly PaletteAction[] | undefined): void => {
  if (actions === undefined) offered.delete(id);
  else offered.set(id, actions);
  all = [...offered.values()].flat();
  for (const listener of listeners) listener();
};

/** Offers actions in the palette while the calling component is shown. */
export const usePaletteActions = (actions: readonly DeskAction[], start: (action: DeskAction) => void): void => {
  const id = useId();
  const startLatest = useEffectEvent((verb: string) => {
    const action = actions.find((each) => each.verb === verb);
    if (action) start(action);
  });
  const offerOf = useEffectEvent((verbs: readonly string[]) =>
    offer(
      id,
      actions
        .filter(({ verb }) => verbs.includes(verb))
        .map((action) => ({ action, start: () => startLatest(action.verb) })),
    ),
  );
  const verbs = actions.flatMap(({ verb, blocked }) => (blocked === undefined ? [verb] : [])).join(' ');
  useEffect(() => {
    offerOf(verbs.split(' '));
    return () => offer(id, undefined);
  }, [id, verbs]);
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useOfferedActions = (): readonly PaletteAction[] => useSyncExternalStore(subscribe, () => all);
