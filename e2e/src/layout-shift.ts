import type { Page } from '@playwright/test';
import { withoutCache } from './without-cache.ts';

declare global {
  interface Window {
    layoutShift: number;
  }
}

/** Sums the cumulative layout shift of a page from its first paint on, with an empty cache. */
export async function watchLayoutShifts(page: Page): Promise<void> {
  await withoutCache(page);
  await page.addInitScript(() => {
    window.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ('value' in entry && typeof entry.value === 'number' && 'hadRecentInput' in entry && !entry.hadRecentInput) {
          window.layoutShift += entry.value;
        }
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

export const layoutShift = (page: Page): Promise<number> => page.evaluate(() => window.layoutShift);
