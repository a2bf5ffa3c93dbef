import type { Page } from '@playwright/test';

interface MeasuredEvent {
  event: string;
  ecommerce: { currency: string; value: number; items: { item_id: string }[] };
}

/** What this page has handed to analytics since it was loaded, the oldest first; without what only clears the one before. */
export async function measuredEvents(page: Page): Promise<MeasuredEvent[]> {
  const text = await page.evaluate(() => JSON.stringify(Reflect.get(window, 'dataLayer') ?? []));
  const entries: (MeasuredEvent | { event?: never })[] = JSON.parse(text);
  return entries.flatMap((entry) => (entry.event === undefined ? [] : [entry]));
}
