import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { quietly } from './load-part.ts';

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

/**
 * A part nobody misses: its script (`load`) is fetched when it is first shown, and nothing stands there until it has come,
 * or where it is not to be had, or breaks.
 */
export function quietPart<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> {
  const Part = lazy(quietly(load));
  return function QuietPart(props: P) {
    return (
      <PartBoundary>
        <Suspense>
          <Part {...props} />
        </Suspense>
      </PartBoundary>
    );
  };
}
