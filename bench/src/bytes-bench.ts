import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { createClient } from '@ceiba/contract/client';
import { type Browser, chromium } from 'playwright-core';
import { browserFlags } from './browser-flags.ts';
import { measured } from './figures.ts';
import { atMost, type BenchResult } from './result.ts';

/** Sums what Chromium calls layout shift (web-vitals' CLS without its windows: at least as strict). */
const shiftObserver = `
  window.shiftSum = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shiftSum += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });`;

interface Visit {
  /** Addresses of every script the page loaded, on its own and on demand. */
  scripts: string[];
  /** Cumulative layout shift until the page was at rest. */
  layoutShift: number;
}

/** How long nothing may have been asked for, and how long that is waited for, in milliseconds. */
const restMs = 1_000;
const limitMs = 60_000;

/**
 * Opens a page as a phone would, nothing cached, and waits until nothing has been asked for during a second.
 *
 * @param local what the browser's local storage holds
 * @throws when the page is not answered with success, never comes to rest, or loads no script: a figure of half a page
 *   would be below every bar
 */
export const visitPage = async (
  browser: Browser,
  pageUrl: string,
  local: Readonly<Record<string, string>> = {},
): Promise<Visit> => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    const scripts = new Set<string>();
    let lastAsked = performance.now();
    page.on('request', (request) => {
      lastAsked = performance.now();
      if (request.resourceType() === 'script') scripts.add(request.url());
    });
    await page.addInitScript(shiftObserver);
    await page.addInitScript((texts) => {
      for (const [key, text] of Object.entries(texts)) localStorage.setItem(key, text);
    }, local);
    const begun = performance.now();
    const answer = await page.goto(pageUrl);
    if (!answer?.ok()) throw new Error(`${pageUrl} answered ${answer?.status()}`);
    while (performance.now() - lastAsked < restMs) {
      if (performance.now() - begun > limitMs) throw new Error(`${pageUrl} is not at rest after ${limitMs} ms`);
      await page.waitForTimeout(100);
    }
    if (scripts.size === 0) throw new Error(`${pageUrl} loaded no script`);
    return {
      scripts: [...scripts],
      layoutShift: measured(`${pageUrl}: layout shift`, await page.evaluate('shiftSum')),
    };
  } finally {
    await context.close();
  }
};

const kilobytes = (bytes: number): number => bytes / 1000;

const textOf = async (url: string): Promise<string> => {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return answer.text();
};

const benchScripts = async (name: string, { scripts }: Visit, bar: number): Promise<BenchResult> => {
  const sizes: [url: string, bytes: number][] = [];
  for (const url of scripts) sizes.push([url, gzipSync(await textOf(url), { level: 9 }).length]);
  const total = sizes.reduce((sum, [, bytes]) => sum + bytes, 0);
  const largest = sizes.sort(([, a], [, b]) => b - a).slice(0, 5);
  const list = largest.map(([url, bytes]) => `${url.split('/').at(-1)} ${kilobytes(bytes).toFixed(1)}`).join(', ');
  return atMost(name, kilobytes(total), bar, `kB gzip in ${sizes.length} files; largest: ${list}`);
};

/** A cart with one piece of a product; answers its id, as the browser keeps it. */
const openCart = async (origin: string, productPath: string): Promise<string> => {
  const api = createClient(async ({ method, url, headers, body }) => {
    const answer = await fetch(new URL(url, origin), { method, headers, ...(body === undefined ? {} : { body }) });
    return { status: answer.status, text: await answer.text() };
  });
  const page = await api('getProductBySlug', { params: { slug: productPath.slice(1) } });
  const cart = await api('createCart', { body: {} });
  if (!page.ok || !cart.ok) throw new Error('no cart for the checkout page');
  const { sku, seller } = page.value;
  const body = { sku, quantity: 1, offerId: seller.offerId };
  const added = await api('addCartProduct', { params: { id: cart.value.id }, body });
  if (!added.ok) throw new Error(`the cart did not take ${sku}: ${added.error.code}`);
  return cart.value.id;
};

/** Kilobytes of JavaScript, gzip: public pages, and the checkout without its map. */
const bars = { public: 130, checkout: 165 } as const;

/** Google's bound of a good page; ours are meant to have none at all. */
const shiftBar = 0.1;

/**
 * What a browser has to load before a page works: every script it asks for, those loaded on demand while the page wakes
 * up included. Bytes do not depend on the machine: these bars are hard.
 */
export const benchBytes = async (executable: string, origin: string, productPath: string): Promise<BenchResult[]> => {
  const browser = await chromium.launch({ executablePath: executable, args: browserFlags });
  const home = await visitPage(browser, `${origin}/`);
  const product = await visitPage(browser, `${origin}${productPath}`);
  await browser.close();
  const html = Buffer.from(await textOf(`${origin}${productPath}`));
  const packed = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } });
  const detail = `kB brotli as sent, ${kilobytes(html.length).toFixed(0)} kB of HTML`;
  return [
    await benchScripts('bytes-js-home', home, bars.public),
    await benchScripts('bytes-js-product', product, bars.public),
    atMost('bytes-html-product', kilobytes(packed.length), 20, detail),
    atMost('layout-shift-home', home.layoutShift, shiftBar, 'cumulative, phone of 390 × 844'),
    atMost('layout-shift-product', product.layoutShift, shiftBar, 'cumulative, phone of 390 × 844'),
  ];
};

/** The same for the checkout of a cart with one product. */
export const benchCheckoutBytes = async (
  executable: string,
  origin: string,
  productPath: string,
): Promise<BenchResult[]> => {
  const browser = await chromium.launch({ executablePath: executable, args: browserFlags });
  const checkout = await visitPage(browser, `${origin}/checkout`, {
    'ceiba.cart': await openCart(origin, productPath),
  });
  await browser.close();
  return [await benchScripts('checkout-bytes', checkout, bars.checkout)];
};
