// `npm test`: everything, the same in CI. `npm test -- carts orders`: what belongs to these capabilities, in every room.
// The last line is "N passed, N failed".
import { findBrowser, noBrowser } from './browser.mjs';
import { prepare, say } from './environment.mjs';
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

/** The browser test that changes the rules of the shop: beside others only when Playwright runs all (e2e/playwright.config.ts). */
const changesShop = 'e2e/policies.spec.ts';

/** `[steps that may run beside each other, steps with a browser]` of some files. */
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
      // What the first has bought stands in its shop.
      .map((files, index) => (chromium) => browserStep(chromium, ['--no-deps', ...files], index === 0)),
  ];
};

// The API's tests wait for their database: what computes runs beside them. A browser's layout and clocks are not disturbed.
const everything = () => [
  [apiStep(), ...staticSteps, screenStep(), deskScreenStep(), unitStep()],
  [(chromium) => browserStep(chromium)],
];

const words = process.argv.slice(2);
const tests = testsOf(words);
for (const word of tests.unmatched)
  say(`No test belongs to "${word}". Capabilities: ${tests.capabilities.join(', ')}.`);
if (tests.unmatched.length > 0) process.exit(1);
const [besides, inBrowser] = words.length === 0 ? everything() : stepsOf(tests);

await prepare();
saySeed(words.length === 0 ? 'npm test' : `npm test -- ${words.join(' ')}`);
const chromium = inBrowser.length > 0 ? await findBrowser() : undefined;
if (inBrowser.length > 0) say(chromium === undefined ? noBrowser : `Browser: ${chromium.version} (${chromium.path})`);
await prepare({ storefront: true });
// Loaded in the time that tests wait: the browser's step has both cores for itself.
const total = await (inBrowser.length > 0 ? runSteps([shopStep, ...besides], 3) : runSteps(besides, 2));
end(total, await runSteps(inBrowser.map((make) => make(chromium))));
