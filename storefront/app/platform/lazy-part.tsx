import { AlertBox } from '@ceiba/ui/alert';
import { Button } from '@ceiba/ui/button';
import { Component, type ComponentType, createContext, lazy, type ReactNode, Suspense, use, useState } from 'react';
import { loadOptionalPart, loadWithRetries } from './load-part.ts';

/** Catches errors of the components below, so that the rest of the page stays. `fallback` replaces them. */
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

/** Shown if a part could not be fetched, or threw. */
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
  /** Fetches the script in advance, so that the part shows immediately. If this fails, the script is fetched when the part is shown. */
  preload: () => void;
};

/**
 * A part whose script (`load`) is fetched when it is first shown. A failed fetch is retried automatically, then by the shopper. Needs a `Suspense`
 * around it, like the result of `lazy`. An optional part has a `fallback` and its own `Suspense`. The fallback shows until the script has loaded, if
 * it cannot be loaded, or if the part throws.
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
    lazy(
      isMissed
        ? () => loadWithRetries(loadAndKeep).catch(() => ({ default: Unavailable }))
        : loadOptionalPart(loadAndKeep),
    );
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
