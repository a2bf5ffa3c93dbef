import { advisorEntry } from '@ceiba/domain/advisors/advisor';
import { useLocation } from 'react-router';
import { lazyPart } from '../platform/lazy-part.tsx';
import { useStoredAdvisor } from './advisor-store.ts';

const AdvisorWatch = lazyPart(() => import('./advisor-watch.tsx'), { fallback: null });

/** Part of every page, and tiny for shoppers: the advisor scripts are fetched only when an advisor enters or is at work. */
export function AdvisorGuard() {
  const { search } = useLocation();
  const advisor = useStoredAdvisor();
  // Undefined on the server, which caches pages for everybody.
  if (advisor === undefined) return null;
  const entry = advisorEntry(new URLSearchParams(search));
  return advisor === null && entry === null ? null : <AdvisorWatch entry={entry} />;
}
