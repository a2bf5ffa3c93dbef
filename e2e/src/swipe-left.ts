import type { Locator, Page } from '@playwright/test';
import { moveFinger } from './drag.ts';

/** Swipes left over the width of a phone, at the height of this element. A mouse wheel would prove less. */
export async function swipeLeft(page: Page, over: Locator): Promise<void> {
  await over.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const box = await over.boundingBox();
  if (box === null) throw new Error('the element is not visible');
  await moveFinger(page, { x: 340, y: box.y + box.height / 4 }, { x: -300, y: 0 });
}
