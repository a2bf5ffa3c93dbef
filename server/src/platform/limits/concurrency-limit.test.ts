import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFairGate, Overloaded } from './concurrency-limit.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Starts work that the test ends. */
const held = () => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => (): Promise<void> => {
    begun.push(name);
    return new Promise((done) => ends.set(name, done));
  };
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { begun, work, end };
};

test('no more tasks than the limit run at the same time, and when one ends, the next starts', async () => {
  const gate = createFairGate({ atOnce: 2, atOnceEach: 2, waiting: 10, waitMs: 1_000 });
  const { begun, work, end } = held();
  for (const name of ['a', 'b', 'c', 'd']) gate.run('one', work(name));
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toEqual(['a', 'b']);
  expect([gate.running, gate.waiting]).toEqual([2, 2]);
  await end('a');
  expect(begun).toEqual(['a', 'b', 'c']);
  expect([gate.running, gate.waiting]).toEqual([2, 1]);
});

test('a new address does not wait until the whole queue of another address is done', async () => {
  const gate = createFairGate({ atOnce: 1, atOnceEach: 1, waiting: 10, waitMs: 1_000 });
  const { begun, work, end } = held();
  for (const name of ['a', 'b', 'c', 'd']) gate.run('crowd', work(name));
  gate.run('shopper', work('page'));
  await vi.advanceTimersByTimeAsync(0);
  await end('a');
  await end('b');
  expect(begun).toEqual(['a', 'b', 'page']);
});

test('one address cannot use all places, so a request of another address starts immediately', async () => {
  const gate = createFairGate({ atOnce: 3, atOnceEach: 1, waiting: 10, waitMs: 1_000 });
  const { begun, work, end } = held();
  for (const name of ['a', 'b', 'c']) gate.run('crowd', work(name));
  gate.run('shopper', work('page'));
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toEqual(['a', 'page']);
  await end('page');
  expect(begun).toEqual(['a', 'page']);
  await end('a');
  expect(begun).toEqual(['a', 'page', 'b']);
});

test('one network cannot use all places, however many clients it has', async () => {
  const gate = createFairGate({ atOnce: 5, atOnceEach: 2, atOnceNetwork: 3, waiting: 10, waitMs: 1_000 });
  const { begun, work, end } = held();
  for (const [index, name] of ['a', 'b', 'c', 'd'].entries()) gate.run(`2001:db8:1:${index}::/64`, work(name));
  gate.run('2001:db8:2:0::/64', work('neighbour'));
  for (const name of ['x', 'y', 'z']) gate.run('10.0.0.1', work(name));
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toEqual(['a', 'b', 'c', 'neighbour', 'x']);
  await end('neighbour');
  expect(begun).toEqual(['a', 'b', 'c', 'neighbour', 'x', 'y']);
  await end('a');
  expect(begun).toEqual(['a', 'b', 'c', 'neighbour', 'x', 'y', 'd']);
});

test('a caller that waits too long, or arrives when too many wait, is refused and its work never starts', async () => {
  const gate = createFairGate({ atOnce: 1, atOnceEach: 1, waiting: 1, waitMs: 1_000 });
  const { begun, work, end } = held();
  gate.run('one', work('a'));
  const late = expect(gate.run('one', work('late'))).rejects.toThrow(Overloaded);
  await expect(gate.run('two', work('surplus'))).rejects.toThrow(Overloaded);
  await vi.advanceTimersByTimeAsync(1_000);
  await late;
  await end('a');
  expect(begun).toEqual(['a']);
  expect([gate.running, gate.waiting]).toEqual([0, 0]);
});

test('if one client fills the queue, another client gets its last place', async () => {
  const gate = createFairGate({ atOnce: 1, atOnceEach: 1, waiting: 3, waitMs: 1_000 });
  const { begun, work, end } = held();
  const refused: string[] = [];
  const ask = (who: string, name: string): void => {
    gate.run(who, work(name)).catch((error: Error) => void (error instanceof Overloaded && refused.push(name)));
  };
  for (const name of ['a', 'b', 'c', 'd', 'e']) ask('crowd', name);
  ask('shopper', 'page');
  await vi.advanceTimersByTimeAsync(0);
  expect([refused, gate.waiting, gate.waitingOf('crowd'), gate.waitingOf('shopper')]).toEqual([['e', 'd'], 3, 2, 1]);
  ask('neighbour', 'other page');
  await vi.advanceTimersByTimeAsync(0);
  expect([refused, gate.waiting]).toEqual([['e', 'd', 'c'], 3]);
  // Now each client has only one place, so no client loses its place.
  ask('late', 'last page');
  await vi.advanceTimersByTimeAsync(0);
  expect([refused, gate.waiting]).toEqual([['e', 'd', 'c', 'last page'], 3]);
  for (const name of ['a', 'b', 'page', 'other page']) await end(name);
  expect(begun).toEqual(['a', 'b', 'page', 'other page']);
  expect([gate.running, gate.waiting]).toEqual([0, 0]);
});

test('after a task its client pauses for the configured time, while tasks of other clients start', async () => {
  const gate = createFairGate({ atOnce: 1, atOnceEach: 1, restEach: 2, waiting: 10, waitMs: 10_000 });
  const { begun, work, end } = held();
  for (const name of ['a', 'b']) gate.run('crowd', work(name));
  await vi.advanceTimersByTimeAsync(100);
  await end('a');
  gate.run('shopper', work('page'));
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toEqual(['a', 'page']);
  await end('page');
  await vi.advanceTimersByTimeAsync(199);
  expect(begun).toEqual(['a', 'page']);
  await vi.advanceTimersByTimeAsync(1);
  expect(begun).toEqual(['a', 'page', 'b']);
});

test('a failed task frees its place for the next task', async () => {
  const gate = createFairGate({ atOnce: 1, atOnceEach: 1, waiting: 1, waitMs: 1_000 });
  await expect(gate.run('one', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(gate.running).toBe(0);
});

/** Returns clients of one IPv6 line, as `clientOf` names them. */
const ofOneLine = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `2001:db8:1:ff${index.toString(16).padStart(2, '0')}::/64`);

test('a client does not wait until the whole queue of another IPv6 network is done', async () => {
  const gate = createFairGate({ atOnce: 8, atOnceEach: 1, waiting: 64, waitMs: 1_000 });
  const { begun, work, end } = held();
  const refused: string[] = [];
  const ask = (who: string): void => {
    gate.run(who, work(who)).catch((error: Error) => void (error instanceof Overloaded && refused.push(who)));
  };
  const line = ofOneLine(72);
  for (const who of line) ask(who);
  for (const who of ['10.0.0.1', '2001:db8:2:1::/64']) ask(who);
  await vi.advanceTimersByTimeAsync(0);
  expect(refused).toHaveLength(2);
  expect([gate.running, gate.waiting, gate.waitingOf('10.0.0.1')]).toEqual([8, 64, 1]);
  for (const who of line.slice(0, 3)) await end(who);
  expect(begun.slice(8)).toEqual([line[8], '10.0.0.1', '2001:db8:2:1::/64']);
});

test('within a network, a new client does not wait until the whole queue of another client is done', async () => {
  const gate = createFairGate({ atOnce: 1, atOnceEach: 1, waiting: 3, waitMs: 1_000 });
  const { begun, work, end } = held();
  const [crowd = '', neighbour = ''] = ofOneLine(2);
  const refused: string[] = [];
  for (const name of ['a', 'b', 'c', 'd']) gate.run(crowd, work(name)).catch(() => void refused.push(name));
  gate.run(neighbour, work('page'));
  await vi.advanceTimersByTimeAsync(0);
  expect(refused).toEqual(['d']);
  for (const name of ['a', 'b', 'page']) await end(name);
  expect(begun).toEqual(['a', 'b', 'page', 'c']);
});
