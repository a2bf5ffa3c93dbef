import { use, useEffect, useRef, useState } from 'react';
import { createPath, type Location, UNSAFE_DataRouterContext, useLocation, useNavigation } from 'react-router';

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
  const { location: next } = useNavigation();
  const { router } = use(UNSAFE_DataRouterContext) ?? {};
  const shown = useRef(location);
  const [announced, setAnnounced] = useState('');
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    // Where a script of the page does not come, the router loads the page anew that is open, before this one hears of either.
    const onNavigate = (event: NavigateEvent): void => {
      const to = router?.state.navigation.location;
      if (event.navigationType !== 'reload' || !to) return;
      event.preventDefault();
      load(to);
    };
    window.navigation?.addEventListener('navigate', onNavigate);
    return () => window.navigation?.removeEventListener('navigate', onNavigate);
  }, [router]);
  useEffect(() => {
    if (!next) return;
    const timers = [setTimeout(setSlow, quietMs, true), setTimeout(load, limitMs, next)];
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
