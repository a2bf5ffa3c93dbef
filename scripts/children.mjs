// Starts the project's programs so that nothing of them stays behind.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { node, projectEnv, root } from './environment.mjs';

const endWithParent = pathToFileURL(join(root, 'scripts', 'end-with-parent.mjs')).href;

/**
 * One of the project's TypeScript programs under its own Node. It gets SIGTERM when this process is gone. `isDetached`:
 * Ctrl+C does not reach it; this process, told by Ctrl+C, lets it finish what is in flight.
 */
export const launch = (file, args = [], { env = projectEnv, isDetached = false } = {}) => {
  const settings = existsSync(join(root, '.env')) ? [`--env-file=${join(root, '.env')}`] : [];
  return spawn(node, ['--import', endWithParent, ...settings, join(root, file), ...args], {
    cwd: root,
    env,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: isDetached,
  });
};

/** Parent's pid and arguments where the system tells them (Linux); undefined elsewhere, or when it is gone. */
const processAt = (pid) => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return state === 'Z' ? undefined : { parent: Number(parent), args };
  } catch {
    return undefined;
  }
};

/** The shell npm runs the script in, where there is one, and npm itself: pids from the nearest on. */
const npmAbove = (script) => {
  const pids = [process.ppid];
  const above = processAt(process.ppid);
  if (above?.args.includes(script)) pids.push(above.parent);
  return pids;
};

/**
 * Calls `stop` when npm, which runs this script, is gone: it hands SIGTERM to its shell only, and SIGKILL to nobody.
 * Started without npm, this process lives as long as it likes (nohup, a supervisor's own child).
 */
export const stopWithNpm = (stop) => {
  const script = process.env.npm_lifecycle_script;
  if (script === undefined || !process.argv[1]?.endsWith(script.split(' ')[1] ?? script)) return;
  const pids = npmAbove(script);
  const timer = setInterval(() => {
    const isOrphan = process.ppid !== pids[0] || (pids[1] !== undefined && processAt(pids[0])?.parent !== pids[1]);
    if (!isOrphan) return;
    clearInterval(timer);
    stop();
  }, 500);
  timer.unref();
};
