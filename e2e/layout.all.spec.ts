import { saveForLaterLabel } from '@ceiba/domain/wishlists/wishlist';
import type { Locator, Page } from '@playwright/test';
import { brokenTexts } from './src/broken-words.ts';
import { newBuyer } from './src/buyer.ts';
import { delayScripts } from './src/delay-scripts.ts';
import { demo } from './src/demo-products.ts';
import { drag } from './src/drag.ts';
import { tabTo } from './src/keyboard.ts';
import { layoutShift, watchLayoutShifts } from './src/layout-shift.ts';
import { expect, test } from './src/shop-test.ts';
import { signInAsNew } from './src/sign-in.ts';

/** Returns the position in px of each link's text, and the row that the link starts. */
const wordsOf = (links: Locator) =>
  links.evaluateAll((elements) =>
    elements.map((element) => {
      const words = document.createRange();
      words.selectNodeContents(element.lastElementChild ?? element);
      const { left, right } = words.getBoundingClientRect();
      return { left, right, row: Math.round(element.getBoundingClientRect().top) };
    }),
  );

/** Waits until the page has the layout for this width. */
const showAt = async (page: Page, width: number): Promise<void> => {
  await page.setViewportSize({ width, height: 844 });
  await expect.poll(() => page.evaluate(() => document.documentElement.clientWidth)).toBe(width);
};

test('undrawn rows can be reached by keys, and neighbouring category names never touch', async ({ page, shopper }) => {
  const letScriptsIn = await delayScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  const row = page.getByRole('region', { name: 'Más vendidos' }).locator('.rail');
  await tabTo(page, row);
  const way = () => row.evaluate((list) => list.scrollLeft);
  expect(await way()).toBe(0);
  await page.keyboard.press('ArrowRight');
  await expect.poll(way).toBeGreaterThan(0);
  letScriptsIn();
  await shopper.awake();
  await expect(row).toHaveAttribute('tabindex', '-1');

  const links = page.getByRole('region', { name: 'Compra por categoría' }).getByRole('listitem').getByRole('link');
  const gaps = async (): Promise<number[]> => {
    const words = await wordsOf(links);
    return words.flatMap(({ left, row }, index) => {
      const before = words[index - 1];
      return before?.row === row ? [left - before.right] : [];
    });
  };
  for (const width of [320, 390, 1024]) {
    await showAt(page, width);
    // At least three links in a row, and at least two rows.
    await expect.poll(async () => (await gaps()).length, `neighbours at ${width} px`).toBeGreaterThan(4);
    await expect.poll(async () => Math.min(...(await gaps())), `${width} px`).toBeGreaterThanOrEqual(5);
  }
});

test('larger text moves a banner’s words below its picture', {
  tag: '@desktop',
}, async ({ page, shopper }) => {
  await page.setViewportSize({ width: 1024, height: 900 });
  await page.goto('/?at=asesor-demo');
  const name = page.getByText('Asesor: Andrea');
  await expect(name).toBeVisible();
  const banner = page.getByLabel(/^1 de \d+$/);
  const gap = async (): Promise<number> => {
    const [words, picture] = await Promise.all([
      banner.getByRole('heading').boundingBox(),
      banner.locator('img').boundingBox(),
    ]);
    if (words === null || picture === null) throw new Error('the page has no banner');
    return words.y - (picture.y + picture.height);
  };
  expect(await gap()).toBeLessThan(0);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await expect.poll(gap).toBeGreaterThan(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await shopper.haveCart([{ sku: demo.fryer }]);
  const leftEdgeOf = async (element: Locator): Promise<number> => (await element.boundingBox())?.x ?? Number.NaN;
  for (const path of ['/cart', '/checkout']) {
    await page.goto(path);
    await expect(name).toBeVisible();
    // An icon and a gap are before the name: 30 px.
    const logo = page.getByRole('banner').getByRole('img').first();
    expect(Math.abs((await leftEdgeOf(name)) - 30 - (await leftEdgeOf(logo))), path).toBeLessThan(8);
  }
});

test('a third compared product starts within a phone’s window', async ({ page, shopper }) => {
  const skus = [demo.flashSale, demo.withGift, demo.lowStock];
  const slugs = await Promise.all(skus.map(async (sku) => (await shopper.product(sku)).slug));
  await page.goto(`/compare?products=${slugs.join(',')}`);
  const heads = page.getByRole('columnheader');
  await expect(heads).toHaveCount(3);
  const third = async (): Promise<number> => (await heads.nth(2).getByRole('article').boundingBox())?.x ?? Number.NaN;
  const overhangs = (): Promise<number[]> =>
    page.getByRole('article').evaluateAll((cards) =>
      cards.flatMap((card) => {
        const end = (element: Element | null) => element?.getBoundingClientRect().right ?? Number.NaN;
        return [...card.querySelectorAll('.tag')].map((tag) => end(tag) - end(card.querySelector('.card-well')));
      }),
    );
  for (const width of [320, 360, 390, 430]) {
    await showAt(page, width);
    await expect.poll(async () => width - (await third()), `of the third at ${width} px`).toBeGreaterThan(12);
    await expect.poll(async () => (await overhangs()).length, 'tags').toBeGreaterThan(1);
    await expect
      .poll(async () => Math.max(...(await overhangs())), `of tags over their picture at ${width} px`)
      .toBeLessThanOrEqual(0);
  }

  await showAt(page, 1440);
  const pictures = page.getByRole('table').locator('img');
  await expect(pictures).toHaveCount(3);
  for (const picture of await pictures.all()) {
    const widths = () =>
      picture.evaluate((image) =>
        image instanceof HTMLImageElement ? { shown: image.width, made: image.naturalWidth } : { shown: 0, made: 0 },
      );
    await expect.poll(async () => (await widths()).made, 'the picture has come').toBeGreaterThan(0);
    const { shown, made } = await widths();
    expect(shown).toBeGreaterThan(100);
    expect(shown / made).toBeLessThanOrEqual(1.1);
  }
});

test('[PANEL-01] the sheet after an add has its full height from the start', async ({ page, shopper }) => {
  const { promise: isSeen, resolve: letIn } = Promise.withResolvers<void>();
  for (const late of ['**/warranties*', '**/v1/products/sku/*', '**/v1/carts/*']) {
    await page.route(late, async (route) => {
      if (route.request().method() === 'GET') await isSeen;
      await route.continue();
    });
  }
  await shopper.openProduct(demo.fryer);
  await shopper.addToCart();
  const height = async () => (await shopper.panel.boundingBox())?.height;
  const before = (await height()) ?? Number.NaN;
  letIn();
  await expect(shopper.panel.getByRole('checkbox')).toBeVisible();
  await expect(shopper.panel.locator('.skeleton')).toHaveCount(0);
  expect(Math.abs(((await height()) ?? Number.NaN) - before)).toBeLessThan(1);
});

test('[CHK-12, DIF-08] a reopened checkout moves nothing, and a reload on its last step empties the delivery', {
  tag: '@both',
}, async ({ page, shopper, checkout }) => {
  await shopper.haveCart([{ sku: demo.fryer }]);
  await checkout.open();
  await checkout.fillContact(newBuyer());
  await expect(checkout.addressField).toBeVisible();
  const why = page.getByText('Al recargar la página, la entrega empieza de nuevo.');
  await watchLayoutShifts(page);
  await page.goto('/checkout');
  await expect(checkout.addressField).toBeVisible();
  expect(await layoutShift(page), 'of the second visit').toBeLessThan(0.01);
  await expect(why).toBeHidden();
  await checkout.fillAddress();
  await checkout.continueToPayment();
  await page.evaluate(() => window.scrollTo(0, 900));
  await page.reload();
  await expect(checkout.addressField).toHaveValue('');
  await expect(page.getByRole('heading', { name: 'Método de entrega' })).toBeInViewport();
  await expect(why).toBeInViewport();
  await expect(checkout.method('Tarjeta al contado')).toBeHidden();
  expect(await layoutShift(page), 'of the reload').toBeLessThan(0.01);
  await checkout.fillAddress();
  await checkout.continueToPayment();
  await expect(why).toBeHidden();
});

test('a customer’s restock request is below the wishlist from the start, and never moves', {
  tag: '@desktop',
}, async ({ page, api, shopper }) => {
  const main = page.getByRole('main');
  await page.goto('/login?redirect=/dashboard/wishlists');
  await signInAsNew(page, api);
  await expect(main.getByRole('heading', { name: 'Lista de deseos' })).toBeVisible();
  await shopper.openProduct(demo.fryer);
  await main.getByRole('button', { name: saveForLaterLabel }).click();
  await expect(main.getByRole('link', { name: 'En tu lista de deseos' })).toBeVisible();
  await shopper.openProduct(demo.outOfStock);
  await main.getByRole('button', { name: 'Notifícame cuando esté disponible' }).click();
  await expect(page.getByText('Te avisaremos cuando el producto esté disponible.')).toBeVisible();
  await watchLayoutShifts(page);
  await page.goto('/dashboard/wishlists');
  await expect(main.getByRole('heading', { name: 'Avisos de disponibilidad' })).toBeVisible();
  await expect(main.getByRole('button', { name: 'Mover a carrito' }).first()).toBeVisible();
  expect(await layoutShift(page)).toBeLessThan(0.01);
});

test('late fonts move nothing on a page that is being read', {
  tag: '@desktop',
}, async ({ page, shopper }) => {
  const { slug } = await shopper.product(demo.fryer);
  await watchLayoutShifts(page);
  for (const path of ['/', `/${slug}`, '/ayuda']) {
    const { promise, resolve: letLettersIn } = Promise.withResolvers<void>();
    await page.route('**/*.woff2', async (route) => {
      await promise;
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await shopper.awake();
    letLettersIn();
    await page.waitForFunction(() => document.fonts.check('1em "Figtree Variable"'));
    await page.waitForLoadState('networkidle');
    // Waits until the fonts are painted, and their layout shifts reported.
    await page.evaluate(async () => {
      for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
    });
    await page.unrouteAll({ behavior: 'wait' });
    expect(await layoutShift(page), path).toBeLessThan(0.01);
  }
});

type Box = Record<'x' | 'y' | 'width' | 'height', number>;

/** Returns whether the two boxes overlap. */
const meet = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

test.describe('the map of stores without tiles', () => {
  test.use({ refusals: [0] });

  test('[DEL-25] the map has usable stores and controls, and a finger on the map scrolls the drawer', async ({
    page,
    shopper,
    checkout,
  }) => {
    let tiles = 0;
    await page.route('https://tile.openstreetmap.org/**', (route) => {
      tiles += 1;
      return route.abort();
    });
    await shopper.haveCart([{ sku: demo.fryer }]);
    await checkout.open();
    await checkout.fillContact(newBuyer());
    await page.getByRole('radio', { name: /^Recoger en tienda/ }).check();
    await page.getByRole('button', { name: 'Ver tiendas disponibles' }).click();
    const drawer = page.getByRole('dialog', { name: 'Elige tu tienda' });
    const map = drawer.getByRole('group', { name: 'Tiendas en el mapa' });
    const markers = map.getByRole('button', { name: /^Tienda / });
    await markers.first().waitFor();
    const boxes = (all: Locator) =>
      all.evaluateAll((elements): Box[] =>
        elements.map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return { x, y, width, height };
        }),
      );
    const controls = await boxes(drawer.getByRole('button', { name: /^(?:Acercar|Alejar) el mapa$|^Mi ubicación$/ }));
    expect(controls).toHaveLength(3);
    const covered = (await boxes(markers)).filter((box) => controls.some((control) => meet(control, box)));
    expect(covered).toEqual([]);
    await expect.poll(() => tiles).toBeGreaterThan(0);

    const second = await drawer
      .getByRole('group', { name: 'Tiendas', exact: true })
      .getByText(/^Tienda /)
      .nth(1)
      .innerText();
    const marker = map.getByRole('button', { name: second });
    await marker.tap();
    await expect(marker).toHaveAttribute('aria-pressed', 'true');
    await expect(drawer.getByRole('radio', { name: second })).toBeChecked();

    const top = async () => {
      const box = await map.getByRole('button', { name: 'Acercar el mapa' }).boundingBox();
      if (box === null) throw new Error('the map has no control');
      return box.y;
    };
    const before = await top();
    await drag(page, map.locator('div').first(), { x: 0, y: -90 }, true);
    await expect.poll(top).toBeLessThan(before - 40);
    await drawer.getByRole('button', { name: `Recoger en ${second}` }).click();
    await expect(drawer).toBeHidden();
  });
});

test('card titles have three lines on a phone and two on a wide page', async ({ page }) => {
  await page.goto('/search?q=soporte');
  const titles = page.getByRole('main').getByRole('article').getByRole('heading');
  /** Returns the number of visible lines of the longest title. */
  const lines = () =>
    titles.evaluateAll((headings) =>
      Math.max(
        ...headings.map((heading) => {
          const words = document.createRange();
          words.selectNodeContents(heading);
          const { bottom } = heading.getBoundingClientRect();
          const seen = [...words.getClientRects()].filter((line) => line.width > 0 && line.bottom <= bottom + 2);
          return new Set(seen.map((line) => Math.round(line.top))).size;
        }),
      ),
    );
  await expect.poll(lines).toBe(3);
  await showAt(page, 1440);
  await expect.poll(lines).toBe(2);

  await showAt(page, 390);
  await page.goto('/search?q=televisor');
  const select = page.getByRole('combobox', { name: 'Ordenar por' });
  const width = async () => (await select.boundingBox())?.width ?? Number.NaN;
  const before = await page.evaluate(() => getComputedStyle(document.body).fontSize);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).fontSize)).not.toBe(before);
  for (const window of [360, 390]) {
    await showAt(page, window);
    expect(await width()).toBeGreaterThan(80);
    const { x = Number.NaN } = (await select.boundingBox()) ?? {};
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + (await width()), `${window} px`).toBeLessThanOrEqual(window);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(window);
  }
});

/** Retries for a while, because elements that slide in or follow the window's size are in place one frame later. */
const expectApart = (one: Locator, other: Locator, what: string): Promise<void> =>
  expect
    .poll(async () => {
      const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()]);
      return a === null || b === null ? 'not there' : meet(a, b);
    }, what)
    .toBe(false);

test('a toast covers no button of a phone’s bar and no undo row', async ({ page, shopper, api }) => {
  const toast = (text: string) => page.getByRole('status').getByText(text, { exact: true });
  for (const width of [320, 390]) {
    await shopper.openProduct(demo.fryer);
    await showAt(page, width);
    await shopper.chooseLocation({
      department: 'Guatemala',
      city: 'Guatemala',
      zone: width === 320 ? 'Zona 1' : 'Zona 10',
    });
    const saved = toast('Ubicación guardada');
    await expect(saved).toBeVisible();
    for (const button of await page.getByRole('button', { name: 'Agregar al carrito', exact: true }).all())
      await expectApart(saved, button, `product at ${width} px`);
  }

  await shopper.haveCart([{ sku: demo.fryer }, { sku: demo.mount }, { sku: demo.withGift }, { sku: demo.lowStock }]);
  await page.goto('/login?redirect=/cart');
  await signInAsNew(page, api);
  await expect(page.getByRole('heading', { level: 1, name: 'Carrito' })).toBeVisible();
  const undo = page.getByRole('status').getByRole('button', { name: /^Deshacer/ });
  for (const width of [320, 390]) {
    await showAt(page, width);
    await page.goto('/cart');
    await page.getByRole('button', { name: 'Eliminar' }).first().click();
    await expect(undo).toBeVisible();
    await page.getByRole('button', { name: saveForLaterLabel }).first().click();
    const saved = toast('Guardado en tu lista de deseos');
    await expect(saved).toBeVisible();
    await expectApart(saved, undo, `what can be undone at ${width} px`);
    for (const above of [saved, undo])
      await expectApart(above, page.getByRole('link', { name: 'Ir a pagar' }).last(), `cart at ${width} px`);
    await undo.click();
    await expect(undo).toBeHidden();
  }
});

test('the count of a full cart is on its icon, inside the window, and does not overlap text', { tag: '@both' }, async ({
  page,
  shopper,
  isPhone,
}) => {
  await shopper.haveCart([
    { sku: demo.fryer, quantity: 10 },
    { sku: demo.mount, quantity: 5 },
  ]);
  await page.goto('/');
  const link = page.getByRole('banner').getByRole('link', { name: /^Carrito.*15 productos$/ });
  await expect(link).toBeVisible();
  const faults = (): Promise<string[]> =>
    link.evaluate((element) => {
      const badge = [...element.querySelectorAll('span')].find(
        (one) => one.textContent === '15' && one.children.length === 0,
      );
      if (badge === undefined) return ['no number'];
      const edge = badge.getBoundingClientRect();
      const found: string[] = [];
      if (badge.scrollWidth > badge.clientWidth) found.push('is cut off');
      if (edge.right > document.documentElement.clientWidth || edge.top < 0) found.push('leaves the window');
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
        const words = document.createRange();
        words.selectNodeContents(text);
        const { left, right, top, bottom } = words.getBoundingClientRect();
        const isApart = right <= edge.left || edge.right <= left || bottom <= edge.top || edge.bottom <= top;
        const isSeen = (text.parentElement?.getBoundingClientRect().width ?? 0) > 2;
        if (text.parentElement !== badge && isSeen && !isApart) found.push(`lies on “${text.textContent}”`);
      }
      return found;
    });
  for (const width of isPhone ? [320, 390] : [1024, 1440]) {
    await showAt(page, width);
    for (const size of ['', '200%']) {
      await page.evaluate((fontSize) => {
        document.documentElement.style.fontSize = fontSize;
      }, size);
      await expect.poll(faults, `${width} px ${size}`).toEqual([]);
    }
  }
});

test('the long name of a shop without a logo leaves room for the other parts of the header', {
  tag: '@desktop',
}, async ({ page, shopper }) => {
  await page.goto('/');
  await shopper.awake();
  const header = page.getByRole('banner');
  // The markup of a shop without a logo.
  await header
    .getByRole('img')
    .first()
    .evaluate((logo) => {
      const name = document.createElement('span');
      name.className = 'shop-name';
      name.textContent = 'Comercializadora Centroamericana de Electrodomésticos';
      logo.replaceWith(name);
    });
  for (const width of [1024, 1440]) {
    await showAt(page, width);
    for (const size of ['', '200%']) {
      await page.evaluate((fontSize) => {
        document.documentElement.style.fontSize = fontSize;
      }, size);
      const where = `${width} px ${size}`;
      await expectApart(header.getByText('Comercializadora'), shopper.searchBox, where);
      for (const link of [
        header.getByRole('link', { name: /Mi cuenta/ }),
        header.getByRole('link', { name: /Carrito/ }),
      ])
        await expectApart(link.filter({ visible: true }), shopper.searchBox, where);
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), where).toBe(width);
      expect(
        (await brokenTexts(page, false)).filter((text) => text.includes('Comercializadora')),
        where,
      ).toEqual([]);
    }
  }
});

test('the names of compared products stay at the top of a phone and follow the table sideways', async ({
  page,
  shopper,
}) => {
  const skus = [demo.flashSale, demo.withGift, demo.lowStock];
  const products = await Promise.all(skus.map((sku) => shopper.product(sku)));
  await page.goto(`/compare?products=${products.map(({ slug }) => slug).join(',')}`);
  await shopper.awake();
  const table = page.getByRole('table');
  const heads = table.getByRole('columnheader');
  await expect(heads).toHaveCount(3);
  // Hidden from screen readers, which read the headings of the table.
  const name = (index: number) =>
    page.locator('[aria-hidden="true"] b').getByText(products[index]?.title ?? '', { exact: true });
  await table.getByRole('row').last().scrollIntoViewIfNeeded();
  const top = async () => (await name(0).boundingBox())?.y ?? Number.NaN;
  await expect.poll(top).toBeLessThan(40);
  expect(await top()).toBeGreaterThanOrEqual(0);
  // A name has padding, like its column.
  const column = (index: number) => name(index).locator('..');
  const leftEdgeOf = async (of: Locator) => Math.round((await of.boundingBox())?.x ?? Number.NaN);
  const before = await leftEdgeOf(column(2));
  await drag(page, table.getByRole('row').last(), { x: -120, y: 0 }, true);
  await expect.poll(() => leftEdgeOf(column(2))).toBeLessThan(before - 40);
  await expect
    .poll(async () => Math.abs((await leftEdgeOf(column(2))) - (await leftEdgeOf(heads.nth(2)))))
    .toBeLessThanOrEqual(2);
});
