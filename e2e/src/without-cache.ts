import type { Page } from '@playwright/test';

/** Every load of the page fetches all its files, as a first visit does: what is quick from the cache would hide what comes late. */
export async function withoutCache(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.enable');
  await browser.send('Network.setCacheDisabled', { cacheDisabled: true });
}
