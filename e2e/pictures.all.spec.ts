import type { Page } from '@playwright/test';
import { allDrawn } from './src/all-drawn.ts';
import { demo } from './src/demo-products.ts';
import { scrollThrough } from './src/scroll-through.ts';
import { expect, test } from './src/shop-test.ts';
import { withoutCache } from './src/without-cache.ts';

/** Px of the smallest file in the media store. Below a displayed width of 32 px, every file is at least twice as large. */
const smallestFile = 64;

interface ShownPicture {
  src: string;
  /** CSS px as laid out. 0 if not shown. */
  width: number;
  area: number;
  isAboveFold: boolean;
  isLazy: boolean;
  isFirst: boolean;
  hasSize: boolean;
}

const picturesOf = (page: Page): Promise<ShownPicture[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('img')].map((img) => {
      const { top, left, width, height } = img.getBoundingClientRect();
      return {
        src: img.currentSrc,
        width: img.offsetWidth,
        area: width * height,
        isAboveFold: width > 0 && top < innerHeight && top + height > 0 && left < innerWidth && left + width > 0,
        isLazy: img.loading === 'lazy',
        isFirst: img.fetchPriority === 'high',
        hasSize: img.hasAttribute('width') && img.hasAttribute('height'),
      };
    }),
  );

const isDrawing = (src: string): boolean => src.endsWith('.svg');

/** Returns the width of a file of the media store, which is part of its name. */
const fileWidth = (src: string): number => Number(/\/(\d+)\.(?:avif|webp)$/.exec(src)?.[1] ?? 0);

/** Returns visible pictures that have no file yet. */
const missingInView = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.images].flatMap((image) => {
      const { top, bottom, left, width } = image.getBoundingClientRect();
      const isInView = width > 0 && left >= 0 && left < innerWidth && top < innerHeight && bottom > 0;
      return isInView && image.currentSrc === '' ? [image.alt] : [];
    }),
  );

/** Returns the faults of the page's pictures, when opened and after everything was scrolled into view. */
const faultsOf = async (page: Page): Promise<string[]> => {
  const first = await picturesOf(page);
  const above = first.filter(({ isAboveFold, src }) => isAboveFold && !isDrawing(src));
  const largest = Math.max(0, ...above.map(({ area }) => area));
  const faults = first.flatMap((picture) => [
    ...(picture.hasSize ? [] : [`no size: ${picture.src}`]),
    ...(picture.isAboveFold || picture.width === 0 || picture.isLazy ? [] : [`not lazy: ${picture.src}`]),
    ...(picture.isFirst && !picture.isAboveFold ? [`first, but not seen first: ${picture.src}`] : []),
    ...(picture.isFirst && !isDrawing(picture.src) && picture.area < largest
      ? [`first, not largest: ${picture.src}`]
      : []),
  ]);
  if (first.filter(({ isFirst }) => isFirst).length > 1) faults.push('more than one comes first');

  await allDrawn(page);
  await scrollThrough(page, 600, () => expect.poll(() => missingInView(page)).toEqual([]));
  const all = await picturesOf(page);
  // A browser may show a small picture from a larger file that it already has.
  const widest = (file: string) => Math.max(...all.filter(({ src }) => src === file).map(({ width }) => width));
  for (const { src, width } of all)
    if (width > 0 && fileWidth(src) > Math.max(2 * widest(src), smallestFile))
      faults.push(`${width} px shown of ${src}`);
  return [...new Set(faults)];
};

/** The head preloads the first picture. The picture is then fetched before the parser reaches its element. */
const expectFirstInHead = (page: Page): Promise<void> =>
  expect.soft(page.locator('head link[rel="preload"][as="image"][fetchpriority="high"]')).toHaveCount(1);

test('pictures have the right size, and the largest visible picture loads first', async ({ page, shopper }) => {
  // Otherwise a larger cached file of an earlier page would be shown instead of the right file.
  await withoutCache(page);
  await page.goto('/');
  await expectFirstInHead(page);
  expect.soft(await faultsOf(page), 'home').toEqual([]);
  await page.goto('/tv-y-video');
  expect.soft(await faultsOf(page), 'category').toEqual([]);
  await page.goto('/search?q=tv');
  expect.soft(await faultsOf(page), 'search').toEqual([]);
  await shopper.openProduct(demo.fryer);
  await expectFirstInHead(page);
  expect.soft(await faultsOf(page), 'product').toEqual([]);
  await shopper.addToCart();
  await shopper.goToCart();
  await page.reload();
  await expect(page.getByRole('main').locator('img').first()).toBeVisible();
  expect.soft(await faultsOf(page), 'cart').toEqual([]);
  await page.goto('/checkout');
  await expect(page.getByRole('main').locator('img').first()).toBeVisible();
  expect.soft(await faultsOf(page), 'checkout').toEqual([]);
});

test('pictures also fit on a wide screen @desktop', async ({ page }) => {
  await page.goto('/');
  expect(await faultsOf(page)).toEqual([]);
});
