import { type ChildProcess, execFile, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const projectDir = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** All shops share their pictures, also this project's own, because drawing the demo catalogue's pictures takes minutes. */
export const mediaDir = process.env.MEDIA_DIR ?? join(projectDir, '.data', 'media');

export const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

export const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Every running process that was started here. `stopAll` is for a bench that fails. */
const running = new Set<ChildProcess>();

const track = (child: ChildProcess): ChildProcess => {
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
};

export const stopAll = (): void => {
  for (const child of running) child.kill('SIGTERM');
};

export interface RunningProcess {
  pid: number;
  port: number;
  /** Ends the process like an operator, and waits for its end. */
  stop(): Promise<void>;
}

export interface Launch {
  /** Script and arguments, relative to the project's folder. */
  args: readonly string[];
  nodeOptions?: readonly string[];
  env: Record<string, string>;
  port: number;
  /** The path that returns success once the process is ready. */
  readyPath: string;
  /** The file for the process's output. Reading the output during the run would distort the measurement. */
  logFile: string;
  /** Maximum time until the process is ready, in milliseconds. */
  readyMs?: number;
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    (answer) => answer.ok,
    () => false,
  );

/** Starts one of the project's programs with this Node, and waits until it responds. */
export const launch = async (options: Launch): Promise<RunningProcess> => {
  const { args, nodeOptions = [], env, port, readyPath, logFile, readyMs = 120_000 } = options;
  const log = openSync(logFile, 'a');
  const child = track(
    spawn(process.execPath, [...nodeOptions, ...args], {
      cwd: projectDir,
      env: { ...process.env, ...env },
      stdio: ['ignore', log, log],
    }),
  );
  closeSync(log);
  const closed = new Promise<void>((done) => child.on('close', () => done()));
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), 15_000);
    await closed;
    clearTimeout(timer);
  };
  const url = `http://127.0.0.1:${port}${readyPath}`;
  for (const end = Date.now() + readyMs; !(await answers(url)); await sleep(20)) {
    if (child.exitCode !== null || Date.now() > end) {
      await stop();
      throw new Error(`${args.join(' ')} did not become ready:\n${readFileSync(logFile, 'utf8').slice(-4_000)}`);
    }
  }
  return { pid: child.pid ?? 0, port, stop };
};

/** Runs one of the project's programs to its end. Returns whether it succeeded, its output, and its peak memory in MB. */
export const runProgram = async (
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ isDone: boolean; said: string; memory: number }> => {
  const child = spawn(process.execPath, [...args], {
    cwd: projectDir,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  track(child);
  const memory = watchMemory(child.pid ?? 0);
  const [said, wrong, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { isDone: code === 0, said: `${said}${wrong}`.trim(), memory: await memory.stop() };
};

export const serverCommand = (command: string): string[] => [join('server', 'src', 'ceiba.ts'), command];

/** Fills a database with products and, if requested, generated orders. @throws with the command's output if it fails */
export const seed = async (products: number, orders: number, env: Record<string, string>): Promise<void> => {
  const sizes = ['--products', String(products), '--orders', String(orders)];
  const { isDone, said } = await runProgram(['server/src/seed-command.ts', ...sizes], env);
  if (!isDone) throw new Error(`the shop was not filled:\n${said.slice(-4_000)}`);
};

/** A program that responds to messages, and ends when its parent releases it. */
export interface AskedProcess {
  pid: number;
  /** Sends a message. The next message from the program is the response. One at a time. @throws if the program reports an error */
  ask<Answer>(message: object): Promise<Answer>;
  stop(): Promise<void>;
}

/** Starts such a program as a separate process, so that the compared code does not share a CPU with the measuring code. */
export const startAsked = (script: string, args: readonly string[] = []): AskedProcess => {
  const child = fork(join(projectDir, script), [...args], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const closed = once(child, 'exit');
  const early = closed.then(([code]): never => {
    throw new Error(`${script} ended with ${code}`);
  });
  early.catch(() => {});
  return {
    pid: child.pid ?? 0,
    ask: async (message) => {
      const answered = once(child, 'message');
      child.send(message);
      const [answer] = await Promise.race([answered, early]);
      if (answer.error !== undefined) throw new Error(`${script}: ${answer.error}`);
      return answer;
    },
    stop: async () => {
      if (child.connected) child.disconnect();
      await closed;
    },
  };
};

/** Returns the resident memory of a process in MB, as the system counts it (with shared pages). */
export const residentMegabytes = async (pid: number): Promise<number> => {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  const kilobytes = Number(stdout);
  if (!(kilobytes > 0)) throw new Error(`ps has no memory figure for process ${pid}: "${stdout}"`);
  return kilobytes / 1024;
};

/** Checks a process's memory twice a second. `stop` returns the maximum in MB. */
export const watchMemory = (pid: number): { stop(): Promise<number> } => {
  let most = 0;
  const look = (): Promise<void> =>
    residentMegabytes(pid).then(
      (megabytes) => {
        most = Math.max(most, megabytes);
      },
      () => {},
    );
  const looks = setInterval(() => void look(), 500);
  return {
    stop: async () => {
      clearInterval(looks);
      await look();
      if (most === 0) throw new Error(`there is no memory figure for process ${pid}`);
      return most;
    },
  };
};
