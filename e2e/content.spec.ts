import { gzipSync } from 'node:zlib';
import { sellerLink } from '@ceiba/domain/sellers/seller-slug';
import type { Locator, Page, Request } from '@playwright/test';
import { newBuyer } from './src/buyer.ts';
import { demo } from './src/demo-products.ts';
import { expectDrawers } from './src/drawers.ts';
import { tabTo } from './src/keyboard.ts';
import { layoutShift, watchLayoutShifts } from './src/layout-shift.ts';
import { read } from './src/read.ts';
import { scrollThrough } from './src/scroll-through.ts';
import { expect, test } from './src/shop-test.ts';
import { demoCustomer, signIn } from './src/sign-in.ts';

declare global {
  interface Window {
    longestMotion: number;
  }
}

/** Maximum bytes of JavaScript, gzip: public pages at hydration, and after all parts were in view; the checkout's first step. */
const budget = { public: 130_000, seenWhole: 160_000, checkout: 165_500 } as const;

test.describe('metadata for search engines', () => {
  test('[CAT-05] pages have metadata for search engines, except cart, filtered search and login', async ({
    page,
    shopper,
    baseURL,
    request,
  }) => {
    await page.goto('/');
    await expect(page).toHaveTitle(/Ceiba/);
    await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /\S/);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${baseURL}/`);
    await expect(page.locator('link[rel=manifest]')).toHaveAttribute('href', '/manifest.webmanifest');
    const data = await page.locator('script[type="application/ld+json"]').allInnerTexts();
    expect(data.flatMap((text) => JSON.parse(text)).map((schema) => schema['@type'])).toEqual(
      expect.arrayContaining(['WebSite', 'Organization']),
    );
    await expect(page.locator('html')).toHaveAttribute('lang', 'es-GT');
    const product = await shopper.openProduct(demo.television);
    await expect(page).toHaveTitle(`${product.title} | Ceiba`);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${baseURL}/${product.slug}`);
    const texts = await page.locator('script[type="application/ld+json"]').allInnerTexts();
    const offer = texts.map((text) => JSON.parse(text)).find((entry) => entry['@type'] === 'Product');
    expect(offer).toMatchObject({
      name: product.title,
      sku: product.sku,
      offers: {
        priceCurrency: 'GTQ',
        price: product.salesPrice?.value.toFixed(2),
        availability: 'https://schema.org/InStock',
      },
    });

    const robots = await (await request.get('/robots.txt')).text();
    expect(robots).toContain(`Sitemap: ${baseURL}/sitemap.xml`);
    expect(robots).toContain('Disallow: /checkout');
    const index = await (await request.get('/sitemap.xml')).text();
    const files = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1] ?? '');
    expect(files.length).toBeGreaterThanOrEqual(2);
    const sitemap = (await Promise.all(files.map(async (file) => (await request.get(file)).text()))).join('');
    expect(sitemap).toContain(`<loc>${baseURL}/${product.slug}</loc>`);
    expect(sitemap).toContain(`<loc>${baseURL}/tv-y-video/televisores</loc>`);
    for (const path of [
      'tiendas',
      'tiendas/tienda-xela',
      'ayuda/entregas',
      'libro-de-quejas',
      'terminos-y-condiciones',
    ])
      expect(sitemap).toContain(`<loc>${baseURL}/${path}</loc>`);
    expect(sitemap).not.toContain('tecki-ai');
    // Pages that search engines must not index.
    for (const path of ['/cart', '/search?q=televisor&brand=Lumbrisa', '/login'])
      expect(await (await request.get(path)).text(), path).toMatch(/<meta name="robots" content="[^"]*noindex/);
  });
});

/** Sums the gzip size of all scripts that the page loads from now on. The limits are gzip sizes, too. */
const weighScripts = (page: Page) => {
  const [requested, arrived] = [new Set<string>(), new Set<string>()];
  const note = (urls: Set<string>) => (request: Request) => {
    if (new URL(request.url()).pathname.endsWith('.js')) urls.add(request.url());
  };
  page.on('request', note(requested));
  page.on('requestfinished', note(arrived));
  const bytesOf = async (url: string) => gzipSync(await (await page.request.get(url)).body(), { level: 9 }).length;
  /** Resolves after `last` has loaded, which loads only in view, and no script is pending. A part of the scripts would meet every limit. */
  return async (last: RegExp, look?: () => Promise<void>): Promise<number> => {
    const isWhole = async () => {
      await look?.();
      return [...arrived].some((url) => last.test(url)) && arrived.size === requested.size;
    };
    await expect.poll(isWhole, `${last} and every requested script`).toBe(true);
    return (await Promise.all([...arrived].map(bytesOf))).reduce((sum, bytes) => sum + bytes, 0);
  };
};

/** Maximum bytes of HTML before compression. */
const htmlBudget = { home: 150_000, search: 100_000, product: 80_000 } as const;

test.describe('page size', () => {
  test('[APP-01] [CONST-01] pages meet their size limits, load scripts last, and are in Guatemalan Spanish', async ({
    page,
    request,
    shopper,
  }) => {
    const { slug } = await shopper.product(demo.variants);
    const paths = { home: '/', search: '/search?q=tv', product: `/${slug}` };
    for (const name of ['home', 'search', 'product'] as const) {
      const answer = await page.request.get(paths[name]);
      const html = await answer.text();
      const bytes = Buffer.byteLength(html);
      test.info().annotations.push({ type: 'HTML', description: `${name}: ${bytes} B` });
      expect.soft(html).toContain('</html>');
      expect.soft(bytes, name).toBeLessThanOrEqual(htmlBudget[name]);
      const scripts = html.match(/<link rel="modulepreload"[^>]*>/g) ?? [];
      expect.soft(scripts.length).toBeGreaterThan(5);
      // Scripts have a lower priority than styles, fonts and pictures.
      expect.soft(scripts.filter((link) => !link.includes(' fetchpriority="low"'))).toEqual([]);
    }
    const television = await shopper.product(demo.television);
    for (const path of [
      '/',
      `/${television.slug}`,
      '/search?q=televisor',
      '/cart',
      '/checkout',
      '/tv-y-video/servicios/tecki',
    ]) {
      const html = await (await request.get(path)).text();
      expect(html).toMatch(/^<!DOCTYPE html><html lang="es-GT">/);
      expect(html.match(/(?:US)?\$\s?\d|\bUSD\b|€/g)).toBeNull();
      const currencies = [...html.matchAll(/"(?:priceCurrency|currency)\\?":\s?\\?"([A-Z]{3})/g)].map(
        ([, code]) => code,
      );
      expect([...new Set(currencies)].filter((code) => code !== 'GTQ')).toEqual([]);
    }
    const product = await (await request.get(`/${television.slug}`)).text();
    expect(product).toContain('"priceCurrency":"GTQ"');
    expect(product.replace(/<[^>]*>/g, '')).toMatch(/Q\d{1,3}(?:,\d{3})*\.\d{2}/);
  });

  for (const [name, path] of [
    ['home', async () => '/'],
    ['product', async (slug: string) => `/${slug}`],
  ] as const) {
    test(`the ${name} page loads at most 130 kB of JavaScript at first, and 160 kB in total`, async ({
      page,
      shopper,
    }) => {
      const { slug } = await shopper.product(demo.television);
      const weigh = weighScripts(page);
      await page.goto(await path(slug));
      await shopper.awake();
      // The attribute is set in an idle moment. Scripts that wait for such a moment have then been requested.
      await expect(page.locator('html')).toHaveAttribute('data-drawn');
      await page.waitForLoadState('networkidle');
      const atRest = await weigh(/\/framework-/);
      // Parts load their scripts in view, but not because of the pointer, which is in the corner of a headless browser.
      await page.evaluate(() => {
        document.body.style.pointerEvents = 'none';
      });
      const whole = await weigh(/\/product-rail-/, () =>
        scrollThrough(page, page.viewportSize()?.height ?? Number.NaN),
      );
      test.info().annotations.push({ type: 'JavaScript', description: `${name}: ${atRest} B, seen whole ${whole} B` });
      expect(atRest).toBeLessThanOrEqual(budget.public);
      expect(whole).toBeLessThanOrEqual(budget.seenWhole);
    });
  }

  test('the checkout loads at most 165.5 kB of JavaScript at first', async ({ page, shopper }) => {
    await shopper.haveCart([{ sku: demo.mount }]);
    const weigh = weighScripts(page);
    await page.goto('/checkout');
    const email = page.getByRole('textbox', { name: 'Correo electrónico' });
    await expect(email).toBeVisible();
    await shopper.awake();
    await page.waitForLoadState('networkidle');
    const atRest = await weigh(/\/framework-/);
    test.info().annotations.push({ type: 'JavaScript', description: `checkout: ${atRest} B` });
    expect(atRest).toBeLessThanOrEqual(budget.checkout);
    const scriptRequest = page.waitForRequest(/delivery-forms.*\.js$/);
    await email.focus();
    await scriptRequest;
  });
});

test.describe('pages without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('[DEC-180] pages, search and filters work, and other parts report that they need scripts', async ({
    page,
    shopper,
    api,
  }) => {
    const product = await shopper.product(demo.television);
    await page.goto('/');
    await expect(page.getByRole('region', { name: 'Más vendidos' }).getByRole('article').first()).toBeVisible();
    await page.goto('/tv-y-video/televisores');
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
    await page.goto(`/${product.slug}`);
    await expect(page.getByRole('heading', { level: 1, name: product.title })).toBeVisible();
    await expect(page.getByText('¡Compra hasta en 48 cuotas!')).toBeVisible();
    const { data } = { data: await read(api, 'getProductBySlug', { params: { slug: product.slug } }) };
    await page.getByRole('heading', { name: 'Ficha técnica' }).click();
    await expect(page.getByText(data.attributes.at(-1)?.label ?? '').first()).toBeVisible();
    await page.goto('/');
    await page.getByRole('combobox', { name: 'Buscar productos' }).fill('televisor');
    await page.getByRole('button', { name: 'Buscar', exact: true }).click();
    await expect(page).toHaveURL(/\/search\?q=televisor/);
    await page.getByRole('link', { name: /^Filtros/ }).click();
    await page
      .getByRole('complementary', { name: 'Filtros' })
      .getByRole('link', { name: /^Lumbrisa/ })
      .click();
    await expect(page).toHaveURL(/brand=Lumbrisa/);
    await expect(page.getByRole('main').getByRole('article').first()).toContainText('Lumbrisa');
    await page.getByRole('main').getByRole('article').first().getByRole('heading').getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Lumbrisa');
    await expect(page.getByText(/Q[\d,]+/).first()).toBeVisible();
    // Parts that need scripts report it. No form is shown that would write a password into the address.
    const doors = ['/login', '/register', '/password/reset?token=x&customerId=018f0000-0000-7000-8000-000000000001'];
    for (const path of [`/${product.slug}`, '/cart', '/checkout', ...doors]) {
      await page.goto(path);
      // Content of a <noscript> cannot be found by text or role.
      const note = page.locator('noscript > p');
      await expect(note).toBeVisible();
      await expect(note).toHaveText('Para comprar o usar tu cuenta, activa JavaScript en tu navegador.');
      const dead = page.getByRole('button', { name: /^(?:Agregar al carrito|Iniciar sesión)/ });
      await expect(dead.filter({ visible: true })).toHaveCount(0);
      await expect(page.locator('input[type=password]').filter({ visible: true })).toHaveCount(0);
    }
    // The note replaces content that would never load.
    for (const path of ['/cart', '/checkout', '/dashboard/orders', '/libro-de-quejas']) {
      await page.goto(path);
      await expect(page.locator('noscript h2')).toContainText('JavaScript');
      for (const waiting of [page.getByText(/^Cargando/), page.locator('.skeleton')])
        await expect(waiting.filter({ visible: true })).toHaveCount(0);
    }
  });
});

test('[ZOOM-08] printed pages have titles, products and a closed sheet, without the shop’s header and footer', async ({
  page,
  shopper,
  checkout,
  api,
}) => {
  const main = page.getByRole('main');
  const expectOnPaper = async (texts: readonly string[]) => {
    for (const role of ['banner', 'contentinfo', 'button'] as const)
      await expect(page.getByRole(role).first()).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    for (const text of texts) await expect(main.getByText(text).filter({ visible: true }).first()).toBeVisible();
    for (const role of ['banner', 'navigation', 'contentinfo', 'button'] as const)
      await expect(page.getByRole(role)).toHaveCount(0);
    await page.emulateMedia({ media: 'screen' });
  };
  const { slug } = await shopper.product(demo.television);
  const { attributes } = await read(api, 'getProductBySlug', { params: { slug } });
  await shopper.openProduct(demo.television);
  await expect(main.getByText(attributes.at(-1)?.label ?? '')).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(main.getByText(attributes.at(-1)?.label ?? '')).toBeVisible();
  await page.goto('/tiendas');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });

  const buyer = newBuyer();
  const { title } = await shopper.product(demo.mount);
  await shopper.haveCart([{ sku: demo.mount }]);
  await checkout.open();
  await checkout.reachPayment(buyer);
  await checkout.chooseMethod('Efectivo contra entrega');
  const number = await checkout.placeOrder();
  await expectOnPaper([`Orden ${number}`, title, 'Total']);
  await page.goto('/track-order');
  await page.getByRole('textbox', { name: 'Número de pedido' }).fill(number);
  await main.getByRole('textbox', { name: 'Correo electrónico' }).fill(buyer.email);
  await page.getByRole('button', { name: 'Consultar' }).click();
  await expect(main.getByRole('heading', { name: `Orden ${number}` })).toBeVisible();
  await expectOnPaper([`Orden ${number}`, title, 'Total']);
});

/** Returns whether a mouse at the centre of the element would hit it. */
const isSeen = (element: Locator): Promise<boolean> =>
  element.evaluate((link) => {
    const { x, y, width, height } = link.getBoundingClientRect();
    return link.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

test('[CAT-08] the category bar opens a two-level panel by pointer and keys, and Escape closes it', {
  tag: '@desktop',
}, async ({ page, shopper }) => {
  const arrives = page.waitForResponse(/\/assets\/category-bar-/);
  await page.goto('/');
  const bar = page.getByRole('navigation', { name: 'Categorías', exact: true });
  const leaf = bar.getByRole('link', { name: 'Refrigeradoras', exact: true });
  const category = bar.getByRole('link', { name: 'Línea Blanca', exact: true });
  await expect(category).toBeVisible();
  await expect(leaf).toBeHidden();
  await category.hover();
  await expect(leaf).toBeVisible();
  await page.mouse.move(5, 700);
  await expect(leaf).toBeHidden();
  await shopper.awake();
  await category.focus();
  await expect(leaf).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(bar.getByRole('link', { name: 'Refrigeración', exact: true })).toBeFocused();
  // The bar's script loads when the pointer is first over the bar. The script closes the panel, so it must have run. On
  // a busy machine, a page that draws is never idle.
  const script = (await arrives).url();
  await page.evaluate(async (url) => {
    await import(url);
    const atLatest = 2_000;
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: atLatest }));
  }, script);
  await page.keyboard.press('Escape');
  await expect(category).toBeFocused();
  await expect(leaf).toBeHidden();

  await page.goto('/');
  // The links of the bar itself, without those of its panels.
  const categories = bar.locator('.bar-list > li > a');
  expect(await isSeen(categories.first())).toBe(true);
  expect(await isSeen(categories.last())).toBe(false);
  await tabTo(page, categories.last());
  expect(await isSeen(categories.last())).toBe(true);
  await tabTo(page, bar.getByRole('link', { name: 'Ofertas' }));
  expect(await isSeen(categories.first())).toBe(true);
  expect(await isSeen(categories.last())).toBe(false);

  await page.getByRole('banner').getByRole('link', { name: 'Ofertas', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ofertas' })).toBeVisible();
  const cards = page.getByRole('main').getByRole('article');
  await expect(cards.first()).toBeVisible();
  await expect(cards.filter({ hasNotText: 'Precio anterior' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Quitar filtro En oferta' }).first()).toBeVisible();
});

/** Paths of DEC-13 with the titles of their pages: the account, its login pages, categories of one and more segments. */
const decidedPages = [
  ['/dashboard/profile', 'Información personal'],
  ['/dashboard/addresses', 'Mis direcciones'],
  ['/dashboard/wishlists', 'Lista de deseos'],
  ['/dashboard/cards', 'Mis tarjetas'],
  ['/dashboard/points', 'Puntos MAX'],
  ['/dashboard/returns', 'Devoluciones'],
  ['/login', 'Iniciar sesión'],
  ['/register', 'Crear cuenta'],
  ['/password/request', 'Restablecer contraseña'],
  ['/password/reset?token=abc&customerId=1', 'Contraseña nueva'],
  ['/confirm-email?token=abc&customerId=1', 'Confirma tu correo'],
  ['/tv-y-video', 'TV y Video'],
  ['/tv-y-video/televisores', 'Televisores'],
] as const;

test.describe('missing pages', () => {
  test.use({ refusals: [404] });

  test('[DEC-13] [APP-17] every documented path has its page, and other paths show the 404 page', async ({
    page,
    request,
  }) => {
    for (const [path, title] of decidedPages) {
      const answer = await request.get(path);
      expect([path, answer.status()]).toEqual([path, 200]);
      expect([path, (await answer.text()).includes(`<title>${title} | Ceiba</title>`)]).toEqual([path, true]);
    }
    for (const path of ['/no-existe-esta-pagina', '/no/existe/esta/pagina', '/sellers/nadie']) {
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(404);
      await expect(page.getByRole('heading', { name: 'Página no encontrada' })).toBeVisible();
    }
    await page.getByRole('main').getByRole('link').click();
    await expect(page).toHaveURL(/\/$/);
    await watchLayoutShifts(page);
    await page.goto('/wa-link/00000000-0000-4000-8000-00000000dead');
    await expect(page.getByRole('heading', { name: 'Este enlace ya no está disponible.' })).toBeVisible();
    expect(await layoutShift(page)).toBeLessThan(0.01);
  });
});

test('pages have cache tags, and only the server caches the shells of personal pages', async ({ request, shopper }) => {
  const [tv, theirs] = [await shopper.product(demo.television), await shopper.product(demo.thirdParty)];
  const tagsOf = async (path: string): Promise<string[]> =>
    ((await request.get(path)).headers()['cache-tag'] ?? '').split(',').sort();
  const expectedTags = (...tags: string[]): string[] => ['flags', 'content', ...tags].sort();
  const category = `category:${tv.categories.at(-1)?.id}`;
  expect(await tagsOf('/')).toEqual(expectedTags('banners', 'listing'));
  expect(await tagsOf('/search?q=televisor')).toEqual(expectedTags('listing'));
  expect(await tagsOf('/tv-y-video/televisores')).toEqual(
    expectedTags('listing', category, 'page:tv-y-video_televisores'),
  );
  expect(await tagsOf(sellerLink(theirs.seller))).toEqual(expectedTags('listing'));
  expect(await tagsOf(`/${tv.slug}`)).toEqual(expect.arrayContaining(expectedTags(`product:${tv.sku}`, category)));
  expect(await tagsOf('/tv-y-video/servicios/tecki')).toEqual(expectedTags('page:tv-y-video_servicios_tecki'));
  // The browser fills in the page. No external cache may store it.
  expect(await tagsOf('/checkout')).toEqual(['']);
  for (const path of ['/cart', '/checkout', '/confirmation']) {
    await request.get(path);
    const again = await request.get(path);
    expect(again.headers()['cache-control'], path).toBe('private, no-store');
    // After a minute the stale page is sent once more while the page is rendered again.
    expect(['hit', 'stale'], path).toContain(again.headers()['x-cache']);
    expect(again.headers()['content-security-policy'], path).toContain("script-src 'self' 'sha256-");
  }
});

test('[APP-34] the dates of a shipment’s steps fit in one line, also at the layout change at 1699 px', {
  tag: '@desktop',
}, async ({ page }) => {
  // Signs in without a cart, because the login would move a cart to the demo customer, whom all tests share.
  await page.goto('/login?redirect=/dashboard/orders');
  await signIn(page, demoCustomer);
  await page
    .getByRole('link', { name: /^Orden \d{9}$/ })
    .first()
    .click();
  const [frame, costs] = [page.getByRole('main'), page.getByRole('complementary', { name: 'Resumen' })];
  await expect(costs).toBeVisible();
  const steps = frame.getByRole('list', { name: 'Estado del envío' }).first().getByRole('listitem');
  await expect(steps.getByText(/\d{4}, \d{2}:\d{2}/).first()).toBeVisible();
  const dates = await steps.evaluateAll((items) =>
    items.flatMap((item, index) => {
      const date = [...item.querySelectorAll('span')].findLast((part) => /\d{4}, \d{2}:\d{2}/.test(part.textContent));
      if (date === undefined) return [];
      const words = document.createRange();
      words.selectNodeContents(date);
      const { right, height } = words.getBoundingClientRect();
      const next = items[index + 1]?.getBoundingClientRect();
      const isBeside = next !== undefined && next.top === item.getBoundingClientRect().top;
      return [
        {
          lines: height / Number.parseFloat(getComputedStyle(date).lineHeight),
          room: isBeside ? next.left - right : 0,
        },
      ];
    }),
  );
  expect(dates.length).toBeGreaterThan(0);
  expect(dates.filter(({ room }) => room > 0).length, 'steps in a row').toBeGreaterThan(0);
  expect(dates.filter(({ lines, room }) => lines > 1.5 || room < 0)).toEqual([]);

  /** Returns the widths in px of the page and of its column of costs. */
  const orderAt = async (width: number) => {
    await page.setViewportSize({ width, height: 900 });
    return [await frame.boundingBox(), await costs.boundingBox()].map((box) => Math.round(box?.width ?? 0));
  };
  await expect.poll(() => orderAt(1699)).toEqual([1360, 320]);
  await expect.poll(() => orderAt(1700)).toEqual([1600, 420]);
});

test('[APP-36] [CONST-08] [DEC-19] closing drawers stay visible for 500 or 1000 ms, without animations if motion is reduced', async ({
  page,
  shopper,
}) => {
  /** Returns the longest animation in milliseconds while the menu opens. */
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
  // Exactly zero. Any longer duration would start a transition of each changed property of each element.
  expect(await longestMotion()).toBe(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await longestMotion()).toBeGreaterThan(100);
  /** Returns how long a closing drawer stays visible: its longest transition, from its style. */
  const closeTime = (name: string) =>
    page.getByRole('dialog', { name }).evaluate((drawer) => {
      const { transitionProperty, transitionDuration } = getComputedStyle(drawer);
      return transitionDuration.split(', ')[transitionProperty.split(', ').indexOf('visibility')];
    });
  await shopper.openProduct(demo.mount);
  await page.getByRole('main').getByRole('button', { name: 'Ajusta tu ubicación' }).click();
  await expect.poll(() => closeTime('Ajusta tu ubicación')).toBe('0.5s');
  await expectDrawers(page, 1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectDrawers(page, 0);
  await shopper.addToCart();
  await expect.poll(() => closeTime('Continuar comprando')).toBe('1s');
  await expectDrawers(page, 1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
