import { Suspense } from 'react';
import { lazyPart } from '../platform/lazy-part.tsx';
import { useAdvisor } from './advisor-store.ts';

const AdvisorName = lazyPart(() => import('./advisor-name.tsx'));

/** A bar under the header with the advisor's name and store. Its script is fetched for advisors only. */
export function AdvisorBar() {
  const advisor = useAdvisor();
  return advisor ? (
    <Suspense fallback={<p className="min-h-touch bg-info-soft" />}>
      <AdvisorName advisor={advisor} />
    </Suspense>
  ) : null;
}
