// The shop the browser tests walk: its own empty database with the demo catalogue, its own bank, and nothing else changed.
// Pictures are kept between runs: their names are content keys, so what is there already is right. `npm test` draws them before.
import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { mediaDir, root } from '../../scripts/environment.mjs';
import { dataDir, port } from './where.ts';

await rm(dataDir, { recursive: true, force: true });

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
const child = spawn(process.execPath, [join(root, 'scripts', 'start.mjs')], {
  cwd: root,
  env,
  stdio: ['ignore', 'inherit', 'inherit'],
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
// Whoever runs the tests holds the other end: it closes with a run that is killed, too.
process.stdin.on('end', () => child.kill('SIGTERM')).resume();
child.on('close', (code) => process.exit(code ?? 1));
