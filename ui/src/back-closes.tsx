import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** The functions that close the open drawers, the topmost last. Every open drawer has an entry in the browser's history. */
const open: (() => void)[] = [];

/** History writes of the router that wait until the browser has left the entries of drawers. */
const waiting: (() => void)[] = [];

/** True from the request to leave entries of drawers until the browser reports it. */
let isLeaving = false;

/** The number of drawer entries up to the current one, and the router's key of the page below them. */
interface Place {
  drawer: number;
  key: unknown;
}

const readPlace = (): Place => ({ drawer: 0, key: undefined, ...history.state });

/** The place at the last check. Null until the first drawer opens. */
let place: Place | null = null;

/** Adds or leaves history entries to match the open drawers. If the router waits, leaves all of them. */
function settle(): void {
  if (isLeaving) return;
  const { drawer } = readPlace();
  const entryCount = waiting.length > 0 ? 0 : open.length;
  if (drawer > entryCount) {
    isLeaving = true;
    history.go(entryCount - drawer);
    return;
  }
  for (const write of waiting.splice(0)) write();
  for (place = readPlace(); place.drawer < open.length; place = readPlace())
    history.pushState({ ...history.state, drawer: place.drawer + 1 }, '');
}

/**
 * Replaces the drawers' entries with the entry of the router, so that after a link in a drawer one "back" returns to
 * the page below. A drawer that stays open then gets a new entry (`BackCloses`).
 */
const withoutDrawers =
  (write: History['pushState']): History['pushState'] =>
  (state, unused, url) => {
    if (typeof state === 'object' && state !== null && 'drawer' in state)
      return write.call(history, state, unused, url);
    open.length = 0;
    waiting.push(() => write.call(history, state, unused, url));
    settle();
  };

function onPop(event: PopStateEvent): void {
  const [before, now] = [place ?? readPlace(), readPlace()];
  place = now;
  if (before.drawer === 0 && now.drawer === 0) return;
  // The page is the same, so the router must not be notified.
  if (before.key === now.key) event.stopImmediatePropagation();
  if (!isLeaving) for (const close of open.splice(now.drawer).reverse()) close();
  isLeaving = false;
  settle();
}

/** Runs once, with the first drawer. */
function watch(): void {
  place = readPlace();
  history.pushState = withoutDrawers(history.pushState);
  history.replaceState = withoutDrawers(history.replaceState);
  // Replaces `leaveDrawers`, and so runs before the router: browsers call a window's listeners in their order.
  window.onpopstate = onPop;
}

/** Makes "back" close an open drawer and stay on the page. A drawer closed in another way leaves no entry. */
export function BackCloses({ open: isOpen, onClose }: { open: boolean; onClose: () => void }) {
  // After a navigation the router's entry has replaced the drawer's, so the key makes a new one.
  const { key } = useLocation();
  return isOpen && <OpenDrawer key={key} onClose={onClose} />;
}

function OpenDrawer({ onClose }: { onClose: () => void }) {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (place === null) watch();
    const own = () => close.current();
    open.push(own);
    settle();
    return () => {
      const index = open.indexOf(own);
      if (index >= 0) open.splice(index, 1);
      settle();
    };
  }, []);
  return null;
}
