import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** What closes each drawer that is open, the topmost last. Every one has an entry of its own in the browser's history. */
const open: (() => void)[] = [];

/** What the router has to write while the browser stands on the entry of a drawer: it waits until that is left. */
const waiting: (() => void)[] = [];

/** Whether the browser has been asked to leave entries of drawers, and has not told yet that it did. */
let isLeaving = false;

/** How many entries of drawers lead to where the browser stands, and the router's name of the page below them. */
interface Place {
  drawer: number;
  key: unknown;
}

const readPlace = (): Place => ({ drawer: 0, key: undefined, ...history.state });

/** Where the browser stood when this was last looked at; null until the first drawer opens. */
let place: Place | null = null;

/** Brings the history to what is open; where the router waits, to the page itself first. */
function settle(): void {
  if (isLeaving) return;
  const { drawer } = readPlace();
  const wanted = waiting.length > 0 ? 0 : open.length;
  if (drawer > wanted) {
    isLeaving = true;
    history.go(wanted - drawer);
    return;
  }
  for (const write of waiting.splice(0)) write();
  for (place = readPlace(); place.drawer < open.length; place = readPlace())
    history.pushState({ ...history.state, drawer: place.drawer + 1 }, '');
}

/**
 * The router's entry takes the place of those of drawers, so that "back" leads from where a link in a drawer has led to
 * the page below, once. A drawer that stays open gets an entry behind it (`BackCloses`).
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
  // The page is the same: for the router nothing has happened.
  if (before.key === now.key) event.stopImmediatePropagation();
  if (!isLeaving) for (const close of open.splice(now.drawer).reverse()) close();
  isLeaving = false;
  settle();
}

/** Once, with the first drawer. */
function watch(): void {
  place = readPlace();
  history.pushState = withoutDrawers(history.pushState);
  history.replaceState = withoutDrawers(history.replaceState);
  // In the place of `leaveDrawers`, and therefore before the router: browsers call a window's listeners in their order.
  window.onpopstate = onPop;
}

/** "Back" closes what is open and stays on the page; what is closed in another way leaves no entry behind. */
export function BackCloses({ open: isOpen, onClose }: { open: boolean; onClose: () => void }) {
  // Where the router leads to, its entry takes the place of the drawer's, which needs another.
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
