import lighthouse, { type Result } from 'lighthouse';
import { type BrowserContext, chromium } from 'playwright-core';
import { browserFlags } from './browser-flags.ts';
import { measured, median } from './figures.ts';
import { freePort } from './processes.ts';
import { atLeast, type BenchResult } from './result.ts';

/** A page as Lighthouse sees it; only those that search engines may list are judged for them. */
export interface JudgedPage {
  name: string;
  path: string;
  isIndexed: boolean;
}

/** What a shopper goes through. Search, cart and checkout are not for search engines. */
export const judgedPages = (productPath: string, categoryPath: string): JudgedPage[] => [
  { name: 'home', path: '/', isIndexed: true },
  { name: 'category', path: categoryPath, isIndexed: true },
  { name: 'product', path: productPath, isIndexed: true },
  { name: 'search', path: '/search?q=televisor', isIndexed: false },
  { name: 'cart', path: '/cart', isIndexed: false },
  { name: 'checkout', path: '/checkout', isIndexed: false },
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
].map(([name = '', path = '']) => ({ name: `account-${name}`, path, isIndexed: false }));

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

/** @throws when the page was not judged, or another in its place: an empty cart's checkout leads back to the cart */
const judge = async (url: string, port: number): Promise<Report> => {
  // Lighthouse's own settings: a slow phone on a slow line, estimated. Its storage stays: the cart is in it.
  const run = await lighthouse(url, { port, logLevel: 'error', disableStorageReset: true });
  if (run === undefined || run.lhr.runtimeError !== undefined)
    throw new Error(`${url} was not judged: ${run?.lhr.runtimeError?.message}`);
  if (run.lhr.finalDisplayedUrl !== url) throw new Error(`${url} led to ${run.lhr.finalDisplayedUrl}`);
  return run.lhr;
};

/** A product in the cart, put there as a shopper does. */
const fillCart = async (context: BrowserContext, url: string): Promise<void> => {
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole('main').getByRole('button', { name: 'Agregar al carrito', exact: true }).first().click();
  await page.getByText('Producto agregado').waitFor();
  await page.close();
};

/** An account, and its session in the browser, as a customer gets both. */
const openAccount = async (context: BrowserContext, origin: string): Promise<void> => {
  const [email, password] = ['lighthouse@correo.gt', 'Ceiba2026demo'];
  const person = { firstName: 'Luisa', lastName: 'Paz', phone: '55550000', email, password };
  const answer = await context.request.post(`${origin}/v1/auth/register`, {
    headers: { origin },
    data: { ...person, registerLeal: false, acceptTerms: true },
  });
  if (answer.status() !== 201) throw new Error(`registering answered ${answer.status()}: ${await answer.text()}`);
  const page = await context.newPage();
  await page.goto(`${origin}/login?redirect=/dashboard/orders`);
  const main = page.getByRole('main');
  await main.getByRole('textbox', { name: 'Correo electrónico' }).fill(email);
  await main.getByLabel('Contraseña', { exact: true }).fill(password);
  await main.getByRole('button', { name: 'Iniciar sesión', exact: true }).click();
  // By the path: the login's own address ends like this one.
  await page.waitForURL(({ pathname }) => pathname === '/dashboard/orders');
  await page.close();
};

/** Lighthouse on a phone, so many runs a page; `productPath` is bought first, so that cart and checkout show something. Pages of an account, signed in, once each. */
export const benchLighthouse = async (
  executable: string,
  origin: string,
  productPath: string,
  pages: readonly JudgedPage[],
  runs: number,
): Promise<BenchResult[]> => {
  const port = await freePort();
  const context = await chromium.launchPersistentContext('', {
    executablePath: executable,
    args: [...browserFlags, `--remote-debugging-port=${port}`],
  });
  try {
    const results: BenchResult[] = [];
    const judgeAll = async (judged: readonly JudgedPage[], times: number): Promise<void> => {
      for (const page of judged) {
        const reports: Report[] = [];
        for (let run = 0; run < times; run += 1) reports.push(await judge(`${origin}${page.path}`, port));
        results.push(...linesOf(page, reports));
      }
    };
    await fillCart(context, `${origin}${productPath}`);
    await judgeAll(pages, runs);
    await openAccount(context, origin);
    await judgeAll(accountPages, 1);
    return results;
  } finally {
    await context.close();
  }
};
