import type { Page } from '@playwright/test';

declare global {
  interface Window {
    isHydrated?: boolean;
  }
}

/** Waits until the scripts have taken over the page, which has to be watched. The network may rest before. */
export const awake = (page: Page): Promise<unknown> => page.waitForFunction(() => window.isHydrated);

/** From the next load on, each anew; a test's `page` is watched from the beginning. */
export async function watchAwake(page: Page): Promise<() => Promise<unknown>> {
  await page.addInitScript(() => {
    window.addEventListener('ceiba:awake', () => {
      window.isHydrated = true;
    });
  });
  return () => awake(page);
}
