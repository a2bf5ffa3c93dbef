import type { Page } from '@playwright/test';

/** In milliseconds. A headless browser may skip the frames that a page waits for. */
const longestFrame = 1_000;

/**
 * Waits until the page has noticed what is in view. This observer is created after the page's observers, and therefore called
 * after them.
 */
export const untilObserved = (page: Page): Promise<unknown> =>
  page.evaluate(
    (limit) =>
      new Promise((resolve) => {
        AbortSignal.timeout(limit).addEventListener('abort', resolve);
        new IntersectionObserver((_, observer) => {
          observer.disconnect();
          resolve(null);
        }).observe(document.documentElement);
      }),
    longestFrame,
  );

/**
 * Scrolls to the end of the page, `step` CSS px at a time, so that parts in view load. `look` runs at each stop. Each step is a
 * separate call, because a page that scrolls faster than it paints skips parts. Callers that need loaded parts must check again.
 */
export async function scrollThrough(page: Page, step: number, look?: () => Promise<unknown>): Promise<void> {
  for (let top = 0; top < (await page.evaluate(() => document.body.scrollHeight)); top += step) {
    await page.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), top);
    await untilObserved(page);
    await look?.();
  }
}
