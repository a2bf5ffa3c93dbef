import { expect, test } from 'vitest';
import { listSources, readSource } from './source-files.ts';

const pools = listSources()
  .filter((file) => file.startsWith('server/src/') && !/\.test\.|\/testing\//.test(file))
  .map((file) => ({ file, source: readSource(file) }))
  .filter(({ source }) => source.includes('new pg.Pool({'));

test('every pool has the limits of its use, and notices a connection that was cut', () => {
  expect(pools.length).toBeGreaterThan(2);
  const bare = pools.filter(
    ({ source }) => !source.includes('...watchedConnection(') || !source.includes('onConnect: settleConnection('),
  );
  expect(bare.map(({ file }) => file)).toEqual([]);
});
