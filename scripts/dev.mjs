// `npm run dev`: the shop with reload on change. The storefront is rebuilt by Vite as files change; the server restarts
// when its own files do. Starts empty machines like `npm start` does.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildStorefront, install, node, projectEnv, root } from './environment.mjs';

await install();
await buildStorefront();
const env = { ...projectEnv, NODE_ENV: 'development', CEIBA_DEV: 'true', PAGE_CACHE_MB: '0', LOG_LEVEL: 'warn' };
env.SANDBOX_BANK_PORT ??= env.BANK_PORT ?? '4310';
env.SANDBOX_BANK_DATA ??= join(env.DATA_DIR ?? join(root, '.data'), 'bank');
const children = [
  spawn(node, ['--watch', join(root, 'sandbox-bank/src/main.ts')], { cwd: root, env, stdio: 'inherit' }),
  spawn(node, ['--watch-preserve-output', '--watch', join(root, 'server/src/ceiba.ts'), 'start'], {
    cwd: root,
    env,
    stdio: 'inherit',
  }),
];
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal);
  });
}
