// `npm test`: everything, the same in CI. The last line is "N passed, N failed".
import { prepare, say } from './environment.mjs';
import { apiSteps, browserSteps, runSteps, staticSteps, unitSteps } from './steps.mjs';

await prepare({ storefront: true });
const { passed, failed } = await runSteps([...staticSteps, ...unitSteps, ...apiSteps, ...browserSteps]);
say(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
