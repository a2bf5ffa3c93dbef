// `npm run bench`: compares the shop with the minimum that could do the same. See docs/performance.md.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import { node, prepare, projectEnv, root } from './environment.mjs';

await prepare({ storefront: true });
// `--nodes 2` benches a shop of several web processes, whose parts fail one after the other. See docs/operations.md.
const isAboutNodes = process.argv.some((argument) => /^--nodes(?:=|$)/.test(argument));
// `npm run chaos`: parts are killed and connections break at random while people buy.
const isAboutChaos = process.argv.includes('--chaos');
// `npm run bench -- --nginx`: the nginx sample with three times the load that its nodes can handle.
const isAboutNginx = process.argv.includes('--nginx');
// `npm run chaos -- --ha`: the database is three servers, which fail one after the other.
const program = process.argv.includes('--ha')
  ? 'bench/src/chaos/failover-command.ts'
  : isAboutChaos
    ? 'bench/src/chaos/chaos-command.ts'
    : isAboutNodes
      ? 'bench/src/chaos/failures-command.ts'
      : isAboutNginx
        ? 'bench/src/nginx-command.ts'
        : 'bench/src/bench-command.ts';
const child = spawn(node, [join(root, program), ...process.argv.slice(2)], {
  cwd: root,
  env: { ...projectEnv, CHROMIUM_PATH: (await findBrowser())?.path ?? '' },
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('close', (code) => process.exit(code ?? 1));
