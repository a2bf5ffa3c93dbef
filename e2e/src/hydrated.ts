import type { Page } from '@playwright/test';

declare global {
  interface Window {
    isHydrated?: boolean;
  }
}

/** Waits for hydration of a watched page. The network may be idle earlier. */
export const awake = (page: Page): Promise<unknown> => page.waitForFunction(() => window.isHydrated);

/** Watches hydration from the next page load on, for each load. A test's `page` is watched from the start. */
export async function watchAwake(page: Page): Promise<() => Promise<unknown>> {
  await page.addInitScript(() => {
    window.addEventListener('ceiba:awake', () => {
      window.isHydrated = true;
    });
  });
  return () => awake(page);
}
