import { Spinner } from './loading.tsx';

/** A loading part of a page without a skeleton. The text names the content for screen readers. */
export function LoadingLine({ children }: { children: string }) {
  return (
    <p role="status" className="grid justify-items-center py-10">
      <Spinner />
      <span className="sr-only">{children}</span>
    </p>
  );
}
