import type { Page } from '@playwright/test';

declare global {
  interface Window {
    isAwake?: boolean;
  }
}

/** Waits until the scripts have taken over the page, which has to be watched. The network may rest before. */
export const awake = (page: Page): Promise<unknown> => page.waitForFunction(() => window.isAwake);

/** From the next load on, each anew; a test's `page` is watched from the beginning. */
export async function watchAwake(page: Page): Promise<() => Promise<unknown>> {
  await page.addInitScript(() => {
    window.addEventListener('ceiba:awake', () => {
      window.isAwake = true;
    });
  });
  return () => awake(page);
}
