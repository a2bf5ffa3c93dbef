import { delayScripts } from './src/delay-scripts.ts';
import { demo } from './src/demo-products.ts';
import { read } from './src/read.ts';
import { expect, test } from './src/shop-test.ts';

test.describe('words', () => {
  test('[CAT-06] [DEC-180] [APP-26] typing errors, capitals and accents find the same products', async ({
    page,
    shopper,
    api,
  }) => {
    const { products } = await read(api, 'searchProducts', { query: { q: 'televisor 55' } });
    const first = products[0];
    if (first === undefined) throw new Error('the search found no television');
    expect(products.every(({ title }) => /televisor 55/i.test(title))).toBe(true);
    const cards = page.getByRole('main').getByRole('article');
    await page.goto('/');
    for (const words of ['televisor 55', 'telebisor 55', 'TELEVISÓR 55']) {
      await shopper.search(words);
      await expect(cards).toHaveCount(products.length);
      await expect(cards.first().getByRole('link', { name: first.title })).toBeVisible();
      await expect(shopper.searchBox).toHaveValue(words);
      const correction = page.getByText('Mostramos resultados de');
      await expect(correction).toHaveCount(words === 'telebisor 55' ? 1 : 0);
    }
    const product = await shopper.product(demo.fryer);
    await shopper.search(demo.fryer);
    await expect(cards.first()).toContainText(product.title);

    await shopper.search('zzqxwv');
    await expect(page.getByText('Sin data disponible')).toBeVisible();
    await page.getByRole('link', { name: 'Ver todos los productos' }).click();
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();

    await page.goto('/');
    await shopper.searchBox.pressSequentially('audif');
    const list = page.getByRole('listbox', { name: 'Sugerencias' });
    await expect(list.getByRole('option').first()).toBeVisible();
    await expect(list.getByRole('option').nth(8)).toHaveCount(0);
    await shopper.searchBox.press('ArrowDown');
    const chosen = list.getByRole('option', { selected: true });
    await expect(chosen).toHaveCount(1);
    const id = await chosen.getAttribute('id');
    await expect(shopper.searchBox).toHaveAttribute('aria-activedescendant', id ?? '');
    await shopper.searchBox.press('Escape');
    await expect(list).toBeHidden();
    await shopper.searchBox.press('ArrowDown');
    await shopper.searchBox.press('ArrowDown');
    await expect(chosen).toHaveCount(1);
    const href = await chosen.evaluate((link) => (link instanceof HTMLAnchorElement ? link.href : ''));
    expect(href).not.toBe('');
    await shopper.searchBox.press('Enter');
    await expect(page).toHaveURL(href);
  });
});

test('filters narrow the results, show as chips and can be removed', { tag: '@desktop' }, async ({ page, shopper }) => {
  await page.goto('/search?q=televisor');
  const status = page.getByRole('main').getByRole('status').first();
  const all = await status.innerText();
  const filters = await shopper.openFilters();
  await filters.getByRole('link', { name: /^Lumbrisa/ }).click();
  await expect(page).toHaveURL(/brand=Lumbrisa/);
  await expect(filters.getByRole('link', { name: 'Quitar filtro Lumbrisa' })).toBeVisible();
  await filters.getByRole('link', { name: /^65/ }).click();
  await expect(page).toHaveURL(/attr\.tamano-de-pantalla=65/);
  await shopper.closeFilters();
  const titles = page.getByRole('main').getByRole('article').getByRole('heading');
  await expect(titles.first()).toContainText('Televisor 65');
  await expect(titles.filter({ hasNotText: /Televisor 65.*Lumbrisa|Lumbrisa.*Televisor 65/ })).toHaveCount(0);
  await page.goBack();
  await expect(page).not.toHaveURL(/attr\./);
  // The address changes before the page. Its chips still show the other filter.
  await expect(titles.filter({ hasNotText: 'Televisor 65' })).not.toHaveCount(0);
  await page
    .getByRole('main')
    .getByRole('listitem')
    .getByRole('link', { name: 'Quitar filtro Lumbrisa' })
    .first()
    .click();
  await expect(status).toHaveText(all);
});

test('[DEC-21] products are sorted and paged, and "back" restores list and scroll position', async ({
  page,
  shopper,
}) => {
  await page.goto('/search?q=televisor');
  // Before hydration, a link would load the next page, the browser would restore the position, and a choice would need
  // its button.
  await shopper.awake();
  await page.getByRole('combobox', { name: 'Ordenar por' }).selectOption('Menor precio');
  await expect(page).toHaveURL(/sort=price_asc/);
  const cards = page.getByRole('main').getByRole('article');
  await expect(cards.first()).toContainText('32"');
  await expect(cards).toHaveCount(24);
  await page.getByRole('link', { name: 'Página siguiente' }).click();
  await expect(page).toHaveURL(/page=2/);
  const secondPage = page.getByRole('link', { name: 'Página 2' });
  await expect(secondPage).toHaveAttribute('aria-current', 'page');
  await expect(cards.first()).not.toContainText('32"');
  const link = page.getByRole('main').getByRole('article').nth(9).getByRole('heading').getByRole('link');
  await link.scrollIntoViewIfNeeded();
  const title = await link.innerText();
  const product = page.getByRole('heading', { level: 1, name: title });
  const place = () => page.evaluate(() => Math.round(window.scrollY));
  const before = await place();
  expect(before).toBeGreaterThan(400);
  await link.click();
  await expect(product).toBeVisible();
  await expect.poll(place).toBe(0);
  await page.goBack();
  await expect(secondPage).toHaveAttribute('aria-current', 'page');
  await expect.poll(place).toBe(before);

  await link.click();
  await expect(product).toBeVisible();
  const letScriptsIn = await delayScripts(page);
  await page.reload({ waitUntil: 'commit' });
  await expect(product).toBeVisible();
  await page.goBack({ waitUntil: 'commit' });
  letScriptsIn();
  await expect(page.getByRole('heading', { level: 1, name: '“televisor”' })).toBeVisible();
  await expect(secondPage).toHaveAttribute('aria-current', 'page');
});
