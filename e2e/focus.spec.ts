import { demo } from './src/demo-products.ts';
import { expectDrawers } from './src/drawers.ts';
import { holdScripts } from './src/hold-scripts.ts';
import { expect, test } from './src/shop-test.ts';
import { signInAsNew } from './src/sign-in.ts';

declare global {
  interface Window {
    longestMotion: number;
  }
}

test.describe('focus and announcements', () => {
  test('[DEC-162] a page one arrives at takes the focus to its title and is announced', async ({ page, shopper }) => {
    // Before its scripts have come a link loads the page, and the browser does all of this by itself.
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
  });

  test('[DEC-162] removing a filter leaves the focus at the title of the results; their order is chosen with the keys and applied with its button', async ({
    page,
    shopper,
  }) => {
    await page.goto('/search?q=televisor&brand=Lumbrisa');
    // Before, the link would load a page, whose focus is at its beginning, and what is chosen is another test's.
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

test('a press before the scripts have come shows at once and counts', async ({ page, shopper }) => {
  const { slug } = await shopper.product(demo.fryer);
  const letScriptsIn = await holdScripts(page);
  await page.goto(`/${slug}`, { waitUntil: 'commit' });
  await shopper.addButton.click();
  await expect(shopper.addButton).toHaveAttribute('data-pressed', '');
  letScriptsIn();
  await expect(shopper.panel.getByText('Producto agregado')).toBeVisible();
  await expect(page.locator('[data-pressed]')).toHaveCount(0);
});

test('[RST-01] a guest who asks to be told of a product’s return before the scripts have come is registered once the login has led back', async ({
  page,
  shopper,
  api,
}) => {
  const { slug } = await shopper.product(demo.outOfStock);
  const letScriptsIn = await holdScripts(page);
  await page.goto(`/${slug}`, { waitUntil: 'commit' });
  await page.getByRole('link', { name: 'Notifícame cuando esté disponible' }).click();
  await page.waitForURL(/\/login\?/, { waitUntil: 'commit' });
  letScriptsIn();
  await signInAsNew(page, api);
  await expect(page.getByText('Te avisaremos cuando el producto esté disponible.')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(`/${slug}`);
});

test('[AUTH-03] a login that is filled in and sent before the scripts have come leads back to where it was asked for', async ({
  page,
  shopper,
  api,
}) => {
  const { slug } = await shopper.product(demo.outOfStock);
  const letScriptsIn = await holdScripts(page);
  await page.goto(`/login?redirect=/${slug}`, { waitUntil: 'commit' });
  await signInAsNew(page, api);
  letScriptsIn();
  await page.waitForURL((url) => url.pathname !== '/login');
  expect(new URL(page.url()).pathname).toBe(`/${slug}`);
});

test('[RST-01] so is a guest whose press wakes up the part of the page that it is in', async ({
  page,
  shopper,
  api,
}) => {
  const { slug } = await shopper.product(demo.outOfStock);
  await page.goto(`/${slug}`);
  const link = page.getByRole('link', { name: 'Notifícame cuando esté disponible' });
  // Below a phone's first screen: it sleeps until it is seen or pressed, and is not brought into view here.
  await expect(link).not.toBeInViewport();
  await expect(page.locator('html')).toHaveAttribute('data-drawn');
  await link.dispatchEvent('click');
  await page.waitForURL(/\/login\?/);
  await signInAsNew(page, api);
  await expect(page.getByText('Te avisaremos cuando el producto esté disponible.')).toBeVisible();
});

test('a first tap on a slow phone counts, and once', async ({ page, shopper, context }) => {
  const { slug } = await shopper.product(demo.fryer);
  const line = await context.newCDPSession(page);
  // A phone six times slower than the machine of this test.
  await line.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await page.goto(`/${slug}`, { waitUntil: 'commit' });
  await shopper.addButton.tap();
  await expect(shopper.panel.getByText('Producto agregado')).toBeVisible();
  await expect(shopper.panel.getByText('Subtotal (1 producto)')).toBeVisible();
  await expect(page.locator('[data-pressed]')).toHaveCount(0);
});

test('who wants no motion gets none, who does not mind gets the drawer sliding', async ({ page }) => {
  /** The longest that anything on the page moves while the menu opens, in milliseconds. */
  const longestMotion = async (): Promise<number> => {
    await page.goto('/');
    await page.evaluate(() => {
      window.longestMotion = 0;
      const note = ({ target, propertyName }: TransitionEvent) => {
        const moving = target instanceof Element ? target.getAnimations() : [];
        const own = moving.filter((one) => one instanceof CSSTransition && one.transitionProperty === propertyName);
        for (const { effect } of own)
          window.longestMotion = Math.max(window.longestMotion, Number(effect?.getTiming().duration));
      };
      document.addEventListener('transitionrun', note, { capture: true });
    });
    await page.getByRole('button', { name: 'Categorías' }).first().click();
    await expect(page.getByRole('dialog', { name: 'Categorías' })).toBeVisible();
    await expectDrawers(page, 1);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expectDrawers(page, 0);
    return page.evaluate(() => window.longestMotion);
  };
  // One of a hundredth of a millisecond would be one, too: of each property of each element that changes.
  expect(await longestMotion()).toBe(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await longestMotion()).toBeGreaterThan(100);
});
