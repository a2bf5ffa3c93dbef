import type { Page } from '@playwright/test';

interface MeasuredEvent {
  event: string;
  ecommerce: { currency: string; value: number; items: { item_id: string }[] };
}

/** Returns the events in this page's data layer, oldest first, without entries that only clear the previous event. */
export async function measuredEvents(page: Page): Promise<MeasuredEvent[]> {
  const text = await page.evaluate(() => JSON.stringify(Reflect.get(window, 'dataLayer') ?? []));
  const entries: (MeasuredEvent | { event?: never })[] = JSON.parse(text);
  return entries.flatMap((entry) => (entry.event === undefined ? [] : [entry]));
}
