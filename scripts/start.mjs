// `npm start`: installs and builds what is missing, then runs the sandbox bank and the shop until it is stopped.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildStorefront, install, node, projectEnv, root, say } from './environment.mjs';

const fail = (error) => {
  say(`\n${error.message}`);
  process.exit(1);
};

await install().catch(fail);
await buildStorefront().catch(fail);

const env = { ...projectEnv, NODE_ENV: projectEnv.NODE_ENV ?? 'production' };
const options = existsSync(join(root, '.env')) ? [`--env-file=${join(root, '.env')}`] : [];
const children = new Map();
let isStopping = false;

const launch = (name, file, args = []) => {
  // Own process groups: Ctrl+C reaches this script only, which then lets the shop finish what is in flight.
  const child = spawn(node, [...options, join(root, file), ...args], {
    cwd: root,
    env,
    stdio: 'inherit',
    detached: true,
  });
  children.set(name, child);
  child.on('close', (code) => {
    children.delete(name);
    if (!isStopping) stop(code ?? 1);
    else if (children.size === 0) process.exit(exitCode);
  });
};

let exitCode = 0;
const stop = (code) => {
  if (isStopping) return;
  isStopping = true;
  exitCode = code;
  if (children.size === 0) process.exit(code);
  for (const child of children.values()) child.kill('SIGTERM');
};
process.on('SIGINT', () => stop(0));
process.on('SIGTERM', () => stop(0));

env.SANDBOX_BANK_PORT ??= env.BANK_PORT ?? '4310';
env.SANDBOX_BANK_DATA ??= join(env.DATA_DIR ?? join(root, '.data'), 'bank');
if ((env.BANK_URL ?? '') === '') launch('bank', 'sandbox-bank/src/main.ts');
launch('shop', 'server/src/ceiba.ts', ['start']);
