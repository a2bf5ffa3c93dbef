import { demo } from './src/demo-products.ts';
import { expectAlwaysKept, expectNothingLost, settled, watchLosses } from './src/served-markup.ts';
import { expect, test } from './src/shop-test.ts';

// served-markup.all.spec.ts tests other pages.
test('the server’s markup of the home page stays after a navigation that starts at any time', async ({ page }) => {
  await expectAlwaysKept(page, '/');
});

test.describe('an advisor’s entry', () => {
  test.use({ refusals: [404] });

  test('removes nothing from the page, for a known and an unknown advisor', async ({ page, shopper }) => {
    const { slug } = await shopper.product(demo.fryer);
    await watchLosses(page);
    for (const path of ['/', `/${slug}`])
      for (const hash of ['asesor-demo', 'nadie']) {
        await page.goto(`${path}?at=${hash}&utm_source=correo`);
        await expect(page).toHaveURL((url) => !url.searchParams.has('at') && url.searchParams.has('utm_source'));
        await settled(page);
        await expectNothingLost(page, `${path}, ${hash}`);
      }
  });
});
