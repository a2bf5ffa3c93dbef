import { launch } from 'chrome-launcher';
import lighthouse, { type Result } from 'lighthouse';
import { chromium, type Page } from 'playwright-core';
import { browserFlags } from './browser-flags.ts';
import { measured, median } from './figures.ts';
import { atLeast, type BenchResult } from './result.ts';

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
  const categories: Category[] = ['accessibility', 'best-practices', ...(isIndexed ? (['seo'] as const) : [])];
  return [
    atLeast(`lighthouse-${name}`, speed, bars.performance, `${timesOf(typical)}; ${machineOf(typical)}`),
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
