// `npm test`: proves every requirement. `npm test -- --all`: also the slowest tests (`*.all.*`), as in CI. `npm test -- carts
// orders`: only the tests of these capabilities. The last line is "N passed, N failed".
import { findBrowser, noBrowser } from './browser.mjs';
import { prepare, projectEnv, say } from './environment.mjs';
import {
  apiStep,
  browserStep,
  deskScreenStep,
  end,
  runSteps,
  saySeed,
  screenStep,
  shopStep,
  staticSteps,
  unitStep,
} from './steps.mjs';
import { testsOf } from './test-files.mjs';

/** The browser test that changes the shop's rules. It runs with the others only if Playwright runs all (e2e/playwright.config.ts). */
const changesShop = 'e2e/policies.all.spec.ts';

/** Returns `[steps that may run at the same time, steps with a browser]` for some files. */
const stepsOf = ({ api, screen, unit, browser }) => {
  const makers = [
    [apiStep, api],
    [screenStep, screen.filter((file) => !file.startsWith('desk/'))],
    [deskScreenStep, screen.filter((file) => file.startsWith('desk/'))],
    [unitStep, unit],
  ];
  const specs = [browser.filter((file) => file !== changesShop), browser.filter((file) => file === changesShop)];
  return [
    makers.filter(([, files]) => files.length > 0).map(([make, files]) => make(files)),
    specs
      .filter((files) => files.length > 0)
      // The first step leaves its orders in the loaded shop. The second step therefore loads its own shop.
      .map((files, index) => (chromium) => browserStep(chromium, ['--no-deps', ...files], index === 0)),
  ];
};

// The API tests wait for their database, so that steps that compute run at the same time. Browser tests run alone, because load
// would disturb layout and clocks.
const everything = () => [
  [apiStep(), ...staticSteps, screenStep(), deskScreenStep(), unitStep()],
  [(chromium) => browserStep(chromium)],
];

const args = process.argv.slice(2);
const isAll = args.includes('--all');
// Only the tests read this variable (docs/testing.md, "Only with --all").
if (isAll) projectEnv.TEST_ALL = '1';
const words = args.filter((arg) => arg !== '--all');
const tests = testsOf(words, isAll);
for (const word of tests.unmatched)
  say(`No test belongs to "${word}". Capabilities: ${tests.capabilities.join(', ')}.`);
if (tests.unmatched.length > 0) process.exit(1);
const [besides, inBrowser] = words.length === 0 ? everything() : stepsOf(tests);

await prepare();
saySeed(args.length === 0 ? 'npm test' : `npm test -- ${args.join(' ')}`);
const chromium = inBrowser.length > 0 ? await findBrowser() : undefined;
if (inBrowser.length > 0) say(chromium === undefined ? noBrowser : `Browser: ${chromium.version} (${chromium.path})`);
await prepare({ storefront: true });
// The shop is loaded while other tests wait. The browser step then has both cores.
const total = await (inBrowser.length > 0 ? runSteps([shopStep, ...besides], 3) : runSteps(besides, 2));
end(total, await runSteps(inBrowser.map((make) => make(chromium))));
