import type { Page } from '@playwright/test';

/**
 * Scrolls to the end of the page, `step` CSS px at a time, so that whatever loads as it comes into view does.
 * Step by step from outside: a browser without a screen may leave out the frames that a page would wait for.
 */
export async function lookThrough(page: Page, step: number): Promise<void> {
  for (let top = 0; top < (await page.evaluate(() => document.body.scrollHeight)); top += step)
    await page.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), top);
}
