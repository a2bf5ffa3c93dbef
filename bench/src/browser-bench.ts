import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { launch } from 'chrome-launcher';
import { type Browser, chromium, type Page } from 'playwright-core';
import { atLeast, atMost, type BenchResult, measured, median } from './figures.ts';
import { openConnection } from './http-connection.ts';
import { shopper } from './purchase-journey.ts';

/** Starts Chromium without features that would contact other servers during the measurement. */
const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Milliseconds without a request after which a page counts as loaded, and the maximum wait for them. */
const restMs = 1_000;
const limitMs = 60_000;

/**
 * Returns the addresses of every script that a page loads, immediately and on demand. Opens the page like a phone with an empty
 * cache, and waits until no request was made for a second. @param local the content of the browser's local storage
 *
 * @throws if the page fails, keeps making requests, or loads no script, because a partly loaded page would meet every target
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
    const startedAt = performance.now();
    const answer = await page.goto(pageUrl);
    if (!answer?.ok()) throw new Error(`${pageUrl} answered ${answer?.status()}`);
    while (performance.now() - lastAsked < restMs) {
      if (performance.now() - startedAt > limitMs)
        throw new Error(`${pageUrl} still makes requests after ${limitMs} ms`);
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

const benchScripts = async (name: string, scripts: readonly string[], target: number): Promise<BenchResult> => {
  const sizes: [url: string, bytes: number][] = [];
  for (const url of scripts) sizes.push([url, gzipSync(await textOf(url), { level: 9 }).length]);
  const total = sizes.reduce((sum, [, bytes]) => sum + bytes, 0);
  const largest = sizes.sort(([, a], [, b]) => b - a).slice(0, 5);
  const list = largest.map(([url, bytes]) => `${url.split('/').at(-1)} ${kilobytes(bytes).toFixed(1)}`).join(', ');
  return atMost(name, kilobytes(total), target, `kB gzip in ${sizes.length} files; largest: ${list}`);
};

/** Kilobytes of JavaScript, gzip: public pages, and the checkout without its map. */
const byteBars = { public: 130, checkout: 165 } as const;

/**
 * Measures the kilobytes that a browser loads before a page works: every script it requests, with those loaded on
 * demand during hydration. Bytes do not depend on the machine, so these targets are hard.
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

/** Measures the checkout of a cart with one unit of a product in the same way. */
export const benchCheckoutBytes = async (executable: string, origin: string, sku: string): Promise<BenchResult[]> => {
  const connection = await openConnection(Number(new URL(origin).port));
  const local = { 'ceiba.cart': await shopper(connection).fill([sku]) };
  connection.close();
  const browser = await chromium.launch({ executablePath: executable, args: browserFlags });
  const checkout = await visitPage(browser, `${origin}/checkout`, local);
  await browser.close();
  return [await benchScripts('checkout-bytes', checkout, byteBars.checkout)];
};

/** The visitor of a page: new to the shop, with a product in the cart, or signed in. */
type Visitor = 'stranger' | 'buyer' | 'customer';

/** A page for Lighthouse. Pages that are hidden from search engines get no SEO score. */
export interface JudgedPage {
  name: string;
  path: string;
  isIndexed: boolean;
  visitor: Visitor;
}

/** The pages on a shopper's way. Search engines do not list search, cart and checkout. */
export const judgedPages = (productPath: string, categoryPath: string): JudgedPage[] => [
  { name: 'home', path: '/', isIndexed: true, visitor: 'stranger' },
  { name: 'category', path: categoryPath, isIndexed: true, visitor: 'stranger' },
  { name: 'product', path: productPath, isIndexed: true, visitor: 'stranger' },
  { name: 'search', path: '/search?q=televisor', isIndexed: false, visitor: 'stranger' },
  { name: 'cart', path: '/cart', isIndexed: false, visitor: 'buyer' },
  { name: 'checkout', path: '/checkout', isIndexed: false, visitor: 'buyer' },
];

/** Pages for signed-in customers. Search engines do not list these pages. */
const accountPages: readonly JudgedPage[] = [
  ['orders', '/dashboard/orders'],
  ['profile', '/dashboard/profile'],
  ['addresses', '/dashboard/addresses'],
  ['cards', '/dashboard/cards'],
  ['wishlists', '/dashboard/wishlists'],
  ['returns', '/dashboard/returns'],
  ['points', '/dashboard/points'],
].map(([name = '', path = '']) => ({ name: `account-${name}`, path, isIndexed: false, visitor: 'customer' }));

/** Performance is an estimate on this machine, so its target is below 100. The other scores are checklists. */
const targets = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
type Category = keyof typeof targets;

const shortNames: Record<Category, string> = {
  performance: 'speed',
  accessibility: 'a11y',
  'best-practices': 'practices',
  seo: 'seo',
};

/** The parts of Lighthouse's report that are used. Scores are 0 to 1. Null if the page could not be scored. */
export interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; numericValue?: number; displayValue?: string }>;
  environment: { benchmarkIndex: number };
  finalDisplayedUrl?: string;
}

/**
 * npx downloads Lighthouse for each use. Lighthouse and its dependencies are a fifth of all packages, and only this
 * bench needs them.
 */
const lighthouse = ['--yes', 'lighthouse@13.5.0'] as const;

/** Returns the score, 0 to 100. @throws if Lighthouse could not score the page */
const scoreOf = (report: Report, category: Category): number =>
  measured(category, Math.round((report.categories[category]?.score ?? Number.NaN) * 100));

/** Returns the audits that cost points in a category. */
const failuresOf = (report: Report, category: Category): string[] =>
  (report.categories[category]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (report.audits[id]?.score ?? 1) < 1)
    .map(({ id }) => id);

/** Google's limit for a good page. Our pages should have no shift at all. */
const shiftBar = 0.1;

/** Below this index Lighthouse considers the machine too slow to simulate a phone. The speed then depends on the machine. */
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

/** Returns the result lines of one page: the report with the median speed, and the other categories, which are the same in every run. */
export const linesOf = ({ name, isIndexed }: JudgedPage, reports: readonly Report[]): BenchResult[] => {
  const speeds = reports.map((report) => scoreOf(report, 'performance'));
  const speed = median(speeds);
  const typical = reports.find((report) => scoreOf(report, 'performance') === speed) ?? reports[0];
  if (typical === undefined) throw new Error(`${name} has no report of Lighthouse`);
  const shift = typical.audits['cumulative-layout-shift']?.numericValue;
  const categories: Category[] = ['accessibility', 'best-practices', ...(isIndexed ? (['seo'] as const) : [])];
  return [
    atLeast(`lighthouse-${name}`, speed, targets.performance, `${timesOf(typical)}; ${machineOf(typical)}`),
    atMost(`layout-shift-${name}`, measured(`${name}: layout shift`, shift), shiftBar, 'cumulative, on a phone'),
    ...categories.map((category) => {
      const failed = failuresOf(typical, category);
      const detail = failed.length === 0 ? 'no findings' : failed.join(', ');
      return atLeast(`${name}-${shortNames[category]}`, scoreOf(typical, category), targets[category], detail);
    }),
  ];
};

/** Maximum number of tries of a visit, because sometimes the browser records nothing. */
const tries = 3;

/**
 * Runs the defaults of `lighthouse URL`: an estimated slow phone on a slow line, without the shop's files or service worker in
 * the browser. The cart's id and the session's cookie stay. @throws if the page was not scored, or another page instead: the
 * checkout of an empty cart redirects to the cart
 */
const judge = async (url: string, port: number): Promise<Report> => {
  for (let tried = 1; ; tried += 1) {
    const args = [...lighthouse, url, `--port=${port}`, '--output=json', '--quiet', '--no-enable-error-reporting'];
    try {
      // Lighthouse exits with 1 if it could not score the page.
      const { stdout } = await promisify(execFile)('npx', args, { maxBuffer: 64 * 1024 * 1024, timeout: 300_000 });
      const report: Report = JSON.parse(stdout);
      if (report.finalDisplayedUrl === url) return report;
      throw new Error(`${url} redirected to ${report.finalDisplayedUrl}`);
    } catch (error) {
      if (tried === tries) throw new Error(`Lighthouse could not score ${url}`, { cause: error });
    }
  }
};

/** Puts a product into the cart as a shopper does. */
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
  if (answer.status !== 201) throw new Error(`the registration answered ${answer.status}: ${await answer.text()}`);
};

/** Signs in through the login page as a customer does. */
const signIn = async (page: Page, origin: string): Promise<void> => {
  await page.goto(`${origin}/login?redirect=/dashboard/orders`);
  const main = page.getByRole('main');
  await main.getByRole('textbox', { name: 'Correo electrónico' }).fill(email);
  await main.getByLabel('Contraseña', { exact: true }).fill(password);
  await main.getByRole('button', { name: 'Iniciar sesión', exact: true }).click();
  // Compares only the path, because the query of the login's address also contains this path.
  await page.waitForURL(({ pathname }) => pathname === '/dashboard/orders');
};

/** Runs `work` in the browser before the measurement, and then disconnects. Otherwise the second client would be measured, too. */
const prepare = async (port: number, work: (page: Page) => Promise<void>): Promise<void> => {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('the browser has no window');
  const page = await context.newPage();
  await work(page);
  await page.close();
  await browser.close();
};

/**
 * Runs Lighthouse on a simulated phone: several runs per page, each in a new browser, but only one run per account
 * page. `productPath`: the product for pages that show a cart.
 */
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
