import type { Page } from '@playwright/test';

/** Keeps the scripts of the page's next loads from arriving; answers what lets them in. */
export const holdScripts = async (page: Page): Promise<() => void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
};
