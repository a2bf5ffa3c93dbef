// `npm run check`: everything that needs no database and no browser, in a minute.
import { join } from 'node:path';
import { node, prepare, root, run, say } from './environment.mjs';
import { runSteps, staticSteps, unitSteps } from './steps.mjs';

await prepare();
const { passed, failed } = await runSteps([...staticSteps, ...unitSteps]);
await run(node, [join(root, 'checks/src/sizes-command.ts')]);
say(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
