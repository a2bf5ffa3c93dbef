import { useEffect, useRef, useState } from 'react';
import { createPath, useLocation, useNavigation } from 'react-router';

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

/**
 * What a browser does by itself when a page is loaded, for a navigation without one: that it is under way is shown, the
 * focus goes to the new page's title and its name is said. Where filters changed, the focus stays, unless the link that had
 * it is gone.
 */
export function PageArrival() {
  const location = useLocation();
  const { location: next } = useNavigation();
  const shown = useRef(location);
  const [announced, setAnnounced] = useState('');
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!next) return;
    const timers = [
      setTimeout(setSlow, quietMs, true),
      // It says what keeps it from coming, and can be stopped.
      setTimeout(() => window.location.assign(createPath(next)), limitMs),
    ];
    return () => {
      timers.forEach(clearTimeout);
      setSlow(false);
    };
  }, [next]);
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
    <p role="status" aria-label="Página" className={isSlow ? 'page-wait' : 'sr-only'}>
      {isSlow ? 'Cargando…' : announced}
    </p>
  );
}
