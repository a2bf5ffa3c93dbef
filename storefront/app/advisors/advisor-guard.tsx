import { advisorEntry } from '@ceiba/domain/advisors/advisor';
import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { quietly } from '../platform/load-part.ts';
import { useKeptAdvisor } from './advisor-store.ts';

const AdvisorWatch = lazy(quietly(() => import('./advisor-watch.tsx')));

/** In every page, and next to nothing for shoppers: what advisors need is fetched where one enters or is at work. */
export function AdvisorGuard() {
  const { search } = useLocation();
  const advisor = useKeptAdvisor();
  // Undefined on the server, which keeps pages for everybody.
  if (advisor === undefined) return null;
  const entry = advisorEntry(new URLSearchParams(search));
  return advisor === null && entry === null ? null : (
    <Suspense>
      <AdvisorWatch entry={entry} />
    </Suspense>
  );
}
