import type { Page } from '@playwright/test';

/** Holds the scripts of the page's next loads. Returns a function that releases them. */
export const delayScripts = async (page: Page): Promise<() => void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
};
