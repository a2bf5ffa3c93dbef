import type { Page } from '@playwright/test';

/** A transparent pixel. */
const onePixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/**
 * Answers the tiles of the page's maps: no test needs the world outside, where the browser knows no server of them
 * (`playwright.config.ts`). Only who opens a map asks for it: from then on the browser keeps no file for the page's next loads.
 */
export const answerTiles = (page: Page): Promise<unknown> =>
  page.route('https://tile.openstreetmap.org/**', (route) =>
    route.fulfill({ contentType: 'image/gif', body: onePixel }),
  );
