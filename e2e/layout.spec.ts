import type { Locator } from '@playwright/test';
import { demo } from './src/demo-products.ts';
import { expect, test } from './src/shop-test.ts';

/** Where the words of each stand, in px, from left to right of their row. */
const wordsOf = (all: Locator) =>
  all.evaluateAll((elements) =>
    elements.map((element) => {
      const words = document.createRange();
      words.selectNodeContents(element);
      const { left, right, top } = words.getBoundingClientRect();
      return { left, right, top };
    }),
  );

test('the names of neighbouring categories stand apart, on the smallest phone too', async ({ page }) => {
  await page.goto('/');
  const titles = page
    .getByRole('region', { name: 'Compra por categoría' })
    .getByRole('listitem')
    .locator('a > :last-child');
  for (const width of [320, 390, 1024]) {
    await page.setViewportSize({ width, height: 844 });
    const words = await wordsOf(titles);
    expect(words.length).toBeGreaterThan(4);
    for (const [index, { left, top }] of words.entries()) {
      const before = words[index - 1];
      if (before?.top === top) expect(left - before.right, `${width} px, category ${index}`).toBeGreaterThanOrEqual(5);
    }
  }
});

test('compared pictures are shown no larger than they are made', { tag: '@desktop' }, async ({ page, shopper }) => {
  const slugs = await Promise.all(
    [demo.television, demo.withGift].map(async (sku) => (await shopper.product(sku)).slug),
  );
  await page.goto(`/compare?products=${slugs.join(',')}`);
  const pictures = page.getByRole('table').locator('img');
  await expect(pictures).toHaveCount(2);
  for (const picture of await pictures.all()) {
    /** How much wider it is shown than it was asked for; the width of a picture that has not come is 0. */
    const enlarged = () =>
      picture.evaluate((image) => (image instanceof HTMLImageElement ? image.width / image.naturalWidth : Number.NaN));
    await expect.poll(enlarged).toBeLessThanOrEqual(1.1);
  }
});

test('the name of the advisor stands where the page begins, in the shop and in its narrower checkout', {
  tag: '@desktop',
}, async ({ page, shopper }) => {
  await page.goto('/?at=asesor-demo');
  const name = page.getByText('Asesor: Andrea');
  await expect(name).toBeVisible();
  await shopper.haveCart([{ sku: demo.fryer }]);
  const left = async (element: Locator): Promise<number> => (await element.boundingBox())?.x ?? Number.NaN;
  for (const path of ['/cart', '/checkout']) {
    await page.goto(path);
    await expect(name).toBeVisible();
    // Before the name an icon and a gap: 30 px.
    const logo = page.getByRole('banner').getByRole('img').first();
    expect(Math.abs((await left(name)) - 30 - (await left(logo))), path).toBeLessThan(8);
  }
});
