// `npm start`: installs and builds what is missing, then runs the shop until it is stopped, with the sandbox bank if the shop
// needs it. `npm start -- --fresh` starts with an empty shop: it deletes the shop's data, but not its pictures.
import { launch, stopWithNpm } from './children.mjs';
import { prepare, projectEnv } from './environment.mjs';

await prepare({ storefront: true });

const env = { ...projectEnv, NODE_ENV: projectEnv.NODE_ENV ?? 'production' };
const children = new Set();
let exitCode;

const end = (code, signal = 'SIGTERM') => {
  exitCode ??= code;
  for (const child of children) child.kill(signal);
};

const start = (file, args, more = {}) => {
  const child = launch(file, args, { env: { ...env, ...more }, isDetached: true });
  children.add(child);
  child.on('close', (code) => {
    children.delete(child);
    if (exitCode === undefined) end(code ?? 1);
    if (children.size === 0) process.exit(exitCode);
  });
  return child;
};

process.on('SIGTERM', () => end(0));
// A second Ctrl+C ends the shop immediately.
process.on('SIGINT', () => end(0, exitCode === undefined ? 'SIGTERM' : 'SIGINT'));
stopWithNpm(() => end(0));

// The shop reads its settings, and requests its bank once the shop's own port is free.
start('server/src/ceiba.ts', ['start', ...process.argv.slice(2)]).once('message', ({ sandboxBank }) => {
  if (exitCode !== undefined) return;
  const { port, merchantKey, dataDir } = sandboxBank;
  const settings = { SANDBOX_BANK_PORT: port, SANDBOX_BANK_KEY: merchantKey, SANDBOX_BANK_DATA: dataDir };
  start('sandbox-bank/src/main.ts', [], settings);
});
