// `npm run check`: all checks without database, browser and jsdom pages, in less than a minute.
import { prepare } from './environment.mjs';
import { end, runSteps, saySeed, staticSteps, unitStep } from './steps.mjs';

await prepare();
saySeed('npm run check');
// The tests wait for processes and clocks. Compilers and linters use the CPU during that time.
const total = await runSteps([unitStep(), ...staticSteps], 2);
end(total);
