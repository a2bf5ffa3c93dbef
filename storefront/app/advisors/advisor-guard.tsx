import { advisorEntry } from '@ceiba/domain/advisors/advisor';
import { useLocation } from 'react-router';
import { lazyPart } from '../platform/lazy-part.tsx';
import { useStoredAdvisor } from './advisor-store.ts';

const AdvisorWatch = lazyPart(() => import('./advisor-watch.tsx'), { fallback: null });

/** In every page, and next to nothing for shoppers: what advisors need is fetched where one enters or is at work. */
export function AdvisorGuard() {
  const { search } = useLocation();
  const advisor = useStoredAdvisor();
  // Undefined on the server, which keeps pages for everybody.
  if (advisor === undefined) return null;
  const entry = advisorEntry(new URLSearchParams(search));
  return advisor === null && entry === null ? null : <AdvisorWatch entry={entry} />;
}
