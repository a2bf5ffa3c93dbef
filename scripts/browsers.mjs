// `npm run browsers`: tests a separate shop in Firefox. The last line is "N passed, N failed".
import { findFirefox } from './browser.mjs';
import { node, prepare, projectEnv, run, say } from './environment.mjs';

await prepare({ storefront: true });
const firefox = findFirefox();
if (firefox === undefined) {
  say('No Firefox was found: install firefox-esr, or set FIREFOX_PATH.');
  process.exit(1);
}
const { code } = await run(node, ['e2e/src/firefox/walk-command.ts'], {
  env: { ...projectEnv, FIREFOX_PATH: firefox },
});
process.exit(code);
