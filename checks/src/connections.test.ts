import { expect, test } from 'vitest';
import { listSources, readSource } from './source-files.ts';

/** Whose settings stand with whoever opens it. */
const givenBy: Record<string, string> = { 'server/src/jobs/queue-pool.ts': 'server/src/jobs/worker.ts' };

const pools = listSources()
  .filter((file) => file.startsWith('server/src/') && !/\.test\.|\/testing\//.test(file))
  .filter((file) => readSource(file).includes('new pg.Pool('))
  .map((file) => ({ file, source: readSource(givenBy[file] ?? file) }));

test('every file that opens a pool gives it the limits of its use, and notices a connection that was cut', () => {
  expect(pools.length).toBeGreaterThan(2);
  const bare = pools.filter(
    ({ source }) => !source.includes('...watchedConnection(') || !source.includes('onConnect: settleConnection('),
  );
  expect(bare.map(({ file }) => file)).toEqual([]);
});
