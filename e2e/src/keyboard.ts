import { expect, type Locator, type Page } from '@playwright/test';

/** More tab stops than any page has between two steps of a shopper. */
const maxStops = 140;

/** Reaches a control like a shopper without a mouse: with the tab key, forwards. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let stop = 0; stop < maxStops; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target, 'reachable with the tab key').toBeFocused({ timeout: 1 });
}

export async function pressOn(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

/** Native selects accept the first letters of an option. */
export async function pickIn(page: Page, target: Locator, letters: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(letters);
}
