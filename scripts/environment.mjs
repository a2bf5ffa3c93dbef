// Plain JavaScript for any installed Node (20 or newer), because it installs the project's own Node and packages.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exclusively } from './install-lock.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bin = join(root, 'node_modules', '.bin');
const cache = join(root, '.data', 'setup');
const isWindows = process.platform === 'win32';

/** Folder of the pictures for the browser tests' shop. `npm start` shares it, because the pictures' names are content keys. */
export const mediaDir = join(root, '.data', 'media');

/** The environment in which the project's Node 24 and its tools come first on the path. */
export const projectEnv = {
  ...process.env,
  PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`,
  FORCE_COLOR: process.env.FORCE_COLOR ?? '',
  // glibc has a heap for each thread that compresses. Two heaps are as fast, and use about 30 MB less under load.
  MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2',
  // Folder of compiled modules. A program uses them from its second start on, so a shop opens in half the time.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, '.data', 'compile-cache'),
};
if (projectEnv.FORCE_COLOR === '') delete projectEnv.FORCE_COLOR;

const ownNode = join(bin, isWindows ? 'node.cmd' : 'node');

/** The Node of the project. An installation without development packages lacks this Node, and uses the running Node. */
export const node =
  existsSync(ownNode) || Number(process.versions.node.split('.')[0]) < 24 ? ownNode : process.execPath;

export const say = (text) => process.stdout.write(`${text}\n`);

/** Prints the progress of the preparation to stderr, because programs read stdout: `npm run --silent trace -- --json`. */
const tell = (text) => process.stderr.write(`${text}\n`);

/** Runs a command, and resolves with its exit code. Output goes to the terminal. With `quiet` it is only collected for errors. */
export const run = (command, args, { quiet = false, env = projectEnv, cwd = root } = {}) =>
  new Promise((done) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      shell: isWindows,
    });
    let output = '';
    child.stdout?.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr?.on('data', (chunk) => {
      output += chunk;
    });
    child.on('error', (error) => done({ code: 1, output: String(error) }));
    child.on('close', (code) => done({ code: code ?? 1, output }));
  });

const hash = (text) => createHash('sha256').update(text).digest('hex');

const isDone = async (name, fingerprint) => (await readFile(join(cache, name), 'utf8').catch(() => '')) === fingerprint;

const markDone = async (name, fingerprint) => {
  await mkdir(cache, { recursive: true });
  await writeFile(join(cache, name), fingerprint);
};

/** Lets only one process at a time install or build. The next process checks whether anything is left to do. */
const alone = (work) =>
  exclusively(join(cache, 'lock'), work, (pid) => tell(`Waiting for process ${pid}, which prepares this folder …`));

/** Installs the packages if the lock file has changed since the last time. */
const install = async () => {
  const fingerprint = hash(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const isInstalled = async () => existsSync(ownNode) && (await isDone('install', fingerprint));
  if (await isInstalled()) return;
  await alone(async () => {
    if (await isInstalled()) return;
    tell(existsSync(ownNode) ? 'Updating packages …' : 'Installing packages (once, about a minute) …');
    // The files of an interrupted installation do not count as installed.
    await rm(join(cache, 'install'), { force: true });
    const { code, output } = await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      quiet: true,
      env: process.env,
    });
    if (code !== 0) {
      tell(output);
      throw new Error('The packages could not be installed: see the message above.');
    }
    await markDone('install', fingerprint);
  });
};

const readJson = (...path) => {
  try {
    return JSON.parse(readFileSync(join(root, ...path), 'utf8'));
  } catch {
    return {};
  }
};

/** Returns packages of the server that npm has not installed in the version of the lock file. */
const findMissing = () => {
  const locked = readJson('package-lock.json').packages ?? {};
  // npm writes this file at the end of an installation.
  const installed = readJson('node_modules', '.package-lock.json').packages ?? {};
  const server = readJson('server', 'package.json').dependencies ?? {};
  return Object.keys(server).filter((name) => {
    const places = [`server/node_modules/${name}`, `node_modules/${name}`];
    const place = places.find((each) => locked[each] !== undefined) ?? places[1];
    return installed[place]?.version !== locked[place]?.version || installed[place] === undefined;
  });
};

/** Prints the missing packages and exits with 1. For programs that run next to open nodes, whose packages must not change. */
export const requireInstalled = () => {
  const missing = findMissing();
  if (missing.length === 0 && existsSync(node)) return;
  const [first = `Node 24 (this is ${process.versions.node})`] = missing;
  const more = missing.length > 1 ? ` and ${missing.length - 1} more` : '';
  tell(
    `Not installed as package-lock.json says: ${first}${more}. Run \`npm ci\`, where nothing of this folder is running.`,
  );
  process.exit(1);
};

/** Lists all files below a folder, except for installed, built and hidden files. */
export const filesBelow = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name === 'build' || entry.name.startsWith('.')) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });

/** Tests and their helpers are not part of the pages. A change to them needs no new build. */
const isTest = (file) => /\.test\.tsx?$|[\\/]testing[\\/]/.test(file);

const pagesFingerprint = () => {
  const files = ['storefront', 'desk', 'ui', 'client', 'contract', 'domain']
    .flatMap((name) => filesBelow(join(root, name)))
    .filter((file) => !isTest(file))
    .sort();
  const stamp = files.map((file) => `${file} ${statSync(file).size} ${hash(readFileSync(file))}`).join('\n');
  return hash(`${stamp}\n${readFileSync(join(root, 'package-lock.json'), 'utf8')}`);
};

/** Builds the storefront and the desk if they, the contract or the domain have changed since the last build. */
const buildPages = async () => {
  const fingerprint = pagesFingerprint();
  const isBuilt = async () =>
    existsSync(join(root, 'storefront', 'build', 'server', 'index.js')) &&
    existsSync(join(root, 'desk', 'build', 'index.html')) &&
    (await isDone('storefront', fingerprint));
  if (await isBuilt()) return;
  await alone(async () => {
    if (await isBuilt()) return;
    say('Building the pages of the shop and the desk …');
    const build = async (room) => {
      const { code, output } = await run('npm', ['run', 'build', '-w', room, '--silent'], { quiet: true });
      if (code === 0) return;
      say(output);
      throw new Error(`The ${room} could not be built: see the message above.`);
    };
    // The lock is held until both builds have ended, even if one fails.
    const failed = (await Promise.allSettled(['storefront', 'desk'].map(build))).find(({ reason }) => reason);
    if (failed !== undefined) throw failed.reason;
    const compressed = await run(node, [join(root, 'scripts', 'compress-build.mjs')], { quiet: true });
    if (compressed.code !== 0) throw new Error(`The build could not be compressed: ${compressed.output}`);
    await markDone('storefront', fingerprint);
  });
};

/** Prepares everything for a command. If that fails, the last line gives the reason, and the command exits with 1. */
export const prepare = async ({ storefront = false } = {}) => {
  try {
    await install();
    if (storefront) await buildPages();
  } catch (error) {
    tell(error.message);
    process.exit(1);
  }
};
