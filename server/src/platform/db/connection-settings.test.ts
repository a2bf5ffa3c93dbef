import { expect, it } from 'vitest';
import { type ConnectionUse, watchedConnection } from './connection-settings.ts';

it.each<[ConnectionUse, number]>([
  ['requests', 10],
  ['jobs', 125],
  ['upkeep', 3_605],
])(
  'for %s an answer is waited for %i s, five longer than the statement may take, and a silent connection is asked after after ten',
  (use, seconds) => {
    expect(watchedConnection(use)).toEqual({
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      query_timeout: seconds * 1_000,
    });
  },
);
