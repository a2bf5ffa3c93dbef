import { leftOut } from '@ceiba/contract/testing/test-all';
import { defineConfig } from '@playwright/test';
import { baseURL, port } from './src/where.ts';

/**
 * A window of Chromium opens two pages for its address bar. These pages cost more than most pages of the shop, and no
 * test needs them. Only the last list of such switches counts, so this list repeats the entries of Playwright.
 */
const disabledFeatures = [
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

const launchOptions = {
  ...(process.env.CHROMIUM_PATH === undefined ? {} : { executablePath: process.env.CHROMIUM_PATH }),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // Letters have the same width as on a phone, with any font hinting of this machine.
    '--font-render-hinting=none',
    `--disable-features=${disabledFeatures.join(',')}`,
    // Tiles that a test does not serve (`src/map-tiles.ts`) never load, as on a machine without internet access.
    '--host-resolver-rules=MAP tile.openstreetmap.org ~NOTFOUND',
  ],
};

/** Tests that change rules of the shop for everybody run after all others. */
const changesShop = 'policies.all.spec.ts';

const desktop = { viewport: { width: 1440, height: 900 } };

/**
 * A test runs on a phone, on a desktop if tagged @desktop, and on both if tagged @both, when its content differs by size. Set E2E_URL to test a
 * running shop.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './src/buy-gift-card.ts',
  outputDir: '../artifacts/browser',
  // A busy machine is slow, but not wrong. Long timeouts cost time only in failing tests.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  fullyParallel: true,
  workers: 2,
  // The second try is only for its recording. A test that needs a second try has failed.
  retries: process.env.CI === undefined ? 0 : 1,
  failOnFlakyTests: true,
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? '../.data/reports/browser.json' }],
  ],
  use: {
    baseURL,
    actionTimeout: 60_000,
    locale: 'es-GT',
    // A worker between page and server would hide responses that a test replaces. Only offline.spec.ts allows it.
    serviceWorkers: 'block',
    timezoneId: 'America/Guatemala',
    // Sliding and fading elements are in place immediately, so that a drawer is measured in its final position.
    contextOptions: { reducedMotion: 'reduce' },
    // Records actions, requests and console messages. Pictures of every step would take a third of the run. Only a second try
    // records them.
    trace:
      process.env.CI === undefined
        ? { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false }
        : 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions,
  },
  projects: [
    {
      name: 'phone',
      testIgnore: [changesShop, ...leftOut],
      grepInvert: /@desktop/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1 },
    },
    { name: 'desktop', testIgnore: [changesShop, ...leftOut], grep: /@(?:desktop|both)/, use: desktop },
    // The rules of a running shop are not changed.
    ...(process.env.E2E_URL === undefined
      ? [
          {
            name: 'operator',
            testMatch: changesShop,
            testIgnore: [...leftOut],
            dependencies: ['phone', 'desktop'],
            use: desktop,
          },
        ]
      : []),
  ],
  ...(process.env.E2E_URL === undefined
    ? {
        webServer: {
          command: 'node src/start-test-shop.mjs',
          url: `${baseURL}/ready`,
          // A new machine first renders and encodes all pictures.
          timeout: 1_800_000,
          gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 60_000 },
          stdout: 'pipe' as const,
          env: { E2E_PORT: String(port) },
        },
      }
    : {}),
});
