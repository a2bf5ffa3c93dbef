import { useEffect, useRef, useState } from 'react';
import { createPath, type Location, useLocation } from 'react-router';
import { usePendingNavigation } from '../platform/pending-navigation.ts';

/** What makes another page of an address: its path and the words searched. Filters, order and pages leaf through one. */
const pageOf = ({ pathname, search }: { pathname: string; search: string }): string =>
  `${pathname} ${new URLSearchParams(search).get('q') ?? ''}`;

/** The page's title, which names the focus; scrolling is the router's. */
const focusHeading = (): void => {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
};

/** Milliseconds until a page that does not come is said to be under way, and until the browser loads it by itself. */
const [quietMs, limitMs] = [400, 20_000];

/** The browser says what keeps a page from coming; without a line the page for that comes, which leads on when it is back. */
const load = (to: Location): void => window.location.assign(createPath(to));

/**
 * What a browser does by itself when a page is loaded, for a navigation without one: that it is under way is shown, the
 * focus goes to the new page's title and its name is said. Where filters changed, the focus stays, unless the link that had
 * it is gone.
 */
export function PageArrival() {
  const location = useLocation();
  const pendingNavigation = usePendingNavigation();
  const next = pendingNavigation?.location;
  // What takes another's place leads on from something done (an order, a login), and asks to be left alone.
  const isLimited = pendingNavigation?.historyAction !== 'REPLACE';
  const isWaiting = next !== undefined;
  const shown = useRef(location);
  const [announced, setAnnounced] = useState('');
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => {
      setSlow(true);
      // Else it would be said again before the next.
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
    // Where a script of the page does not come, the router loads the page anew that is open. Not every browser asks before.
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
