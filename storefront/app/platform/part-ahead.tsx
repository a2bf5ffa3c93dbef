import { type ComponentType, useState } from 'react';
import { lazyPart } from './lazy-part.tsx';

export interface PartAhead<P> {
  /** To be put into a `Suspense`; what was fetched before it is first shown stands there at once, without its fallback. */
  Part: ComponentType<P>;
  /** Begins to fetch the script, once. What fails says nothing: `Part` tries again when it is shown. */
  fetchAhead: () => void;
}

/** A part whose script can be fetched before it is needed: while the shopper is busy with what comes before it. */
export function partAhead<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): PartAhead<P> {
  let fetched: ComponentType<P> | null = null;
  let isAsked = false;
  const loadAndKeep = async () => {
    const module = await load();
    fetched = module.default;
    return module;
  };
  const Later = lazyPart(loadAndKeep);
  function Part(props: P) {
    const [Shown] = useState<ComponentType<P>>(() => fetched ?? Later);
    return <Shown {...props} />;
  }
  const fetchAhead = (): void => {
    if (isAsked) return;
    isAsked = true;
    loadAndKeep().catch(() => {});
  };
  return { Part, fetchAhead };
}
