// Finds a Chromium, or installs one: Playwright's own, else the distribution's.
import { existsSync } from 'node:fs';
import { run, say } from './environment.mjs';

const known = [
  process.env.CHROMIUM_PATH,
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

/** Path of a Firefox, which is not installed for it; undefined where there is none. */
export const findFirefox = () => knownFirefox.find((path) => path && existsSync(path));

const playwrightsOwn = async () => {
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
};

/** Path of a Chromium, installed first where there is none; undefined when that fails. */
export const findBrowser = async () => {
  const present = known.find((path) => path && existsSync(path)) ?? (await playwrightsOwn());
  if (present !== undefined) return present;
  say('Installing a browser for the tests (once) …');
  await run('playwright', ['install', 'chromium'], { quiet: true });
  const downloaded = await playwrightsOwn();
  if (downloaded !== undefined) return downloaded;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    await run('apt-get', ['update'], { quiet: true });
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], { quiet: true });
  }
  return known.find((path) => path && existsSync(path));
};
