// Starts the shop for the browser tests, with a new database of the demo catalogue and its own bank. All else is as in
// production. A few pictures are rendered and used for all products (demo/src/load-test-shop-command.ts). Pictures stay
// between runs, because their names are content hashes. `npm test` loads the shop with `--load` while other tests wait, and
// starts it with E2E_LOADED.
import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { mediaDir, node, root } from '../../scripts/environment.mjs';
import { dataDir, port } from './where.ts';

const onlyLoads = process.argv.includes('--load');
const isLoaded = process.env.E2E_LOADED !== undefined;

if (!isLoaded) await rm(dataDir, { recursive: true, force: true });

const env = {
  ...process.env,
  PORT: String(port),
  PUBLIC_URL: `http://localhost:${port}`,
  BANK_PORT: String(port + 1),
  DATA_DIR: dataDir,
  MEDIA_DIR: mediaDir,
  RATE_LIMIT_FACTOR: '1000',
  LOG_LEVEL: 'warn',
};
let child;
const run = (command, file) => {
  child = spawn(command, [join(root, file)], { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
  return new Promise((done) => child.on('close', done));
};
let isEnding = false;
const end = (signal) => {
  isEnding = true;
  child.kill(signal);
};
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => end(signal));
// The process that runs the tests has the other end of stdin. The pipe closes even if that process is killed.
if (!onlyLoads) process.stdin.on('end', () => end('SIGTERM')).resume();

const loaded = isLoaded ? 0 : await run(node, 'demo/src/load-test-shop-command.ts');
if (loaded !== 0 || isEnding || onlyLoads) process.exit(loaded ?? 1);
process.exit((await run(process.execPath, 'scripts/start.mjs')) ?? 1);
