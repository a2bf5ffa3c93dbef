// Plain JavaScript for whatever Node the machine has (20 or newer): it brings the project's own Node and packages.
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

/** Where the shop of the browser tests has its pictures: those of `npm start`, as their names are content keys. */
export const mediaDir = join(root, '.data', 'media');

/** Environment in which the project's Node 24 and its tools are found first. */
export const projectEnv = {
  ...process.env,
  PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`,
  FORCE_COLOR: process.env.FORCE_COLOR ?? '',
  // glibc keeps a heap for each thread that compresses: two are as fast, and some 30 MB smaller under load.
  MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2',
  // The second start of a program finds its modules compiled: a shop opens in half the time.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, '.data', 'compile-cache'),
};
if (projectEnv.FORCE_COLOR === '') delete projectEnv.FORCE_COLOR;

const ownNode = join(bin, isWindows ? 'node.cmd' : 'node');

/** The project's own Node, which an installation without development packages lacks: whoever runs this is it then. */
export const node =
  existsSync(ownNode) || Number(process.versions.node.split('.')[0]) < 24 ? ownNode : process.execPath;

export const say = (text) => process.stdout.write(`${text}\n`);

/** News of the preparation, beside what a command answers: `npm run --silent trace -- --json` is read by machines. */
const tell = (text) => process.stderr.write(`${text}\n`);

/** Runs a command; resolves with its exit code. Output goes to the terminal, or nowhere with `quiet` (kept for errors). */
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

/** Only one process at a time installs or builds; the next looks whether anything is left to do. */
const alone = (work) =>
  exclusively(join(cache, 'lock'), work, (pid) => tell(`Waiting for process ${pid}, which prepares this folder …`));

/** Installs the packages when the lock file changed since the last time. */
const install = async () => {
  const fingerprint = hash(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const isInstalled = async () => existsSync(ownNode) && (await isDone('install', fingerprint));
  if (await isInstalled()) return;
  await alone(async () => {
    if (await isInstalled()) return;
    tell(existsSync(ownNode) ? 'Updating packages …' : 'Installing packages (once, about a minute) …');
    // What a stopped installation leaves behind is not installed.
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

/** What the server runs with and npm has not installed in the version that the lock file names. */
const findMissing = () => {
  const wanted = readJson('package-lock.json').packages ?? {};
  // npm writes it at the end of an installation.
  const installed = readJson('node_modules', '.package-lock.json').packages ?? {};
  const server = readJson('server', 'package.json').dependencies ?? {};
  return Object.keys(server).filter((name) => {
    const places = [`server/node_modules/${name}`, `node_modules/${name}`];
    const place = places.find((each) => wanted[each] !== undefined) ?? places[1];
    return installed[place]?.version !== wanted[place]?.version || installed[place] === undefined;
  });
};

/** For what runs beside nodes that are open, whose packages must not change under them: says what is missing and ends with 1. */
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

/** Files of a folder and its folders, but for what is installed, built or hidden. */
export const filesBelow = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name === 'build' || entry.name.startsWith('.')) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });

const pagesFingerprint = () => {
  const files = ['storefront', 'desk', 'ui', 'client', 'contract', 'domain']
    .flatMap((name) => filesBelow(join(root, name)))
    .sort();
  const stamp = files.map((file) => `${file} ${statSync(file).size} ${hash(readFileSync(file))}`).join('\n');
  return hash(`${stamp}\n${readFileSync(join(root, 'package-lock.json'), 'utf8')}`);
};

/** Builds the storefront and the desk when they, the contract or the domain changed since the last build. */
const buildPages = async () => {
  const fingerprint = pagesFingerprint();
  const isBuilt = async () =>
    existsSync(join(root, 'storefront', 'build', 'server', 'index.js')) &&
    existsSync(join(root, 'desk', 'build', 'index.html')) &&
    (await isDone('storefront', fingerprint));
  if (await isBuilt()) return;
  await alone(async () => {
    if (await isBuilt()) return;
    for (const room of ['storefront', 'desk']) {
      say(`Building the ${room} …`);
      const build = await run('npm', ['run', 'build', '-w', room, '--silent'], { quiet: true });
      if (build.code !== 0) {
        say(build.output);
        throw new Error(`The ${room} could not be built: see the message above.`);
      }
    }
    const compressed = await run(node, [join(root, 'scripts', 'compress-build.mjs')], { quiet: true });
    if (compressed.code !== 0) throw new Error(`The build could not be compressed: ${compressed.output}`);
    await markDone('storefront', fingerprint);
  });
};

/** Brings what a command needs; where that fails, the last line says what failed and the command ends with 1. */
export const prepare = async ({ storefront = false } = {}) => {
  try {
    await install();
    if (storefront) await buildPages();
  } catch (error) {
    tell(error.message);
    process.exit(1);
  }
};
