// `npm run dev`: the shop with reload on change. Vite rebuilds the storefront when files change. The server, with the demo shop
// that it loads, and the sandbox bank restart when their files change. Prepares new machines like `npm start`.
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { launch, stopWithNpm } from './children.mjs';
import { prepare, projectEnv, root, say } from './environment.mjs';

await prepare({ storefront: true });
const env = {
  ...projectEnv,
  NODE_ENV: 'development',
  // The same conditions as in Vite. The server and the storefront's pages then share one copy of React Router.
  NODE_OPTIONS: `${projectEnv.NODE_OPTIONS ?? ''} --conditions=development`.trim(),
  CEIBA_DEV: 'true',
  CACHE_MB: '0',
  LOG_LEVEL: 'warn',
};
const rules = ['domain/src', 'contract/src'];
const running = new Map();
let isEnding = false;

/** Runs a program and restarts it after each change in its folders. If the program fails, waits for the next change. */
const keep = (name, folders, start) => {
  const restart = async () => {
    const old = running.get(name);
    if (old !== undefined && old.exitCode === null && old.signalCode === null) {
      const isClosed = once(old, 'close');
      old.kill('SIGTERM');
      await isClosed;
    }
    if (!isEnding) running.set(name, start());
  };
  let turn = restart();
  let timer;
  for (const folder of folders) {
    watch(join(root, folder), { recursive: true }, () => {
      // An editor may write a file several times for one change.
      clearTimeout(timer);
      timer = setTimeout(() => {
        say(`\n${name}: restarted`);
        turn = turn.then(restart);
      }, 200);
    });
  }
};

const keepBank = ({ sandboxBank }) => {
  if (running.has('sandbox bank')) return;
  const { port, merchantKey, dataDir } = sandboxBank;
  const settings = { SANDBOX_BANK_PORT: port, SANDBOX_BANK_KEY: merchantKey, SANDBOX_BANK_DATA: dataDir };
  keep('sandbox bank', ['sandbox-bank/src', ...rules], () =>
    launch('sandbox-bank/src/main.ts', [], { env: { ...env, ...settings }, isDetached: true }),
  );
};

keep('shop', ['server/src', 'server/sql', 'demo', ...rules], () =>
  launch('server/src/ceiba.ts', ['start'], { env, isDetached: true }).once('message', keepBank),
);

const end = () => {
  isEnding = true;
  const children = [...running.values()].filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
  for (const child of children) child.kill('SIGTERM');
  Promise.all(children.map((child) => once(child, 'close'))).then(() => process.exit(0));
};
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, end);
stopWithNpm(end);
