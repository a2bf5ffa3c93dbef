// One preparation at a time, because two `npm ci` in one folder would remove each other's files. Plain JavaScript for Node 20.
import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * The holder renews the lock every 5 s. After a minute without renewal the holder counts as dead, because its pid may then belong
 * to another process.
 */
const beatMs = 5_000;
const silentMs = 60_000;
const pollMs = 200;

/** Creates the file with its content in one step. Returns false if the file already exists. */
const create = async (file, content) => {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, content);
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
};

const isRunning = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/** Returns the content of the lock file, and the time since its last renewal. Undefined without a lock file. */
const look = async (file) => {
  const [text, { mtimeMs } = {}] = await Promise.all([
    readFile(file, 'utf8').catch(() => undefined),
    stat(file).catch(() => undefined),
  ]);
  return text === undefined || mtimeMs === undefined ? undefined : { text, mtimeMs };
};

const isStale = ({ text, mtimeMs }) => Date.now() - mtimeMs > silentMs || !isRunning(Number(text.split(' ')[0]));

/**
 * Removes the lock of a dead holder. Only one process at a time may do this. Otherwise the second process would remove
 * the new lock of the first.
 */
const removeStale = async (file) => {
  const guard = `${file}.removing`;
  if (!(await create(guard, `${process.pid}`))) {
    const other = await look(guard);
    if (other !== undefined && isStale(other)) await rm(guard, { force: true });
    return;
  }
  const found = await look(file);
  if (found !== undefined && isStale(found)) await rm(file, { force: true });
  await rm(guard, { force: true });
};

/**
 * Runs the work while no other process works under the same lock file. Waits while the other process is alive, and
 * calls `onWait` once with its pid. Replaces a lock whose holder has died.
 */
export const exclusively = async (file, work, onWait = () => {}) => {
  await mkdir(dirname(file), { recursive: true });
  const mine = `${process.pid} ${randomUUID()}`;
  let hasWaited = false;
  while (!(await create(file, mine))) {
    const other = await look(file);
    if (other === undefined) continue;
    if (isStale(other)) await removeStale(file);
    else {
      if (!hasWaited) onWait(other.text.split(' ')[0]);
      hasWaited = true;
      await wait(pollMs);
    }
  }
  const beat = setInterval(() => utimes(file, new Date(), new Date()).catch(() => {}), beatMs);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    if ((await look(file))?.text === mine) await rm(file, { force: true });
  }
};
