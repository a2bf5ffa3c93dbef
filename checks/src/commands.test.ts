import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { root } from './source-files.ts';

/** A clone without installed packages, and an npm that records its calls. */
let clone: string;
const inClone = (...path: string[]): string => join(clone, ...path);

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'ceiba-clone-'));
  for (const file of ['environment.mjs', 'install-lock.mjs']) {
    cpSync(join(root, 'scripts', file), inClone('scripts', file), { recursive: true });
  }
  writeFileSync(inClone('package-lock.json'), '{}');
  writeFileSync(
    inClone('command.mjs'),
    `import { prepare } from './scripts/environment.mjs';\nawait prepare();\nconsole.log('ready');\n`,
  );
});
afterEach(() => rmSync(clone, { recursive: true, force: true }));

/** Writes a fake npm. `body`: the shell code that it runs instead of the installation. */
const fakeNpm = (body: string): void => {
  mkdirSync(inClone('tools'));
  writeFileSync(inClone('tools', 'npm'), `#!/bin/sh\necho begin >> npm.log\n${body}\n`);
  chmodSync(inClone('tools', 'npm'), 0o755);
};

const installs = 'mkdir -p node_modules/.bin && touch node_modules/.bin/node && echo end >> npm.log';

const env = () => ({ ...process.env, PATH: `${inClone('tools')}${delimiter}${process.env.PATH ?? ''}` });
const command = () => promisify(execFile)(process.execPath, ['command.mjs'], { cwd: clone, env: env() });
const log = (): string[] => readFileSync(inClone('npm.log'), 'utf8').trim().split('\n');

test('two simultaneous npm commands in a fresh clone install the packages once, and both continue', async () => {
  // The first process stays in npm until the other prints that it waits.
  fakeNpm(`until [ -e go ]; do sleep 0.05; done; ${installs}`);
  const both = [0, 1].map(() => spawn(process.execPath, ['command.mjs'], { cwd: clone, env: env() }));
  onTestFinished(() => {
    for (const child of both) child.kill();
  });
  const closed = both.map((child) => once(child, 'close'));
  let output = '';
  for (const child of both) child.stderr.on('data', (chunk) => (output += String(chunk)));
  await expect.poll(() => output, { timeout: 60_000 }).toMatch(/Waiting for process \d+/);
  writeFileSync(inClone('go'), '');
  expect(await Promise.all(closed)).toEqual([
    [0, null],
    [0, null],
  ]);
  expect(log()).toEqual(['begin', 'end']);
  expect(existsSync(inClone('.data/setup/lock'))).toBe(false);
});

test('a lock whose holder has ended blocks no process', async () => {
  fakeNpm(installs);
  const dead = spawn(process.execPath, ['-e', '']);
  await once(dead, 'close');
  mkdirSync(inClone('.data/setup'), { recursive: true });
  writeFileSync(inClone('.data/setup/lock'), `${dead.pid} gone`);
  const results = await Promise.all([command(), command(), command()]);
  expect(results.map(({ stdout }) => stdout)).toEqual(['ready\n', 'ready\n', 'ready\n']);
  expect(log()).toEqual(['begin', 'end']);
});

test('if the packages cannot be installed, the command ends, and the next command retries', async () => {
  fakeNpm('echo no network; exit 1');
  await expect(command()).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^Installing packages.*\nno network\n+The packages could not be installed: see the message above\.\n$/,
    ),
  });
  fakeNpmAgain();
  expect((await command()).stdout).toBe('ready\n');
});

const fakeNpmAgain = (): void => {
  rmSync(inClone('tools'), { recursive: true });
  fakeNpm(installs);
};

const kinds = ['unit', 'screen', 'api', 'browser'] as const;
const paths = z.array(z.string());
const chosen = z.object({ unit: paths, screen: paths, api: paths, browser: paths, unmatched: paths });

const testsOf = async (words: string[], isAll = false): Promise<z.infer<typeof chosen>> => {
  const code = `import { testsOf } from './scripts/test-files.mjs'; console.log(JSON.stringify(testsOf(${JSON.stringify(words)}, ${isAll})));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], { cwd: root });
  return chosen.parse(JSON.parse(stdout));
};

test('npm test -- carts runs the unit, screen, API and browser tests of the carts', async () => {
  const { unmatched, ...tests } = await testsOf(['carts']);
  expect(unmatched).toEqual([]);
  for (const kind of kinds) expect([kind, tests[kind].length > 0]).toEqual([kind, true]);
  expect(kinds.flatMap((kind) => tests[kind]).filter((file) => !file.includes('carts'))).toEqual([]);
  expect(tests.api).toContain('server/src/carts/carts.api.test.ts');
  expect(tests.browser).toContain('e2e/carts.spec.ts');
});

test('npm test with several words runs the tests of every word', async () => {
  const [both, carts, returns] = await Promise.all([
    testsOf(['carts', 'returns']),
    testsOf(['carts']),
    testsOf(['returns']),
  ]);
  expect(new Set(both.api)).toEqual(new Set([...carts.api, ...returns.api]));
});

test('npm test -- carts skips the slowest tests, unless --all adds them', async () => {
  const [plain, all] = await Promise.all([testsOf(['carts', 'presses']), testsOf(['carts', 'presses'], true)]);
  const added = kinds.flatMap((kind) => all[kind].filter((file) => !plain[kind].includes(file)));
  expect(added).toContain('e2e/presses.all.spec.ts');
  expect(added.filter((file) => !file.includes('.all.'))).toEqual([]);
  expect(kinds.flatMap((kind) => plain[kind]).filter((file) => file.includes('.all.'))).toEqual([]);
});

test('a word that matches no test ends npm test immediately, with a list of the possible words', async () => {
  const command = promisify(execFile)(process.execPath, ['scripts/test.mjs', 'carts', 'cartz'], { cwd: root });
  await expect(command).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^No test belongs to "cartz"\. Capabilities: accounts, .*carts.*\.\n$/),
  });
});

/** Runs `npm run ceiba` in a clone whose lock file has version `wanted` of pg, and in which npm has installed `installed`. */
const ceibaInClone = (wanted: string, installed: string | undefined) => {
  for (const file of ['run.mjs', 'children.mjs', 'end-with-parent.mjs'])
    cpSync(join(root, 'scripts', file), inClone('scripts', file));
  const lock = (version: string): string => JSON.stringify({ packages: { 'node_modules/pg': { version } } });
  mkdirSync(inClone('server'));
  writeFileSync(inClone('server', 'package.json'), JSON.stringify({ dependencies: { pg: wanted } }));
  writeFileSync(inClone('server', 'ceiba.mjs'), `console.log('ran');\n`);
  writeFileSync(inClone('package-lock.json'), lock(wanted));
  if (installed !== undefined) {
    mkdirSync(inClone('node_modules'));
    writeFileSync(inClone('node_modules', '.package-lock.json'), lock(installed));
  }
  return spawnSync(process.execPath, ['scripts/run.mjs', 'server/ceiba.mjs'], {
    cwd: clone,
    env: env(),
    encoding: 'utf8',
  });
};

test.each([undefined, '1.0.0'])(
  'npm run ceiba never installs packages, because the shop may run: with %s it reports what is missing',
  (installed) => {
    fakeNpm(installs);
    const { status, stdout, stderr } = ceibaInClone('2.0.0', installed);
    expect([status, stdout, stderr.trim().split('\n')]).toEqual([
      1,
      '',
      [expect.stringMatching(/: pg\. Run `npm ci`/)],
    ]);
    expect(existsSync(inClone('npm.log'))).toBe(false);
  },
);

test('npm run ceiba needs only the server’s packages, not the development packages', () => {
  fakeNpm(installs);
  const { status, stdout } = ceibaInClone('2.0.0', '2.0.0');
  expect([status, stdout]).toEqual([0, 'ran\n']);
  expect(existsSync(inClone('npm.log'))).toBe(false);
});

/** Commits two releases and the current version to the clone. Their API tests print their code and the schema that they find, and fail. */
const releases = () => {
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.gt', ...args], { cwd: clone, encoding: 'utf8' });
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(inClone(name)), { recursive: true });
    writeFileSync(inClone(name), text);
  };
  const commit = (schema: string): void => {
    write('server/sql/changes/1.sql', schema);
    git('add', '-A');
    git('commit', '-m', schema);
  };
  git('init', '--quiet');
  write('scripts/environment.mjs', 'export const prepare = async () => {};');
  write('server/src/testing/schema-dump.api.test.ts', '');
  for (const version of ['1.9.0', '1.10.0']) {
    write(
      'scripts/steps.mjs',
      `import { existsSync, readFileSync } from 'node:fs';
      export const saySeed = () => {};
      export const apiStep = () => existsSync('server/src/testing/schema-dump.api.test.ts');
      export const runSteps = async ([asksForItsOwn]) => asksForItsOwn;
      export const end = (asksForItsOwn) => {
        console.log('code of ${version}', asksForItsOwn, readFileSync('server/sql/changes/1.sql', 'utf8'));
        process.exit(3);
      };`,
    );
    commit(`schema of ${version}`);
    git('tag', `v${version}`);
  }
  for (const name of ['environment.mjs', 'test-release-before.mjs'])
    cpSync(join(root, 'scripts', name), inClone('scripts', name));
  commit('schema of today');
  return git;
};

const testReleaseBefore = (...args: string[]) =>
  spawnSync(process.execPath, ['scripts/test-release-before.mjs', ...args], { cwd: clone, encoding: 'utf8' });

test('test:release-before runs the previous release’s tests on today’s schema, and exits with their code', () => {
  const git = releases();
  git('tag', 'v1.11.0');
  const { status, stdout } = testReleaseBefore();
  expect([status, stdout]).toEqual([
    3,
    expect.stringMatching(/^v1\.10\.0 .*\ncode of 1\.10\.0 false schema of today\n$/),
  ]);
  expect(testReleaseBefore('v1.9.0').stdout).toContain('code of 1.9.0');
  expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1);
});

test('npm run test:release-before reports a missing or unknown release, and exits with 2', () => {
  const git = releases();
  git('tag', '--delete', 'v1.9.0', 'v1.10.0');
  git('tag', 'v1.11.0');
  expect(testReleaseBefore()).toMatchObject({ status: 2, stdout: expect.stringMatching(/^No release came before: /) });
  expect(testReleaseBefore('v0')).toMatchObject({ status: 2, stdout: expect.stringContaining('v0') });
});
