// Starts the project's programs so that no process is left running.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { node, projectEnv, root } from './environment.mjs';

const endWithParent = pathToFileURL(join(root, 'scripts', 'end-with-parent.mjs')).href;

/**
 * Starts one of the project's TypeScript programs with the project's own Node. The program gets SIGTERM when this
 * process has ended. `isDetached`: Ctrl+C does not reach the program. Only this process gets the signal, and lets the
 * program finish its work.
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

/** Returns the parent's pid and the arguments of a process, on Linux. Undefined on other systems, or if the process has ended. */
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

/** Returns the pids of npm's shell for the script, if there is one, and of npm itself, the nearest first. */
const npmAbove = (script) => {
  const pids = [process.ppid];
  const above = processAt(process.ppid);
  if (above?.args.includes(script)) pids.push(above.parent);
  return pids;
};

/**
 * Calls `stop` when npm, which runs this script, has ended. npm passes SIGTERM only to its shell, and never passes SIGKILL.
 * Without npm, this process runs without a limit (nohup, a supervisor's child).
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
