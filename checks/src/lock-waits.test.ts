import { expect, test } from 'vitest';
import { listSources, readSource } from './source-files.ts';

const helper = 'server/src/testing/lock-waits.ts';
const ownFile = 'checks/src/lock-waits.test.ts';

test('tests wait for blocked transactions with `untilBlocked`, which ignores other waits in the database', () => {
  const counting = listSources().filter(
    (file) => file !== ownFile && /wait_event_type|pg_blocking_pids|not granted/.test(readSource(file)),
  );
  expect(counting).toEqual([helper]);
});
