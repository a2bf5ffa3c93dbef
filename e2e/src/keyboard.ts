import { expect, type Locator, type Page } from '@playwright/test';

/** Maximum number of tab stops between two steps of a shopper, above that of any page. */
const maxStops = 140;

/** Moves the focus to a control as a shopper without a mouse does: with the tab key, forwards. */
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

/** Chooses an option by its first letters, which native selects accept. */
export async function pickIn(page: Page, target: Locator, letters: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(letters);
}
