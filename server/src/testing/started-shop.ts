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
      // What ended and is not yet missed by its parent.
      if (pid === undefined || state.startsWith('Z')) return [];
      return [{ pid: Number(pid), parent: Number(parent), command }];
    });

export interface StartedCommand {
  child: ChildProcess;
  /** All it has said. */
  output(): string;
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
  /** The process among those it has started whose command line holds `part`. */
  pidOf(part: string): number | undefined;
  /** Remembers what has been started so far, however far below. */
  family(): Listed[];
  /** Which of `family` still run. */
  left(): Listed[];
}

/** A command as a person runs it, in the project's folder; its database server, which leaves the tree, is told by `dataDir`. */
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
