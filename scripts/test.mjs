// `npm test`: everything, the same in CI. The last line is "N passed, N failed".
import { buildStorefront, install, say } from './environment.mjs';
import { apiSteps, browserSteps, runSteps, staticSteps, unitSteps } from './steps.mjs';

await install();
await buildStorefront();
const { passed, failed } = await runSteps([...staticSteps, ...unitSteps, ...apiSteps, ...browserSteps]);
say(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
