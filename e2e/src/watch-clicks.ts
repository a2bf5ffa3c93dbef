import type { Page } from '@playwright/test';

/**
 * Counts mouse and touch presses in this page until its next load: the clicks of the day's tasks (§0.6 of docs/spec/desk.md), counted from "Inicio".
 * Typing and scanning do not count.
 */
export async function watchClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    document.documentElement.dataset.clicks = '0';
    // A press of a key is a click without a position.
    const count = ({ detail }: MouseEvent): void => {
      if (detail > 0)
        document.documentElement.dataset.clicks = String(Number(document.documentElement.dataset.clicks) + 1);
    };
    document.addEventListener('click', count, { capture: true });
  });
  return async () => Number(await page.evaluate(() => document.documentElement.dataset.clicks));
}
