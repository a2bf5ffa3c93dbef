import { expect, type Page } from '@playwright/test';

/**
 * Expects this number of drawer entries in the browser's history. An entry follows a moment after the drawer is visible. Only
 * then does the drawer listen to keys.
 */
export const expectDrawers = (page: Page, count: 0 | 1): Promise<void> =>
  expect.poll(() => page.evaluate(() => history.state?.drawer ?? 0)).toBe(count);
