import { useEffect, useRef, useState } from 'react';
import { createPath, type Location, useLocation } from 'react-router';
import { usePendingNavigation } from '../platform/pending-navigation.ts';

/** The identity of a page: path and search words. Filters, sort order and paging stay on the same page. */
const pageOf = ({ pathname, search }: { pathname: string; search: string }): string =>
  `${pathname} ${new URLSearchParams(search).get('q') ?? ''}`;

/** Focuses the page's title. The router handles scrolling. */
const focusHeading = (): void => {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
};

/** Milliseconds until a slow page shows its progress, and until the browser loads it without the router. */
const [quietMs, limitMs] = [400, 20_000];

/**
 * Lets the browser load the page. The browser shows an error, or the offline page, which continues when the connection
 * returns.
 */
const load = (to: Location): void => window.location.assign(createPath(to));

/**
 * Does for navigations by script what a browser does for page loads: shows progress, focuses the new page's title and announces its name. After a
 * change of filters the focus stays, unless its link is gone.
 */
export function PageArrival() {
  const location = useLocation();
  const pendingNavigation = usePendingNavigation();
  const next = pendingNavigation?.location;
  // A replacing navigation follows an action (an order, a login) and must not be interrupted.
  const isLimited = pendingNavigation?.historyAction !== 'REPLACE';
  const isWaiting = next !== undefined;
  const shown = useRef(location);
  const [announced, setAnnounced] = useState('');
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => {
      setSlow(true);
      // Cleared, because the name would otherwise be announced again before the next name.
      setAnnounced('');
    }, quietMs);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isWaiting]);
  useEffect(() => {
    if (!next) return;
    const timer = isLimited ? setTimeout(load, limitMs, next) : undefined;
    // If a script of the page fails to load, the router reloads the open page. Not every browser asks first.
    const onNavigate = (event: NavigateEvent): void => {
      if (event.navigationType !== 'reload') return;
      event.preventDefault();
      load(next);
    };
    window.navigation?.addEventListener('navigate', onNavigate);
    return () => {
      clearTimeout(timer);
      window.navigation?.removeEventListener('navigate', onNavigate);
    };
  }, [next, isLimited]);
  useEffect(() => {
    const before = shown.current;
    if (before === location) return;
    shown.current = location;
    if (location.hash !== '') return;
    const isOtherPage = pageOf(before) !== pageOf(location);
    const isFocusLost = document.activeElement === null || document.activeElement === document.body;
    if (isOtherPage || isFocusLost) focusHeading();
    if (isOtherPage) setAnnounced(document.title);
  }, [location]);
  return (
    <p role="status" aria-live="polite" aria-label="Página" className={isSlow ? 'page-wait' : 'sr-only'}>
      {isSlow ? 'Cargando…' : announced}
    </p>
  );
}
