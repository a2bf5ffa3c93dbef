import { Suspense } from 'react';
import { lazyPart } from '../platform/lazy-part.tsx';
import { useAdvisor } from './advisor-store.ts';

const AdvisorName = lazyPart(() => import('./advisor-name.tsx'));

/** Under the header while an advisor is at work: who it is, and where. Fetched for advisors alone. */
export function AdvisorBar() {
  const advisor = useAdvisor();
  return advisor ? (
    <Suspense fallback={<p className="min-h-touch bg-info-soft" />}>
      <AdvisorName advisor={advisor} />
    </Suspense>
  ) : null;
}
