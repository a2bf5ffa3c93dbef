import { AlertBox } from '@ceiba/ui/alert';
import { Button } from '@ceiba/ui/button';
import { Component, type ComponentType, createContext, lazy, type ReactNode, Suspense, use, useState } from 'react';
import { loadWithRetries, quietly } from './load-part.ts';

/** What breaks below takes nothing else of the page with it: `fallback` stands in its place. */
export class PartBoundary extends Component<{ fallback?: ReactNode; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}

const RetryContext = createContext<() => void>(() => {});

/** Stands where a part could not be fetched, or broke. */
function Unavailable() {
  const retry = use(RetryContext);
  return (
    <div className="fixed inset-x-0 bottom-4 z-(--z-toast) grid justify-items-center px-4">
      <AlertBox
        type="Error"
        role="alert"
        title="No pudimos abrir esta parte"
        className="w-full max-w-[440px] drop-shadow-lg"
      >
        <p>Revisa tu conexión. Lo que llevas en tu carrito está a salvo.</p>
        <Button variant="outline" size="sm" className="mt-2.5" onClick={retry}>
          Reintentar
        </Button>
      </AlertBox>
    </div>
  );
}

type LazyPart<P> = ComponentType<P> & {
  /** Fetches the script before the part is shown, which then stands there at once. What fails is fetched when it is shown. */
  preload: () => void;
};

/**
 * A part whose script is fetched when it is first shown (`load`), tried again by itself, then by the shopper; to be put
 * into a `Suspense`, like what `lazy` makes. One that nobody misses has a `fallback`: it brings its own `Suspense`, and
 * `fallback` stands there until the script has come, where it is not to be had, and where the part breaks.
 */
export function lazyPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  { fallback }: { fallback?: ReactNode } = {},
): LazyPart<P> {
  const isMissed = fallback === undefined;
  let loaded: ComponentType<P> | undefined;
  const loadAndKeep = async () => {
    const module = await load();
    loaded = module.default;
    return module;
  };
  const createPart = (): ComponentType<P> =>
    lazy(isMissed ? () => loadWithRetries(loadAndKeep).catch(() => ({ default: Unavailable })) : quietly(loadAndKeep));
  const first = createPart();
  function LazyPart(props: P) {
    const [{ Part, attempt }, setState] = useState(() => ({ Part: loaded ?? first, attempt: 0 }));
    const part = <Part {...props} />;
    return (
      <RetryContext value={() => setState({ Part: createPart(), attempt: attempt + 1 })}>
        <PartBoundary key={attempt} fallback={isMissed ? <Unavailable /> : fallback}>
          {isMissed ? part : <Suspense fallback={fallback}>{part}</Suspense>}
        </PartBoundary>
      </RetryContext>
    );
  }
  LazyPart.preload = (): void => void loadAndKeep().catch(() => {});
  return LazyPart;
}
