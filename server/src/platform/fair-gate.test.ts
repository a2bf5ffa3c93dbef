import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFairGate, Overloaded } from './fair-gate.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Work that ends when it is told to. */
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

test('no more than allowed run at once, and each that ends lets the next begin', async () => {
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

test('addresses take turns: a crowd from one holds up only itself', async () => {
  const gate = createFairGate({ atOnce: 1, atOnceEach: 1, waiting: 10, waitMs: 1_000 });
  const { begun, work, end } = held();
  for (const name of ['a', 'b', 'c', 'd']) gate.run('crowd', work(name));
  gate.run('shopper', work('page'));
  await vi.advanceTimersByTimeAsync(0);
  await end('a');
  await end('b');
  expect(begun).toEqual(['a', 'b', 'page']);
});

test('one address has only its share at once; another begins beside it', async () => {
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

test('who waits too long, and who finds too many waiting, is refused; neither begins', async () => {
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

test('work that fails makes room, too', async () => {
  const gate = createFairGate({ atOnce: 1, atOnceEach: 1, waiting: 1, waitMs: 1_000 });
  await expect(gate.run('one', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(gate.running).toBe(0);
});
