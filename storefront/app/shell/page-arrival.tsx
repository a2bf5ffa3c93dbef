import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

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

/**
 * What a browser does by itself when a page is loaded, after a navigation without one: the focus goes to the new page's
 * title and its name is said. Where filters changed, the focus stays, unless the link that had it is gone.
 */
export function PageArrival() {
  const location = useLocation();
  const shown = useRef(location);
  const [announced, setAnnounced] = useState('');
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
    <p role="status" aria-label="Página" className="sr-only">
      {announced}
    </p>
  );
}
