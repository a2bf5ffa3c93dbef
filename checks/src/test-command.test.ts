import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { root } from './source-files.ts';

const run = promisify(execFile);

const kinds = ['unit', 'screen', 'api', 'browser'] as const;
const paths = z.array(z.string());
const chosen = z.object({ unit: paths, screen: paths, api: paths, browser: paths, unmatched: paths });

const testsOf = async (...words: string[]): Promise<z.infer<typeof chosen>> => {
  const code = `import { testsOf } from './scripts/test-files.mjs'; console.log(JSON.stringify(testsOf(${JSON.stringify(words)})));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code], { cwd: root });
  return chosen.parse(JSON.parse(stdout));
};

test('npm test -- carts takes what belongs to the carts in every room', async () => {
  const { unmatched, ...tests } = await testsOf('carts');
  expect(unmatched).toEqual([]);
  for (const kind of kinds) expect([kind, tests[kind].length > 0]).toEqual([kind, true]);
  expect(kinds.flatMap((kind) => tests[kind]).filter((file) => !file.includes('carts'))).toEqual([]);
  expect(tests.api).toContain('server/src/carts/carts.api.test.ts');
  expect(tests.browser).toContain('e2e/carts.spec.ts');
});

test('of several words each adds its tests', async () => {
  const [both, carts, returns] = await Promise.all([testsOf('carts', 'returns'), testsOf('carts'), testsOf('returns')]);
  expect(new Set(both.api)).toEqual(new Set([...carts.api, ...returns.api]));
});

test('a word that no test belongs to ends npm test at once with a line that says what there is', async () => {
  const command = run(process.execPath, ['scripts/test.mjs', 'carts', 'cartz'], { cwd: root });
  await expect(command).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^No test belongs to "cartz"\. Capabilities: accessibility, .*carts.*\.\n$/),
  });
});
