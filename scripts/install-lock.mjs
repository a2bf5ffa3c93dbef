// One preparation at a time: two `npm ci` in one folder remove files under each other. Plain JavaScript for Node 20.
import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** The holder says that it lives every 5 s; one that was silent for a minute is gone (its id may be another's by now). */
const beatMs = 5_000;
const silentMs = 60_000;
const pollMs = 200;

/** Makes the file with its content in one step; false when it is there already. */
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

/** What stands in the file and since when it is silent; undefined when there is none. */
const look = async (file) => {
  const [text, { mtimeMs } = {}] = await Promise.all([
    readFile(file, 'utf8').catch(() => undefined),
    stat(file).catch(() => undefined),
  ]);
  return text === undefined || mtimeMs === undefined ? undefined : { text, mtimeMs };
};

const isStale = ({ text, mtimeMs }) => Date.now() - mtimeMs > silentMs || !isRunning(Number(text.split(' ')[0]));

/** Removes a lock whose holder is gone. Only one at a time may: a second would remove the lock of the first. */
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
 * Does the work while no other process does work under the same lock file. Waits for as long as the other lives, and
 * calls `onWait` with its process id once. A lock that its holder could not give back is taken over.
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
