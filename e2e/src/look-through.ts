import type { Page } from '@playwright/test';

/** Milliseconds: a browser without a screen may leave out the frames that a page waits for. */
const longestFrame = 1_000;

/** Until the page has noticed what it shows now: it asks the browser later than whatever asked before, and is answered with it. */
export const untilSeen = (page: Page): Promise<unknown> =>
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
 * Scrolls to the end of the page, `step` CSS px at a time, so that whatever loads as it comes into view does; `look` is done
 * at each stop. Step by step from outside: a page that scrolls faster than it is drawn comes past what it never shows. Who counts
 * on what loads looks again until it has.
 */
export async function lookThrough(page: Page, step: number, look?: () => Promise<unknown>): Promise<void> {
  for (let top = 0; top < (await page.evaluate(() => document.body.scrollHeight)); top += step) {
    await page.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), top);
    await untilSeen(page);
    await look?.();
  }
}
