import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, mediaDir, projectDir, track } from './processes.ts';
import { type BenchResult, printed } from './result.ts';

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

const isOpen = (url: string): Promise<boolean> =>
  fetch(url).then(
    async (answer) => answer.ok && (await answer.text()).includes('</html>'),
    () => false,
  );

/** What `npm start` runs, from nothing to the first page and to its end again; seconds until that page. */
const startOnce = async (env: Record<string, string>, limitMs: number, logFile: string): Promise<number> => {
  const log = openSync(logFile, 'a');
  const begun = performance.now();
  const child = spawn(process.execPath, [join(projectDir, 'scripts', 'start.mjs')], {
    cwd: projectDir,
    env: { ...process.env, ...env },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  track(child);
  const closed = new Promise<void>((done) => child.on('close', () => done()));
  try {
    while (!(await isOpen(`http://127.0.0.1:${env.PORT}/`))) {
      if (child.exitCode !== null || performance.now() - begun > limitMs) {
        throw new Error(`npm start did not open the shop:\n${readFileSync(logFile, 'utf8').slice(-4_000)}`);
      }
      await pause(50);
    }
    return (performance.now() - begun) / 1000;
  } finally {
    child.kill('SIGTERM');
    await closed;
  }
};

/** The first start fills the demo shop; the second is what a shopkeeper sees every day. */
export const benchStart = async (dir: string): Promise<BenchResult[]> => {
  const env = {
    DATA_DIR: join(dir, 'start'),
    MEDIA_DIR: mediaDir,
    PORT: String(await freePort()),
    BANK_PORT: String(await freePort()),
  };
  const logFile = join(dir, 'start.log');
  const first = await startOnce(env, 600_000, logFile);
  const second = await startOnce(env, 60_000, logFile);
  const detail = `seconds from npm start to the first page, second time (first, with the demo shop, its pictures drawn before: ${first.toFixed(1)} s)`;
  return [printed('start', second, detail)];
};
