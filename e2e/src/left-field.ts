import { expect, type Locator, type Page } from '@playwright/test';

/** A field that is left with an error, and the element that is pressed to leave it. */
export interface LeftField {
  /** The accessible name of the form, or of its dialog if the form is in a drawer. */
  form: string;
  field: string;
  /** The typed text. An empty required field is an error, too. */
  typed: string;
  /** True if the form validates during typing. The error then shows before the press. */
  isJudgedAsTyped?: true;
  /** An element below the field, which an error line would move. */
  pressed: (form: Locator) => Locator;
}

export const textbox = (name: string) => (form: Locator) => form.getByRole('textbox', { name, exact: true });

/** Waits for two frames. The field's message then shows, unless it waits for the end of the press. */
const drawn = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))));

/** Waits for the script that waits for the end of a press. The script loads with the first focus of a field. */
export const scriptHasCome = (page: Page): Promise<unknown> =>
  page.waitForFunction(() =>
    performance
      .getEntriesByType('resource')
      .some((entry) => /\/left-field-/.test(entry.name) && 'responseEnd' in entry && Number(entry.responseEnd) > 0),
  );

/** Leaves a field by a slow press of the mouse. Nothing may move until the press has ended. */
export async function expectPressMet(
  page: Page,
  { form, field, typed, isJudgedAsTyped, pressed }: LeftField,
): Promise<void> {
  const within = page.getByRole('form', { name: form }).or(page.getByRole('dialog', { name: form }));
  const control = within.getByLabel(field, { exact: true });
  const target = pressed(within);
  await control.fill(typed);
  await control.focus();
  await scriptHasCome(page);
  await drawn(page);
  if (isJudgedAsTyped) await expect(control).toHaveAttribute('aria-invalid', 'true');
  await target.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const clicked = target.evaluate(
    (element) => new Promise((resolve) => element.addEventListener('click', () => resolve('clicked'), { once: true })),
  );
  const box = await target.boundingBox();
  if (box === null) throw new Error(`nothing to press below "${field}"`);
  await page.mouse.move(box.x + Math.min(box.width / 2, 24), box.y + Math.min(box.height / 2, 24));
  await page.mouse.down();
  await drawn(page);
  const y = (await target.boundingBox())?.y ?? 0;
  // A line of text is 20 px. The page may still move by a pixel.
  expect(Math.abs(y - box.y), `below "${field}" of "${form}"`).toBeLessThan(4);
  await page.mouse.up();
  expect(await clicked).toBe('clicked');
  await expect(control).toHaveAttribute('aria-invalid', 'true');
}
