// `npm run test:debian`: what wants programs of Debian's packages (`*.debian.test.ts`), which no package of npm brings.
import { prepare } from './environment.mjs';
import { debianStep, end, runSteps } from './steps.mjs';

await prepare({ storefront: true });
end(await runSteps([debianStep()]));
