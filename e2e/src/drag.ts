import { expect, type Locator, type Page } from '@playwright/test';

interface Pixels {
  x: number;
  y: number;
}

const moves = 10;

/** Touches, moves by this distance in ten steps, and releases. */
export async function moveFinger(page: Page, from: Pixels, by: Pixels): Promise<void> {
  const input = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Pixels[]) =>
    input.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', from);
  for (let move = 1; move <= moves; move += 1)
    await touch('touchMove', { x: from.x + (by.x * move) / moves, y: from.y + (by.y * move) / moves });
  await touch('touchEnd');
}

/** Touches with two fingers, moves them apart by a third of the distance in ten steps, and releases. */
export async function pinchOut(page: Page, { x, y }: Pixels): Promise<void> {
  const input = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number | null) =>
    input.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        apart === null
          ? []
          : [
              { x: x - apart, y, id: 0 },
              { x: x + apart, y, id: 1 },
            ],
    });
  await touch('touchStart', 20);
  for (let move = 1; move <= moves; move += 1) await touch('touchMove', 20 + move * 10);
  await touch('touchEnd', null);
}

/** Returns the middle of an element, once the element is at that point. It may still move, or be covered briefly. */
async function placeOf(what: Locator): Promise<Pixels> {
  let middle: Pixels | null = null;
  const find = async (): Promise<boolean> => {
    const box = await what.boundingBox();
    if (box === null) return false;
    middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    return what.evaluate((element, { x, y }) => element.contains(document.elementFromPoint(x, y)), middle);
  };
  await expect.poll(find, `${what} can be taken`).toBe(true);
  if (middle === null) throw new Error('the element is not visible');
  return middle;
}

/** Drags an element by its middle over this distance, with a finger or a mouse. */
export async function drag(page: Page, what: Locator, by: Pixels, isTouch: boolean): Promise<void> {
  const from = await placeOf(what);
  if (isTouch) return moveFinger(page, from, by);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + by.x, from.y + by.y, { steps: moves });
  await page.mouse.up();
}
