// `npm run browsers`: starts a shop, or uses the shop at E2E_URL, and tests it in Firefox by WebDriver BiDi. The last line is "N
// passed, N failed".
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import puppeteer, { type Browser } from 'puppeteer-core';
import { baseURL } from '../where.ts';
import { openLine } from './line.ts';
import { openShop } from './shop.ts';
import { Visitor } from './visitor.ts';
import { type Walk, walks } from './walks.ts';

const pictures = fileURLToPath(new URL('../../../artifacts/firefox/', import.meta.url));

/** Returns the error, if any, and saves a picture of the window. */
async function walk(browser: Browser, { title, view: [width, height], go }: Walk): Promise<string | null> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  const visitor = new Visitor(page, line);
  try {
    await page.setViewport({ width, height });
    await page.evaluateOnNewDocument(() => {
      window.addEventListener('ceiba:awake', () => {
        window.isHydrated = true;
      });
    });
    await go(visitor);
    return visitor.problems[0] ?? null;
  } catch (error) {
    await mkdir(pictures, { recursive: true });
    await page.screenshot({ path: `${pictures}${title.replaceAll(/[^\w]+/g, '-')}.png` });
    return [error instanceof Error ? error.stack : String(error), page.url(), ...visitor.problems].join('\n');
  } finally {
    line.mend();
    await context.close();
  }
}

const closeShop = await openShop();
const line = await openLine(baseURL);
const browser = await puppeteer.launch({
  browser: 'firefox',
  executablePath: process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr',
  extraPrefsFirefox: {
    'network.proxy.type': 1,
    'network.proxy.http': '127.0.0.1',
    'network.proxy.http_port': line.port,
    'network.proxy.ssl': '127.0.0.1',
    'network.proxy.ssl_port': line.port,
    'network.proxy.allow_hijacking_localhost': true,
    'intl.accept_languages': 'es-GT, es',
    'ui.prefersReducedMotion': 1,
  },
});
process.stdout.write(`${await browser.version()}\n`);
let failed = 0;
for (const each of walks) {
  const problem = await walk(browser, each);
  if (problem !== null) failed += 1;
  process.stdout.write(`${problem === null ? '✓' : '✗'} ${each.title}\n${problem === null ? '' : `${problem}\n`}`);
}
await browser.close();
line.close();
await closeShop();
process.stdout.write(`\n${walks.length - failed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);
