import { demo } from './src/demo-products.ts';
import { read } from './src/read.ts';
import { expect, test } from './src/shop-test.ts';

const budget = 130_000;

test.describe('what search engines read', () => {
  test('[CAT-05] the home page has title, description, canonical address and data', async ({ page, baseURL }) => {
    await page.goto('/');
    await expect(page).toHaveTitle(/Ceiba/);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${baseURL}/`);
    const data = await page.locator('script[type="application/ld+json"]').allInnerTexts();
    expect(data.map((text) => JSON.parse(text)['@type'])).toContain('WebSite');
    await expect(page.locator('html')).toHaveAttribute('lang', 'es-GT');
  });

  test('[CAT-13] a product page tells price and stock as data', async ({ page, shopper, baseURL }) => {
    const product = await shopper.openProduct(demo.television);
    await expect(page).toHaveTitle(`${product.title} | Ceiba`);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${baseURL}/${product.slug}`);
    const texts = await page.locator('script[type="application/ld+json"]').allInnerTexts();
    const data = texts.map((text) => JSON.parse(text)).find((entry) => entry['@type'] === 'Product');
    expect(data).toMatchObject({
      name: product.title,
      sku: product.sku,
      offers: {
        priceCurrency: 'GTQ',
        price: product.salesPrice?.value.toFixed(2),
        availability: 'https://schema.org/InStock',
      },
    });
  });

  test('sitemap and robots name the shop’s pages', async ({ request, shopper, baseURL }) => {
    const robots = await (await request.get('/robots.txt')).text();
    expect(robots).toContain(`Sitemap: ${baseURL}/sitemap.xml`);
    expect(robots).toContain('Disallow: /checkout');
    const index = await (await request.get('/sitemap.xml')).text();
    const files = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1] ?? '');
    expect(files.length).toBeGreaterThanOrEqual(2);
    const texts = await Promise.all(files.map(async (file) => (await request.get(file)).text()));
    const product = await shopper.product(demo.television);
    expect(texts.join('')).toContain(`<loc>${baseURL}/${product.slug}</loc>`);
    expect(texts.join('')).toContain(`<loc>${baseURL}/tv-y-video/televisores</loc>`);
    expect(texts.join('')).not.toContain('tecki-ai');
  });

  for (const path of ['/cart', '/search?q=televisor&brand=Lumbrisa', '/login']) {
    test(`${path} is not for search engines`, async ({ page }) => {
      await page.goto(path);
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
    });
  }
});

test.describe('weight', () => {
  for (const [name, path] of [
    ['home', async () => '/'],
    ['product', async (slug: string) => `/${slug}`],
  ] as const) {
    test(`the ${name} page needs at most 130 kB of JavaScript`, async ({ page, shopper }) => {
      const { slug } = await shopper.product(demo.television);
      await page.goto(await path(slug));
      await page.waitForLoadState('networkidle');
      const transferred = () =>
        page.evaluate(() =>
          performance
            .getEntriesByType('resource')
            .filter((entry): entry is PerformanceResourceTiming => 'encodedBodySize' in entry)
            .filter(({ name: url }) => new URL(url).pathname.endsWith('.js'))
            .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
        );
      const atRest = await transferred();
      // All of it: what comes into view brings its script.
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
      await page.waitForLoadState('networkidle');
      const whole = await transferred();
      test.info().annotations.push({ type: 'JavaScript', description: `${name}: ${atRest} B, scrolled ${whole} B` });
      expect(atRest).toBeGreaterThan(0);
      expect(whole).toBeLessThanOrEqual(budget);
    });
  }
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('[CAT-13] home, category and product pages can be read', async ({ page, shopper, api }) => {
    const product = await shopper.product(demo.television);
    await page.goto('/');
    await expect(page.getByRole('region', { name: 'Más vendidos' }).getByRole('article').first()).toBeVisible();
    await page.goto('/tv-y-video/televisores');
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
    await page.goto(`/${product.slug}`);
    await expect(page.getByRole('heading', { level: 1, name: product.title })).toBeVisible();
    await expect(page.getByText('¡Compra hasta en 48 cuotas!')).toBeVisible();
    const { data } = { data: await read(api, 'getProductBySlug', { params: { slug: product.slug } }) };
    await expect(page.getByText(data.attributes[0]?.label ?? '').first()).toBeVisible();
  });
});

test('[CAT-08] [APP-14] [TECH-05] category and service pages open from the menu', { tag: '@both' }, async ({
  page,
  isPhone,
}) => {
  await page.goto('/');
  if (isPhone) {
    await page.getByRole('button', { name: 'Categorías' }).click();
    const menu = page.getByRole('dialog', { name: 'Categorías' });
    await menu.getByText('TV y Video', { exact: true }).click();
    await menu.getByRole('link', { name: 'Televisores' }).click();
    await expect(menu).toBeHidden();
  } else {
    await page.getByRole('navigation', { name: 'Categorías' }).getByRole('link', { name: 'TV y Video' }).click();
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Televisores/ })
      .first()
      .click();
  }
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
  await page.goto('/tv-y-video/servicios/tecki');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/Tecki/i);
});

test.describe('what does not exist', () => {
  test.use({ refusals: [404] });

  test('[DEC-13] says so and leads home', async ({ page }) => {
    for (const path of ['/no-existe-esta-pagina', '/no/existe/esta/pagina', '/sellers/nadie']) {
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(404);
      await expect(page.getByRole('heading', { name: 'Página no encontrada' })).toBeVisible();
    }
    await page.getByRole('main').getByRole('link').click();
    await expect(page).toHaveURL(/\/$/);
  });
});

test('[APP-19] the footer keeps its promises and leads to the account', async ({ page }) => {
  await page.goto('/');
  const footer = page.getByRole('contentinfo');
  for (const claim of [
    'Devoluciones hasta 30 días hábiles',
    'Envíos en 48 horas',
    'Recoge gratis en tienda',
    'Soporte 4232-000',
  ]) {
    await expect(footer.getByText(claim)).toBeVisible();
  }
  await footer.getByRole('link', { name: 'Mis órdenes' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('"Ofertas" of the menu shows what costs less than its regular price, and nothing else', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Ofertas', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ofertas' })).toBeVisible();
  const cards = page.getByRole('main').getByRole('article');
  await expect(cards.first()).toBeVisible();
  await expect(cards.filter({ hasNotText: 'Precio anterior' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Quitar filtro En oferta' }).first()).toBeVisible();
});

test('[APP-05] [APP-32] [APP-33] [APP-35] [DIF-16] the layouts of the cart page change at 640, 1024 and 1279 px', {
  tag: '@desktop',
}, async ({ page, shopper }) => {
  const { title } = await shopper.product(demo.mount);
  await shopper.haveCart([{ sku: demo.mount }]);
  await page.goto('/cart');
  await expect(shopper.line(title)).toBeVisible();
  const menuBar = page.getByRole('navigation', { name: 'Categorías' });
  const donationCard = page.getByRole('region', { name: 'Agrega una donación' });
  /** Columns of the cart line, and what of the page shows at a width. */
  const at = async (width: number) => {
    await page.setViewportSize({ width, height: 900 });
    const style = await shopper.line(title).evaluate((line) => getComputedStyle(line).gridTemplateColumns);
    return {
      columns: style.split(' ').length,
      isDesktop: await menuBar.isVisible(),
      hasCard: await donationCard.isVisible(),
    };
  };
  const mobile = { isDesktop: false, hasCard: true };
  expect(await at(360)).toEqual({ columns: 2, ...mobile });
  await expect(page.getByRole('link', { name: 'Ir a pagar' }).filter({ visible: true })).toBeInViewport();
  await expect(shopper.line(title).getByRole('button', { name: 'Eliminar' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Productos que te pueden gustar' })).toBeVisible();
  expect(await at(639)).toEqual({ columns: 2, ...mobile });
  expect(await at(640)).toEqual({ columns: 3, ...mobile });
  expect(await at(1023)).toEqual({ columns: 3, ...mobile });
  expect(await at(1024)).toEqual({ columns: 3, isDesktop: true, hasCard: true });
  expect(await at(1278)).toEqual({ columns: 3, isDesktop: true, hasCard: true });
  expect(await at(1279)).toEqual({ columns: 3, isDesktop: true, hasCard: false });
  const summary = page.getByRole('complementary', { name: 'Resumen' });
  await expect(summary.getByRole('button', { name: 'Donar' }).filter({ visible: true })).toHaveCount(1);
});

test('[APP-36] [CONST-08] [DEC-19] by its style a drawer that closes is visible for 500 ms more, the panel for 1000 ms', async ({
  page,
  shopper,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  /** How long an open drawer stays visible once it closes: its last transition, by its style. */
  const closeTime = (name: string) =>
    page.getByRole('dialog', { name }).evaluate((drawer) => {
      const { transitionProperty, transitionDuration } = getComputedStyle(drawer);
      return transitionDuration.split(', ')[transitionProperty.split(', ').indexOf('visibility')];
    });
  await shopper.openProduct(demo.mount);
  await page.getByRole('main').getByRole('button', { name: 'Ajusta tu ubicación' }).click();
  await expect.poll(() => closeTime('Ajusta tu ubicación')).toBe('0.5s');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await shopper.addToCart();
  await expect.poll(() => closeTime('Continuar comprando')).toBe('1s');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('[APP-01] [CONST-01] pages are sent in Spanish of Guatemala, with no amount in another currency than quetzales', async ({
  request,
  shopper,
}) => {
  const { slug } = await shopper.product(demo.television);
  for (const path of ['/', `/${slug}`, '/search?q=televisor', '/cart', '/checkout', '/tv-y-video/servicios/tecki']) {
    const html = await (await request.get(path)).text();
    expect(html).toMatch(/^<!DOCTYPE html><html lang="es-GT">/);
    expect(html.match(/(?:US)?\$\s?\d|\bUSD\b|€/g)).toBeNull();
    const currencies = [...html.matchAll(/"(?:priceCurrency|currency)\\?":\s?\\?"([A-Z]{3})/g)].map(([, code]) => code);
    expect([...new Set(currencies)].filter((code) => code !== 'GTQ')).toEqual([]);
  }
  const page = await (await request.get(`/${slug}`)).text();
  expect(page).toContain('"priceCurrency":"GTQ"');
  expect(page.replace(/<[^>]*>/g, '')).toMatch(/Q\d{1,3}(?:,\d{3})*\.\d{2}/);
});
