import type { Page } from '@playwright/test';

/** A transparent pixel. */
const onePixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/**
 * Serves the map's tiles. No test needs the internet, and this browser cannot resolve their server (`playwright.config.ts`). Only
 * tests that open a map call this, because afterwards the browser caches no files for the page's next loads.
 */
export const answerTiles = (page: Page): Promise<unknown> =>
  page.route('https://tile.openstreetmap.org/**', (route) =>
    route.fulfill({ contentType: 'image/gif', body: onePixel }),
  );
