import { useLayoutEffect } from 'react';
import { isPageHydrated } from './island.tsx';
import { whenIdle } from './when-idle.ts';

/** Elements whose drawing is delayed until they come near the window (ui/src/parts.css has the same selectors). */
const waiting = '.rail, .rail > li:nth-child(n + 4), .late-cards > li:nth-child(n + 9)';

/** Number of cards drawn in one step: in a grid, and in a row after its first three. */
const cardsAtOnce = 2;

/** The next elements to draw. */
const nextToDraw = (): HTMLElement[] => {
  const undrawn = [...document.querySelectorAll<HTMLElement>(waiting)].filter(
    ({ style }) => style.contentVisibility === '',
  );
  const rowAt = undrawn.findIndex(({ classList }) => classList.contains('rail'));
  return undrawn.slice(0, rowAt < 0 ? cardsAtOnce : Math.min(Math.max(rowAt, 1), cardsAtOnce));
};

/** Draws delayed elements in idle moments, until no element is left or `isOver` is true. */
const drawInTurn = (isOver: () => boolean, onDrawn: () => void): void => {
  whenIdle(() => {
    if (isOver()) return;
    const next = nextToDraw();
    if (next.length === 0) return onDrawn();
    for (const element of next) element.style.contentVisibility = 'visible';
    // One step per frame.
    requestAnimationFrame(() => drawInTurn(isOver, onDrawn));
  });
};

/** "Back", or a press on a link or a form with an address. */
const beginsNavigation = ({ type, target }: Event): boolean =>
  type === 'popstate' || (target instanceof Element && target.closest('a[href], form[action]') !== null);

/**
 * Draws rows of cards, and a grid's cards after the eighth, a few at a time in idle moments of the loaded page. A phone that laid out and painted
 * fifty cards in one step did not answer presses. A navigation draws the other elements immediately, so that "back" restores the scroll position.
 * Pages opened later are drawn immediately.
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
