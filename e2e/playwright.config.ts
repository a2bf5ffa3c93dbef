import { defineConfig } from '@playwright/test';
import { baseURL, port } from './src/where.ts';

/**
 * A window of Chromium opens two pages of its own for its address bar, which cost more than most pages of the shop; nobody
 * types into it here. The last list of such switches counts: what Playwright turns off stands here again.
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
    // Letters as wide as on a phone, whatever this machine does to their edges.
    '--font-render-hinting=none',
    `--disable-features=${disabledFeatures.join(',')}`,
    // A map whose tiles a test does not answer (`src/map-tiles.ts`) has none, here as on a machine without the world outside.
    '--host-resolver-rules=MAP tile.openstreetmap.org ~NOTFOUND',
  ],
};

/** What changes the rules of the shop for everybody, after all journeys that count on them. */
const changesShop = 'policies.spec.ts';

const desktop = { viewport: { width: 1440, height: 900 } };

/**
 * A journey runs on a phone; tagged @desktop on a desktop instead, tagged @both on each: where what it shows differs by
 * size. Set E2E_URL to walk a shop that already runs.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './src/buy-gift-card.ts',
  outputDir: '../artifacts/browser',
  // A busy machine is slow, not wrong: waiting long costs only the tests that fail.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  fullyParallel: true,
  workers: 2,
  // The second try is for its recording alone: a test that needs it has failed.
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
    // A worker between page and server would hide answers that a test gives itself; offline.spec.ts lets it in.
    serviceWorkers: 'block',
    timezoneId: 'America/Guatemala',
    // Whatever slides or fades is in its place at once: a drawer is measured where it stands, not where it comes from.
    contextOptions: { reducedMotion: 'reduce' },
    // What was done, asked and said. Pictures of every step cost a third of the run: a second try records them.
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
      testIgnore: changesShop,
      grepInvert: /@desktop/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1 },
    },
    { name: 'desktop', testIgnore: changesShop, grep: /@(?:desktop|both)/, use: desktop },
    // Somebody else's shop keeps its rules.
    ...(process.env.E2E_URL === undefined
      ? [{ name: 'operator', testMatch: changesShop, dependencies: ['phone', 'desktop'], use: desktop }]
      : []),
  ],
  ...(process.env.E2E_URL === undefined
    ? {
        webServer: {
          command: 'node src/start-test-shop.mjs',
          url: `${baseURL}/ready`,
          // A new machine draws and encodes all pictures first.
          timeout: 1_800_000,
          gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 60_000 },
          stdout: 'pipe' as const,
          env: { E2E_PORT: String(port) },
        },
      }
    : {}),
});
