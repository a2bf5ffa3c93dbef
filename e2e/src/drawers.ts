import { expect, type Page } from '@playwright/test';

/**
 * How many drawers stand in the history where the browser is: their entries come a moment after what is seen of them,
 * and with the entry a drawer begins to listen to its keys.
 */
export const expectDrawers = (page: Page, count: 0 | 1): Promise<void> =>
  expect.poll(() => page.evaluate(() => history.state?.drawer ?? 0)).toBe(count);
