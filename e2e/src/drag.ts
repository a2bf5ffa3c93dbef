import type { Locator, Page } from '@playwright/test';

interface Pixels {
  x: number;
  y: number;
}

const moves = 10;

/** A finger goes down, so far in ten steps, and up. */
export async function moveFinger(page: Page, from: Pixels, by: Pixels): Promise<void> {
  const input = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Pixels[]) =>
    input.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', from);
  for (let move = 1; move <= moves; move += 1)
    await touch('touchMove', { x: from.x + (by.x * move) / moves, y: from.y + (by.y * move) / moves });
  await touch('touchEnd');
}

/** Takes something by its middle and lets it go so far away, with a finger or with a mouse. */
export async function drag(page: Page, what: Locator, by: Pixels, isTouch: boolean): Promise<void> {
  const box = await what.boundingBox();
  if (box === null) throw new Error('nothing to take');
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  if (isTouch) return moveFinger(page, from, by);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + by.x, from.y + by.y, { steps: moves });
  await page.mouse.up();
}
