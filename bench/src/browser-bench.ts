import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { launch } from 'chrome-launcher';
import lighthouse, { type Result } from 'lighthouse';
import { type Browser, chromium, type Page } from 'playwright-core';
import { atLeast, atMost, type BenchResult, measured, median } from './figures.ts';
import { openConnection } from './http-connection.ts';
import { shopper } from './purchase-journey.ts';

/** How Chromium is started: without what would talk to anybody else meanwhile. */
const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** How long nothing may have been asked for, and how long that is waited for, in milliseconds. */
const restMs = 1_000;
const limitMs = 60_000;

/**
 * Addresses of every script that a page loads, by itself and on demand. Opens it as a phone would, nothing cached, and waits until nothing has been asked for during a second.
 *
 * @param local what the browser's local storage holds
 * @throws when the page is not answered with success, never comes to rest, or loads no script: a figure of half a page
 *   would be below every bar
 */
const visitPage = async (
  browser: Browser,
  pageUrl: string,
  local: Readonly<Record<string, string>> = {},
): Promise<string[]> => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    const scripts = new Set<string>();
    let lastAsked = performance.now();
    page.on('request', (request) => {
      lastAsked = performance.now();
      if (request.resourceType() === 'script') scripts.add(request.url());
    });
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
    return [...scripts];
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

const benchScripts = async (name: string, scripts: readonly string[], bar: number): Promise<BenchResult> => {
  const sizes: [url: string, bytes: number][] = [];
  for (const url of scripts) sizes.push([url, gzipSync(await textOf(url), { level: 9 }).length]);
  const total = sizes.reduce((sum, [, bytes]) => sum + bytes, 0);
  const largest = sizes.sort(([, a], [, b]) => b - a).slice(0, 5);
  const list = largest.map(([url, bytes]) => `${url.split('/').at(-1)} ${kilobytes(bytes).toFixed(1)}`).join(', ');
  return atMost(name, kilobytes(total), bar, `kB gzip in ${sizes.length} files; largest: ${list}`);
};

/** Kilobytes of JavaScript, gzip: public pages, and the checkout without its map. */
const byteBars = { public: 130, checkout: 165 } as const;

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
    await benchScripts('bytes-js-home', home, byteBars.public),
    await benchScripts('bytes-js-product', product, byteBars.public),
    atMost('bytes-html-product', kilobytes(packed.length), 20, detail),
  ];
};

/** The same for the checkout of a cart with one piece of a product. */
export const benchCheckoutBytes = async (executable: string, origin: string, sku: string): Promise<BenchResult[]> => {
  const connection = await openConnection(Number(new URL(origin).port));
  const local = { 'ceiba.cart': await shopper(connection).fill([sku]) };
  connection.close();
  const browser = await chromium.launch({ executablePath: executable, args: browserFlags });
  const checkout = await visitPage(browser, `${origin}/checkout`, local);
  await browser.close();
  return [await benchScripts('checkout-bytes', checkout, byteBars.checkout)];
};

/** Who visits a page: somebody whose browser knows nothing of the shop, who has a product in the cart, or is signed in. */
type Visitor = 'stranger' | 'buyer' | 'customer';

/** A page as Lighthouse sees it; only those that search engines may list are judged for them. */
export interface JudgedPage {
  name: string;
  path: string;
  isIndexed: boolean;
  visitor: Visitor;
}

/** What a shopper goes through. Search, cart and checkout are not for search engines. */
export const judgedPages = (productPath: string, categoryPath: string): JudgedPage[] => [
  { name: 'home', path: '/', isIndexed: true, visitor: 'stranger' },
  { name: 'category', path: categoryPath, isIndexed: true, visitor: 'stranger' },
  { name: 'product', path: productPath, isIndexed: true, visitor: 'stranger' },
  { name: 'search', path: '/search?q=televisor', isIndexed: false, visitor: 'stranger' },
  { name: 'cart', path: '/cart', isIndexed: false, visitor: 'buyer' },
  { name: 'checkout', path: '/checkout', isIndexed: false, visitor: 'buyer' },
];

/** What is seen signed in; search engines list none of it. */
const accountPages: readonly JudgedPage[] = [
  ['orders', '/dashboard/orders'],
  ['profile', '/dashboard/profile'],
  ['addresses', '/dashboard/addresses'],
  ['cards', '/dashboard/cards'],
  ['wishlists', '/dashboard/wishlists'],
  ['returns', '/dashboard/returns'],
  ['points', '/dashboard/points'],
].map(([name = '', path = '']) => ({ name: `account-${name}`, path, isIndexed: false, visitor: 'customer' }));

/** Performance is an estimate from what this machine did, so it has room; the others are lists of what is right. */
const bars = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
type Category = keyof typeof bars;

const shortNames: Record<Category, string> = {
  performance: 'speed',
  accessibility: 'a11y',
  'best-practices': 'practices',
  seo: 'seo',
};

/** What is read of a report. */
type Report = Pick<Result, 'categories' | 'audits' | 'environment'>;

/** 0 to 100. @throws when Lighthouse could not judge it */
const scoreOf = (report: Report, category: Category): number =>
  measured(category, Math.round((report.categories[category]?.score ?? Number.NaN) * 100));

/** Audits that cost points in a category. */
const failuresOf = (report: Report, category: Category): string[] =>
  (report.categories[category]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (report.audits[id]?.score ?? 1) < 1)
    .map(({ id }) => id);

/** Google's bound of a good page; ours are meant to have none at all. */
const shiftBar = 0.1;

/** Below this Lighthouse calls a machine too slow to stand for a phone: its speed is that of the machine. */
const leastIndex = 1_000;

const machineOf = ({ environment }: Report): string =>
  `machine ${environment.benchmarkIndex.toFixed(0)}${environment.benchmarkIndex < leastIndex ? ', too slow or too busy to tell' : ''}`;

const timesOf = ({ audits }: Report): string =>
  [
    ['FCP', 'first-contentful-paint'],
    ['LCP', 'largest-contentful-paint'],
    ['TBT', 'total-blocking-time'],
    ['CLS', 'cumulative-layout-shift'],
  ]
    .map(([name = '', id = '']) => `${name} ${audits[id]?.displayValue ?? '?'}`)
    .join(', ');

/** The lines of one page: its report with the median speed, and the other categories, which every run finds alike. */
export const linesOf = ({ name, isIndexed }: JudgedPage, reports: readonly Report[]): BenchResult[] => {
  const speeds = reports.map((report) => scoreOf(report, 'performance'));
  const speed = median(speeds);
  const typical = reports.find((report) => scoreOf(report, 'performance') === speed) ?? reports[0];
  if (typical === undefined) throw new Error(`${name} was not judged`);
  const shift = typical.audits['cumulative-layout-shift']?.numericValue;
  const categories: Category[] = ['accessibility', 'best-practices', ...(isIndexed ? (['seo'] as const) : [])];
  return [
    atLeast(`lighthouse-${name}`, speed, bars.performance, `${timesOf(typical)}; ${machineOf(typical)}`),
    atMost(`layout-shift-${name}`, measured(`${name}: layout shift`, shift), shiftBar, 'cumulative, on a phone'),
    ...categories.map((category) => {
      const failed = failuresOf(typical, category);
      const detail = failed.length === 0 ? 'nothing amiss' : failed.join(', ');
      return atLeast(`${name}-${shortNames[category]}`, scoreOf(typical, category), bars[category], detail);
    }),
  ];
};

/** How often a visit is begun anew of which the browser recorded nothing. */
const tries = 3;

/**
 * What `lighthouse URL` does by itself: a slow phone on a slow line, estimated, with nothing of the shop's files or worker
 * left in the browser; the cart's id and the session's cookie stay.
 * @throws when the page was not judged, or another in its place: an empty cart's checkout leads back to the cart
 */
const judge = async (url: string, port: number): Promise<Report> => {
  for (let tried = 1; ; tried += 1) {
    const run = await lighthouse(url, { port, logLevel: 'error' });
    const error = run === undefined ? 'nothing came of it' : run.lhr.runtimeError?.message;
    if (run !== undefined && error === undefined) {
      if (run.lhr.finalDisplayedUrl !== url) throw new Error(`${url} led to ${run.lhr.finalDisplayedUrl}`);
      return run.lhr;
    }
    if (tried === tries) throw new Error(`${url} was not judged: ${error}`);
  }
};

/** A product in the cart, put there as a shopper does. */
const fillCart = async (page: Page, url: string): Promise<void> => {
  await page.goto(url);
  await page.getByRole('main').getByRole('button', { name: 'Agregar al carrito', exact: true }).first().click();
  await page.getByText('Producto agregado').waitFor();
};

const [email, password] = ['lighthouse@correo.gt', 'Ceiba2026demo'];

const openAccount = async (origin: string): Promise<void> => {
  const person = { firstName: 'Luisa', lastName: 'Paz', phone: '55550000', email, password };
  const answer = await fetch(`${origin}/v1/auth/register`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ ...person, registerLeal: false, acceptTerms: true }),
  });
  if (answer.status !== 201) throw new Error(`registering answered ${answer.status}: ${await answer.text()}`);
};

/** The account's session in the browser, as a customer gets it. */
const signIn = async (page: Page, origin: string): Promise<void> => {
  await page.goto(`${origin}/login?redirect=/dashboard/orders`);
  const main = page.getByRole('main');
  await main.getByRole('textbox', { name: 'Correo electrónico' }).fill(email);
  await main.getByLabel('Contraseña', { exact: true }).fill(password);
  await main.getByRole('button', { name: 'Iniciar sesión', exact: true }).click();
  // By the path: the login's own address ends like this one.
  await page.waitForURL(({ pathname }) => pathname === '/dashboard/orders');
};

/** Does something in the browser before it is judged. Whoever drives it lets go of it: a second listener would be measured too. */
const prepare = async (port: number, work: (page: Page) => Promise<void>): Promise<void> => {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('the browser has no window');
  const page = await context.newPage();
  await work(page);
  await page.close();
  await browser.close();
};

/** Lighthouse on a phone, so many runs a page, each in a browser of its own; pages of an account once each. `productPath` is bought first where a page shows a cart. */
export const benchLighthouse = async (
  executable: string,
  origin: string,
  productPath: string,
  pages: readonly JudgedPage[],
  runs: number,
): Promise<BenchResult[]> => {
  const visit = async ({ path, visitor }: JudgedPage): Promise<Report> => {
    const browser = await launch({ chromePath: executable, chromeFlags: ['--headless=new', ...browserFlags] });
    try {
      if (visitor === 'buyer') await prepare(browser.port, (page) => fillCart(page, `${origin}${productPath}`));
      if (visitor === 'customer') await prepare(browser.port, (page) => signIn(page, origin));
      return await judge(`${origin}${path}`, browser.port);
    } finally {
      browser.kill();
    }
  };
  await openAccount(origin);
  const results: BenchResult[] = [];
  for (const page of [...pages, ...accountPages]) {
    const reports: Report[] = [];
    for (let run = 0; run < (page.visitor === 'customer' ? 1 : runs); run += 1) reports.push(await visit(page));
    results.push(...linesOf(page, reports));
  }
  return results;
};
