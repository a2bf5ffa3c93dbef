// `npm run check`: everything that needs no database and no browser, in a minute.
import { install, say } from './environment.mjs';
import { runSteps, staticSteps, unitSteps } from './steps.mjs';

await install();
const { passed, failed } = await runSteps([...staticSteps, ...unitSteps]);
say(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
