import { useLayoutEffect } from 'react';
import { isPageHydrated } from './island.tsx';
import { whenIdle } from './when-idle.ts';

/** What waits to be drawn until it comes near (ui/src/parts.css has the same selectors). */
const waiting = '.rail, .rail > li:nth-child(n + 4), .late-cards > li:nth-child(n + 9)';

/** Of a grid, and of a row whose first three are drawn with it. */
const cardsAtOnce = 2;

/** The next of them. */
const nextToDraw = (): HTMLElement[] => {
  const left = [...document.querySelectorAll<HTMLElement>(waiting)].filter(
    ({ style }) => style.contentVisibility === '',
  );
  const rowAt = left.findIndex(({ classList }) => classList.contains('rail'));
  return left.slice(0, rowAt < 0 ? cardsAtOnce : Math.min(Math.max(rowAt, 1), cardsAtOnce));
};

/** Draws what waits, a little in each idle moment, until nothing is left or it `isOver`. */
const drawInTurn = (isOver: () => boolean, onDrawn: () => void): void => {
  whenIdle(() => {
    if (isOver()) return;
    const next = nextToDraw();
    if (next.length === 0) return onDrawn();
    for (const element of next) element.style.contentVisibility = 'visible';
    // Each in a frame of its own.
    requestAnimationFrame(() => drawInTurn(isOver, onDrawn));
  });
};

/** "Back", or a press on a link or a form with an address. */
const beginsNavigation = ({ type, target }: Event): boolean =>
  type === 'popstate' || (target instanceof Element && target.closest('a[href], form[action]') !== null);

/**
 * Rows of cards, and what a grid has after its eighth, are drawn a few cards at a time on the page that was loaded, in moments in which
 * the browser has nothing else to do: laying out and painting fifty at once kept a phone from answering presses. A
 * navigation finds them drawn, so that "back" finds the place; pages that come later are drawn whole.
 */
export const useDrawnInTurn = (): void =>
  useLayoutEffect(() => {
    const ended = new AbortController();
    const drawAll = (): void => {
      ended.abort();
      document.documentElement.setAttribute('data-drawn', '');
    };
    if (isPageHydrated()) return drawAll();
    const onEvent = (event: Event): void => {
      if (beginsNavigation(event)) drawAll();
    };
    for (const event of ['click', 'submit', 'popstate'])
      window.addEventListener(event, onEvent, { capture: true, signal: ended.signal });
    drawInTurn(() => ended.signal.aborted, drawAll);
    return drawAll;
  }, []);
