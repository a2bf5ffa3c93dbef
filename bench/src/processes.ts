import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const projectDir = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Pictures are drawn once for all shops, this project's own included: the demo catalogue's take minutes. */
export const mediaDir = process.env.MEDIA_DIR ?? join(projectDir, '.data', 'media');

const run = promisify(execFile);

export interface RunningProcess {
  pid: number;
  port: number;
  /** Ends it as an operator would, and waits until it is gone. */
  stop(): Promise<void>;
}

export const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    (answer) => answer.ok,
    () => false,
  );

/** Every process started here that still runs; `stopAll` is for a bench that fails. */
const running = new Set<ChildProcess>();

export const track = (child: ChildProcess): void => {
  running.add(child);
  child.once('close', () => running.delete(child));
};

export const stopAll = (): void => {
  for (const child of running) child.kill('SIGTERM');
};

export interface Launch {
  /** Script and arguments, below the project's folder. */
  args: readonly string[];
  nodeOptions?: readonly string[];
  env: Record<string, string>;
  port: number;
  /** Answered with 200 when it is ready. */
  readyPath: string;
  /** What it says goes here: a log that is read on the way would be measured with it. */
  logFile: string;
  /** How long it may take to get ready. */
  readyMs?: number;
}

/** Starts one of the project's programs under this Node and waits until it answers. */
export const launch = async (options: Launch): Promise<RunningProcess> => {
  const { args, nodeOptions = [], env, port, readyPath, logFile, readyMs = 120_000 } = options;
  const log = openSync(logFile, 'a');
  const child = spawn(process.execPath, [...nodeOptions, ...args], {
    cwd: projectDir,
    env: { ...process.env, ...env },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  track(child);
  const closed = new Promise<void>((done) => child.on('close', () => done()));
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), 15_000);
    await closed;
    clearTimeout(timer);
  };
  const url = `http://127.0.0.1:${port}${readyPath}`;
  for (const end = Date.now() + readyMs; !(await answers(url)); await pause(20)) {
    if (child.exitCode !== null || Date.now() > end) {
      await stop();
      throw new Error(`${args.join(' ')} did not get ready:\n${readFileSync(logFile, 'utf8').slice(-4_000)}`);
    }
  }
  return { pid: child.pid ?? 0, port, stop };
};

/** Runs one of the project's programs to its end. */
export const runToEnd = async (args: readonly string[], env: Record<string, string>): Promise<void> => {
  await run(process.execPath, [...args], {
    cwd: projectDir,
    env: { ...process.env, ...env },
    maxBuffer: 64 * 1024 * 1024,
  });
};

/** Resident memory of a process in MB (as the system counts it, shared pages included). */
export const residentMegabytes = async (pid: number): Promise<number> => {
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]);
  const kilobytes = Number(stdout);
  if (!(kilobytes > 0)) throw new Error(`ps does not know the memory of ${pid}: "${stdout}"`);
  return kilobytes / 1024;
};

export const serverCommand = (command: string): string[] => [join('server', 'src', 'ceiba.ts'), command];
