import { type ComponentType, createContext, lazy, use, useState } from 'react';
import { AlertBox } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { loadWithRetries } from './load-part.ts';
import { PartBoundary } from './quiet-part.tsx';

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

/**
 * A part whose script is fetched when it is first shown (`load`): tried again by itself, then by the shopper. To be put
 * into a `Suspense`, like what `lazy` makes.
 */
export function lazyPart<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> {
  const createPart = () =>
    lazy((): Promise<{ default: ComponentType<P> }> => loadWithRetries(load).catch(() => ({ default: Unavailable })));
  const first = createPart();
  return function LazyPart(props: P) {
    const [{ Part, attempt }, setState] = useState({ Part: first, attempt: 0 });
    return (
      <RetryContext value={() => setState({ Part: createPart(), attempt: attempt + 1 })}>
        <PartBoundary key={attempt} fallback={<Unavailable />}>
          <Part {...props} />
        </PartBoundary>
      </RetryContext>
    );
  };
}
