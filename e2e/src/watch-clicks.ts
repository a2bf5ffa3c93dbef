import type { Page } from '@playwright/test';

/**
 * Counts what is pressed with mouse or finger in this page from now on, until it is loaded anew: clicks of the day's tasks (§0.6 of
 * docs/spec/desk.md), counted from "Inicio". Typing and scans are none.
 */
export async function watchClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    document.documentElement.dataset.clicks = '0';
    // A press of the keyboard is told as a click without its place.
    const count = ({ detail }: MouseEvent): void => {
      if (detail > 0)
        document.documentElement.dataset.clicks = String(Number(document.documentElement.dataset.clicks) + 1);
    };
    document.addEventListener('click', count, { capture: true });
  });
  return async () => Number(await page.evaluate(() => document.documentElement.dataset.clicks));
}
