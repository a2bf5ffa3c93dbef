import { expect, test } from 'vitest';
import { listSources, readSource } from './source-files.ts';

const helper = 'server/src/testing/lock-waits.ts';
const ownFile = 'checks/src/lock-waits.test.ts';

test('tests wait for those whom a holder blocks by `untilBlocked`: whatever else waits in the database is not counted', () => {
  const counting = listSources().filter(
    (file) => file !== ownFile && /wait_event_type|pg_blocking_pids|not granted/.test(readSource(file)),
  );
  expect(counting).toEqual([helper]);
});
