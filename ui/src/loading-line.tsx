import { Spinner } from './loading.tsx';

/** A part of a page that has no skeleton, on its way: what comes is said to who cannot see it turn. */
export function LoadingLine({ children }: { children: string }) {
  return (
    <p role="status" className="grid justify-items-center py-10">
      <Spinner />
      <span className="sr-only">{children}</span>
    </p>
  );
}
