import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { childEnv } from '@ceiba/sandbox-bank/testing/child-env';

const root = fileURLToPath(new URL('../../..', import.meta.url));

interface Listed {
  pid: number;
  parent: number;
  command: string;
}

const processes = (): Listed[] =>
  execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => {
      const [, pid, parent, state = '', command = ''] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
      // A zombie: it has ended, but its parent has not collected its exit.
      if (pid === undefined || state.startsWith('Z')) return [];
      return [{ pid: Number(pid), parent: Number(parent), command }];
    });

export interface StartedCommand {
  child: ChildProcess;
  /** Everything that the process has printed. */
  output(): string;
  /** The exit code, or the signal that ended the process. */
  ended: Promise<number | NodeJS.Signals>;
  /** Finds the descendant process whose command line contains `part`. */
  pidOf(part: string): number | undefined;
  /** Records all processes started so far, at any depth. */
  family(): Listed[];
  /** Returns the processes of `family` that are still running. */
  left(): Listed[];
}

/** Runs a command as a person does, in the project's folder. Its database server leaves the process tree and is found by `dataDir`. */
export const runCommand = (command: string, args: string[], env: Record<string, string>): StartedCommand => {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(command, args, { cwd: root, env: { PATH, HOME, NO_COLOR: '1', ...childEnv, ...env } });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  }
  const known = new Map<number, Listed>();
  const family = (): Listed[] => {
    const all = processes();
    const isOurs = (each: Listed): boolean =>
      each.pid === child.pid ||
      known.has(each.parent) ||
      (each.command.includes(env.DATA_DIR ?? '-') && each.parent === 1);
    for (let size = -1; size !== known.size; ) {
      size = known.size;
      for (const each of all) if (isOurs(each)) known.set(each.pid, each);
    }
    return [...known.values()];
  };
  return {
    child,
    output: () => said,
    ended: once(child, 'close').then(([code, signal]) => code ?? signal),
    family,
    pidOf: (part) => family().find((each) => each.command.includes(part))?.pid,
    left: () => {
      const now = processes();
      return [...known.values()].filter(({ pid }) => now.some((each) => each.pid === pid));
    },
  };
};
