import type { Page } from '@playwright/test';

/** Makes every page load fetch all its files, like a first visit. A cache would hide parts that load late. */
export async function withoutCache(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.enable');
  await browser.send('Network.setCacheDisabled', { cacheDisabled: true });
}
