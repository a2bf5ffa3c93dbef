import type { Locator, Page } from '@playwright/test';
import { demo } from './src/demo-products.ts';
import { drag, moveFinger, pinchOut } from './src/drag.ts';
import { expect, test } from './src/shop-test.ts';

const galleryOf = (page: Page) => page.getByRole('region', { name: 'Galería' });

/** The current picture of the full view, which also has the neighbouring pictures. */
const pictureOf = (dialog: Locator) =>
  dialog.getByRole('group').and(dialog.locator('[aria-hidden="false"]')).getByRole('img').last();

const boxOf = async (what: Locator) => {
  const box = await what.boundingBox();
  if (box === null) throw new Error('the element is not visible');
  return box;
};

/** Returns the element's box once it has stopped growing. */
const restingBox = async (what: Locator) => {
  let before = await boxOf(what);
  await expect
    .poll(async () => {
      const box = await boxOf(what);
      const isResting = box.width === before.width && box.x === before.x;
      before = box;
      return isResting;
    })
    .toBe(true);
  return before;
};

const middleOf = async (what: Locator) => {
  const { x, y, width, height } = await boxOf(what);
  return { x: x + width / 2, y: y + height / 2 };
};

const openViewer = async (page: Page, number = 1): Promise<Locator> => {
  await galleryOf(page)
    .getByRole('button', { name: new RegExp(`^Ampliar imagen ${number} de`) })
    .click();
  const dialog = page.getByRole('dialog', { name: `Imagen ${number} de 5` });
  await expect(pictureOf(dialog)).toBeVisible();
  return dialog;
};

const sizes = [
  [390, 844],
  [768, 1024],
  [844, 390],
  [1024, 768],
  [1366, 768],
  [1440, 900],
] as const;

test('the full view shows each picture completely and as large as the window allows', { tag: '@both' }, async ({
  page,
  shopper,
  isPhone,
}) => {
  for (const [width, height] of sizes.filter(([width]) => width < 1024 === isPhone)) {
    await page.setViewportSize({ width, height });
    await shopper.openProduct(demo.television);
    const dialog = await openViewer(page);
    const box = await restingBox(pictureOf(dialog));
    const bar = await boxOf(dialog.getByRole('button', { name: 'Cerrar' }));
    const at = `at ${width} × ${height}`;
    expect(box.x, at).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width, at).toBeLessThanOrEqual(width);
    expect(box.y + 1, at).toBeGreaterThanOrEqual(bar.y + bar.height - 5);
    expect(box.y + box.height, at).toBeLessThanOrEqual(height);
    expect(Math.max(box.width / width, box.height / (height - bar.height)), at).toBeGreaterThan(0.9);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
});

test('a finger swipes pictures, opens the full view, and enlarges by pinch or double tap', async ({
  page,
  shopper,
}) => {
  await shopper.openProduct(demo.television);
  await shopper.awake();
  const gallery = galleryOf(page);
  const place = gallery.getByText(/^\d de 5$/);
  await expect(place).toHaveText('1 de 5');
  const from = await middleOf(gallery.getByRole('button', { name: /^Ampliar imagen 1 de 5/ }));
  await moveFinger(page, { x: 340, y: from.y }, { x: -300, y: 0 });
  await expect(place).not.toHaveText('1 de 5');
  const picture = gallery.getByRole('button', { name: /^Ampliar imagen/ }).and(page.locator('[tabindex="0"]'));
  await expect(picture).toBeInViewport({ ratio: 0.98 });
  // One swipe may move by more than one picture.
  const shown = Number.parseInt(await place.innerText(), 10);
  await expect(gallery.getByRole('button', { name: `Imagen ${shown} de 5`, exact: true })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await picture.tap();
  await restingBox(pictureOf(page.getByRole('dialog', { name: `Imagen ${shown} de 5` })));
  await moveFinger(page, { x: 340, y: 400 }, { x: -300, y: 0 });
  const next = shown === 5 ? 1 : shown + 1;
  await expect(page.getByRole('dialog', { name: `Imagen ${next} de 5` })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(gallery.getByRole('button', { name: new RegExp(`^Ampliar imagen ${next} de 5`) })).toBeFocused();
  await expect(picture).toBeInViewport({ ratio: 0.98 });

  await shopper.openProduct(demo.television);
  const dialog = await openViewer(page);
  const enlarged = pictureOf(dialog);
  const whole = await restingBox(enlarged);
  await pinchOut(page, await middleOf(enlarged));
  await expect.poll(async () => (await boxOf(enlarged)).width).toBeGreaterThan(2 * whole.width);
  await expect.poll(() => enlarged.evaluate((img: HTMLImageElement) => img.currentSrc)).toMatch(/\/1600\.jpg$/);
  await expect
    .poll(() => enlarged.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0))
    .toBe(true);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  const again = pictureOf(await openViewer(page));
  await restingBox(again);
  const { x, y } = await middleOf(again);
  await page.touchscreen.tap(x, y);
  await page.touchscreen.tap(x, y);
  await expect.poll(async () => (await boxOf(again)).width).toBeGreaterThan(1.5 * whole.width);
});

test('a mouse or keys enlarge, move and change a picture', {
  tag: '@desktop',
}, async ({ page, shopper }) => {
  await shopper.openProduct(demo.television);
  const gallery = galleryOf(page);
  await gallery.getByRole('button', { name: 'Imagen 2 de 5', exact: true }).click();
  await expect(gallery.getByText('2 de 5', { exact: true })).toBeVisible();
  const dialog = await openViewer(page, 2);
  // The focused dialog listens for the keys.
  await expect.poll(() => dialog.evaluate((popup) => popup.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('ArrowRight');
  const third = page.getByRole('dialog', { name: 'Imagen 3 de 5' });
  await expect(third.getByText('3 de 5', { exact: true })).toHaveAttribute('aria-live', 'polite');
  const picture = pictureOf(third);
  const whole = await restingBox(picture);
  await page.mouse.click(720, 450);
  await expect.poll(async () => (await boxOf(picture)).width).toBeGreaterThan(1.5 * whole.width);
  const before = await restingBox(picture);
  await drag(page, picture, { x: 0, y: -150 }, false);
  await expect.poll(async () => (await boxOf(picture)).y).toBeLessThan(before.y - 100);
  await page.keyboard.press('-');
  await page.keyboard.press('-');
  await expect.poll(async () => (await restingBox(picture)).width).toBe(whole.width);
  await page.keyboard.press('+');
  await expect.poll(async () => (await restingBox(picture)).width).toBeGreaterThan(1.2 * whole.width);
  await page.keyboard.press('Escape');
  await expect(gallery.getByRole('button', { name: /^Ampliar imagen 3 de 5/ })).toBeFocused();
});
