import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const log = new URL('log.ts', import.meta.url).href;

/** Starts a process that logs 250 lines, more than a batch, and ends in the given way. Returns the logged lines. */
const linesOf = (level: string, ending: string): string[] => {
  const program = `import { createLog } from '${log}';
    const log = createLog('${level}');
    for (let n = 1; n <= 250; n += 1) log.info({ n }, 'line');
    ${ending}`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' });
  return stdout.split('\n').filter((line) => line !== '');
};

test.each([
  ['its work being done', ''],
  ['process.exit', 'process.exit(0);'],
  ['an error', "throw new Error('boom');"],
])('a process that ends by %s has written all its lines, in order', (_, ending) => {
  const lines = linesOf('info', ending);
  expect(lines).toHaveLength(250);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 30, n: 1, msg: 'line' });
  expect(JSON.parse(lines[249] ?? '')).toMatchObject({ n: 250 });
});

test('a silent log writes nothing, and a level leaves out lower levels', () => {
  expect(linesOf('silent', '')).toEqual([]);
  expect(linesOf('warn', '')).toEqual([]);
});
