import type { Locator, Page } from '@playwright/test';
import { delayScripts } from './src/delay-scripts.ts';
import { layoutShift, watchLayoutShifts } from './src/layout-shift.ts';
import { expect, test } from './src/shop-test.ts';

/** A row of the home page below the first screen of a phone, and the first delayed card of a category. */
const pages = {
  home: {
    path: '/',
    late: (page: Page) => page.getByRole('main').locator('.rail').first(),
  },
  category: {
    path: '/tv-y-video/televisores',
    late: (page: Page) => page.getByRole('main').locator('.late-cards > li').nth(8),
  },
} as const;

const drawing = (part: Locator): Promise<string> =>
  part.evaluate((element) => getComputedStyle(element).contentVisibility);

/**
 * Stops the page's clock. After some seconds a browser draws everything, and on a busy machine they may pass before the test
 * looks. Each time at a later hour, because the clock can only move forwards.
 */
const stopTime = (page: Page, hour: number): Promise<void> => page.clock.pauseAt(hour * 3_600_000);

test('below a phone’s first screen, nothing is drawn before hydration', async ({ page }) => {
  await watchLayoutShifts(page);
  await page.clock.install({ time: 0 });
  for (const [hour, { path, late }] of Object.values(pages).entries()) {
    const letScriptsIn = await delayScripts(page);
    await stopTime(page, hour + 1);
    await page.goto(path, { waitUntil: 'commit' });
    await expect.poll(() => drawing(late(page)), path).toBe('hidden');
    letScriptsIn();
    await page.clock.resume();
    await expect.poll(() => drawing(late(page)), path).toBe('visible');
    await expect(page.locator('html')).toHaveAttribute('data-drawn');
    expect(await layoutShift(page), path).toBeLessThan(0.01);
  }

  await delayScripts(page);
  await stopTime(page, 3);
  for (const { path, late } of Object.values(pages)) {
    const ways = [
      () => late(page).evaluate((element) => element.scrollIntoView()),
      () => page.keyboard.press('Tab'),
      () => page.clock.runFor(5_000),
    ];
    for (const draw of ways) {
      await page.goto(path, { waitUntil: 'commit' });
      // The delay starts here.
      await page.waitForLoadState('domcontentloaded');
      await expect.poll(() => drawing(late(page)), path).toBe('hidden');
      await draw();
      await expect.poll(() => drawing(late(page)), path).toBe('auto');
    }
  }
});

test('a page opened at an anchor, or with a longer first screen, delays nothing', {
  tag: '@both',
}, async ({ page, isPhone }) => {
  await delayScripts(page);
  await page.clock.install({ time: 0 });
  await stopTime(page, 1);
  // No element comes near the window, so every drawn element was not delayed.
  await page.addInitScript(() => {
    IntersectionObserver.prototype.observe = () => {};
  });
  await page.goto(isPhone ? '/#main' : '/', { waitUntil: 'commit' });
  await expect.poll(() => drawing(pages.home.late(page))).toBe('auto');
});
