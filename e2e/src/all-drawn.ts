import type { Page } from '@playwright/test';

/** Waits for the cards further down, which are drawn one after the other (`storefront/app/platform/draw-in-turn.ts`). */
export const allDrawn = (page: Page): Promise<unknown> =>
  page.waitForFunction(
    () =>
      [...document.querySelectorAll('.rail, .rail > *, .late-cards > *')].every(
        (card) => getComputedStyle(card).contentVisibility === 'visible',
      ),
    undefined,
    { polling: 100 },
  );
