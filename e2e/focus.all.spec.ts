import { delayScripts } from './src/delay-scripts.ts';
import { demo } from './src/demo-products.ts';
import { expect, test } from './src/shop-test.ts';
import { signInAsNew } from './src/sign-in.ts';

test.describe('focus and announcements', () => {
  test('[DEC-162] a new page focuses and announces its title, and sorting does not move the focus', async ({
    page,
    shopper,
  }) => {
    // Before hydration a link loads the page, and the browser moves the focus.
    await page.goto('/');
    await shopper.awake();
    const announced = page.getByRole('status', { name: 'Página' });
    await expect(announced).toHaveText('');
    await shopper.search('televisor');
    await expect(page.getByRole('heading', { level: 1, name: '“televisor”' })).toBeFocused();
    await expect(announced).toContainText('televisor');
    const { title } = await shopper.product(demo.television);
    await shopper.search(title);
    await page.getByRole('main').getByRole('link', { name: title, exact: true }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused();
    await expect(announced).toContainText(title);

    await page.goto('/search?q=televisor&brand=Lumbrisa');
    // Before hydration the link would load a page and reset the focus. Choices before hydration have their own test.
    await shopper.awake();
    const chip = page.getByRole('link', { name: 'Quitar filtro Lumbrisa', exact: true }).filter({ visible: true });
    await chip.focus();
    await page.keyboard.press('Enter');
    await expect(chip).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    const order = page.getByRole('combobox', { name: 'Ordenar por' }).filter({ visible: true });
    await order.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(order).toHaveValue('price_desc');
    await expect(page).toHaveURL('/search?q=televisor');
    await page.getByRole('button', { name: 'Ordenar', exact: true }).filter({ visible: true }).click();
    await expect(page).toHaveURL(/sort=price_desc/);
  });
});

test('a press before hydration shows immediately and takes effect', async ({ page, shopper }) => {
  const { slug } = await shopper.product(demo.fryer);
  const letScriptsIn = await delayScripts(page);
  await page.goto(`/${slug}`, { waitUntil: 'commit' });
  await shopper.addButton.click();
  await expect(shopper.addButton).toHaveAttribute('data-pressed', '');
  letScriptsIn();
  await expect(shopper.panel.getByText('Producto agregado')).toBeVisible();
  await expect(page.locator('[data-pressed]')).toHaveCount(0);
});

test('[RST-01] [AUTH-03] a guest’s restock request before hydration is sent after the login', async ({
  page,
  shopper,
  api,
}) => {
  const { slug } = await shopper.product(demo.outOfStock);
  const letScriptsIn = await delayScripts(page);
  await page.goto(`/${slug}`, { waitUntil: 'commit' });
  await page.getByRole('link', { name: 'Notifícame cuando esté disponible' }).click();
  await page.waitForURL(/\/login\?/, { waitUntil: 'commit' });
  await signInAsNew(page, api);
  letScriptsIn();
  await expect(page.getByText('Te avisaremos cuando el producto esté disponible.')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(`/${slug}`);
});

test('[RST-01] a guest’s restock request that hydrates its part of the page is also sent after the login', async ({
  page,
  shopper,
  api,
}) => {
  const { slug } = await shopper.product(demo.outOfStock);
  await page.goto(`/${slug}`);
  const link = page.getByRole('link', { name: 'Notifícame cuando esté disponible' });
  // The part is below a phone's first screen. It does not hydrate until it is seen or pressed. The click below does not scroll to it.
  await expect(link).not.toBeInViewport();
  await expect(page.locator('html')).toHaveAttribute('data-drawn');
  await link.dispatchEvent('click');
  await page.waitForURL(/\/login\?/);
  await signInAsNew(page, api);
  await expect(page.getByText('Te avisaremos cuando el producto esté disponible.')).toBeVisible();
});
