import { expect, it } from 'vitest';
import { type ConnectionUse, watchedConnection } from './connection-settings.ts';

it.each<[ConnectionUse, number]>([
  ['requests', 10],
  ['jobs', 125],
  ['upkeep', 3_605],
])('for %s the client waits %i s, five more than the statement limit, and probes silence after ten', (use, seconds) => {
  expect(watchedConnection(use)).toEqual({
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    query_timeout: seconds * 1_000,
  });
});
