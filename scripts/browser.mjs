// Finds or installs a Chromium: the Chromium of Playwright, or else of the distribution.
import { existsSync } from 'node:fs';
import { projectEnv, run, say } from './environment.mjs';

/** Chromium without windows (a Debian package): the same pages with a third of the CPU time. */
const headlessShell = '/usr/bin/chromium-headless-shell';

const known = [
  headlessShell,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const knownFirefox = [
  process.env.FIREFOX_PATH,
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];

/** The path of an installed Firefox. Undefined if Firefox is missing, because this function does not install Firefox. */
export const findFirefox = () => knownFirefox.find((path) => path && existsSync(path));

const playwrightsOwn = async () => {
  const { chromium } = await import('@playwright/test');
  return chromium.executablePath();
};

/**
 * Returns the browser at a path, with its version text. Undefined if the browser is missing, or cannot start because
 * libraries are missing.
 */
const browserAt = async (path) => {
  if (!path || !existsSync(path)) return undefined;
  const { code, output } = await run(path, ['--version'], { quiet: true });
  return code === 0 ? { path, version: output.match(/[\w ]*Chrom.*/)?.[0].trim() ?? output.trim() } : undefined;
};

const presentBrowser = async () => {
  // A browser that was requested by path is never replaced silently.
  if (process.env.CHROMIUM_PATH) return browserAt(process.env.CHROMIUM_PATH);
  for (const path of [...known, await playwrightsOwn()]) {
    const browser = await browserAt(path);
    if (browser !== undefined) return browser;
  }
  return undefined;
};

/** Installs the first of these packages that the distribution has, only as root. */
const installPackage = async (...names) => {
  const env = { ...projectEnv, DEBIAN_FRONTEND: 'noninteractive' };
  const install = (name) => run('apt-get', ['install', '-y', '--no-install-recommends', name], { quiet: true, env });
  await run('apt-get', ['update'], { quiet: true, env });
  for (const name of names) {
    if ((await install(name)).code === 0) return;
  }
};

const isDebianAsRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/**
 * Returns `{ path, version }` of a Chromium that starts. Installs Chromium first if needed. Undefined if the
 * installation fails.
 */
export const findBrowser = async () => {
  const present = await presentBrowser();
  if (present !== undefined || process.env.CHROMIUM_PATH) return present;
  say('Installing a browser for the tests (once) …');
  await run('playwright', ['install', 'chromium'], { quiet: true });
  const downloaded = await presentBrowser();
  if (downloaded !== undefined) return downloaded;
  if (isDebianAsRoot) await installPackage('chromium-headless-shell', 'chromium');
  return presentBrowser();
};

/** The message if there is no browser: the tests that will fail, and the next step. */
export const noBrowser = process.env.CHROMIUM_PATH
  ? `CHROMIUM_PATH names ${process.env.CHROMIUM_PATH}, which is no Chromium that starts: the browser tests fail.`
  : 'No Chromium that starts was found, and none could be installed: the browser tests fail. Install one (apt-get install chromium), or set CHROMIUM_PATH=/path/to/chromium.';
