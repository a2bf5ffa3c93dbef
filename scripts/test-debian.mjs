// `npm run test:debian`: tests that need programs from Debian packages (`*.debian.test.ts`), because npm does not install these.
import { prepare } from './environment.mjs';
import { debianStep, end, runSteps } from './steps.mjs';

await prepare({ storefront: true });
end(await runSteps([debianStep()]));
