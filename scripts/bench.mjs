// `npm run bench`: measures the shop beside the least that could do the same. See docs/performance.md.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import { buildStorefront, install, node, projectEnv, root } from './environment.mjs';

await install();
await buildStorefront();
const child = spawn(node, [join(root, 'bench/src/bench-command.ts'), ...process.argv.slice(2)], {
  cwd: root,
  env: { ...projectEnv, CHROMIUM_PATH: (await findBrowser()) ?? '' },
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('close', (code) => process.exit(code ?? 1));
