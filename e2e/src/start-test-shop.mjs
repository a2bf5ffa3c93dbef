// The shop the browser tests walk: its own empty database with the demo catalogue, its own bank, and nothing else changed.
// Some pictures are drawn and stand for the others (demo/src/load-test-shop-command.ts). Pictures are kept between runs: their names are content
// keys, so what is there already is right. `npm test` loads it with `--load` while other tests wait, and starts it with E2E_LOADED.
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
// Whoever runs the tests holds the other end: it closes with a run that is killed, too.
if (!onlyLoads) process.stdin.on('end', () => end('SIGTERM')).resume();

const loaded = isLoaded ? 0 : await run(node, 'demo/src/load-test-shop-command.ts');
if (loaded !== 0 || isEnding || onlyLoads) process.exit(loaded ?? 1);
process.exit((await run(process.execPath, 'scripts/start.mjs')) ?? 1);
