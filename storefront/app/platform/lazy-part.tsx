import { Component, type ComponentType, lazy, type ReactNode, useState } from 'react';
import { AlertBox } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { loadWithRetries } from './load-part.ts';

interface BoundaryProps {
  children: ReactNode;
  onRetry: () => void;
}

/** What could not be fetched takes nothing else of the page with it. */
class PartBoundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div className="fixed inset-x-0 bottom-4 z-(--z-toast) grid justify-items-center px-4">
        <AlertBox
          type="Error"
          role="alert"
          title="No pudimos abrir esta parte"
          className="w-full max-w-[440px] drop-shadow-lg"
        >
          <p>Revisa tu conexión. Lo que llevas en tu carrito está a salvo.</p>
          <Button variant="outline" size="sm" className="mt-2.5" onClick={this.props.onRetry}>
            Reintentar
          </Button>
        </AlertBox>
      </div>
    );
  }
}

/**
 * A part whose script is fetched when it is first shown (`load`): tried again by itself, then by the shopper. To be put
 * into a `Suspense`, like what `lazy` makes.
 */
export function lazyPart<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> {
  const createPart = () => lazy(() => loadWithRetries(load));
  const first = createPart();
  return function LazyPart(props: P) {
    const [{ Part, attempt }, setState] = useState({ Part: first, attempt: 0 });
    return (
      <PartBoundary key={attempt} onRetry={() => setState({ Part: createPart(), attempt: attempt + 1 })}>
        <Part {...props} />
      </PartBoundary>
    );
  };
}
