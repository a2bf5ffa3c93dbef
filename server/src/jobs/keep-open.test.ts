import { expect, test, vi } from 'vitest';
import { until } from '../testing/until.ts';
import { keepOpen } from './keep-open.ts';

/** Opens queues one after the other. `end` ends the last queue. */
const openQueues = () => {
  const ends: ((error?: Error) => void)[] = [];
  const open = vi.fn(async () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    ends.push((error) => (error === undefined ? resolve() : reject(error)));
    return { promise, stop: async () => resolve() };
  });
  return { open, end: (error?: Error) => ends.at(-1)?.(error) };
};

test.each([
  ['well', undefined],
  ['with an error', new Error('no space left on device')],
])('a queue that ends by itself %s is opened again each time', async (_, error) => {
  const { open, end } = openQueues();
  const ended = vi.fn();
  const kept = await keepOpen(open, ended, 1);
  for (const times of [2, 3]) {
    end(error);
    await until(() => open.mock.calls.length === times);
  }
  expect(ended).toHaveBeenCalledTimes(2);
  await kept.close();
  expect(open).toHaveBeenCalledTimes(3);
});

test('a failed reopening is retried, but if the first opening fails, the caller gets the error', async () => {
  const { open, end } = openQueues();
  const kept = await keepOpen(open, () => {}, 1);
  open.mockRejectedValueOnce(new Error('the database is away')).mockRejectedValueOnce(new Error('still'));
  end();
  await until(() => open.mock.calls.length === 4);
  await kept.close();
  open.mockRejectedValueOnce(new Error('no such database'));
  await expect(keepOpen(open, () => {}, 1)).rejects.toThrow('no such database');
});

test('closing a queue does not wait for the pause', async () => {
  const { open, end } = openQueues();
  const ended = Promise.withResolvers<Error>();
  const kept = await keepOpen(open, ended.resolve, 3_600_000);
  end();
  await ended.promise;
  await kept.close();
  expect(open).toHaveBeenCalledTimes(1);
});

/** Closes an ended queue while it is being opened again. `late` settles that reopening. */
const closeWhileOpening = async () => {
  const { open, end } = openQueues();
  const kept = await keepOpen(open, () => {}, 1);
  const late = Promise.withResolvers<Awaited<ReturnType<typeof open>>>();
  open.mockReturnValueOnce(late.promise);
  end();
  await until(() => open.mock.calls.length === 2);
  return { open, late, closing: kept.close() };
};

// An unhandled rejection would end the process, and this test run with it.
test('a queue that is closed during a failing reopening is closed', async () => {
  const { open, late, closing } = await closeWhileOpening();
  late.reject(new Error('the database is away'));
  await closing;
  expect(open).toHaveBeenCalledTimes(2);
});

test('a queue that is closed during a successful reopening is closed, too', async () => {
  const { late, closing } = await closeWhileOpening();
  const stop = vi.fn(async () => {});
  late.resolve({ promise: new Promise(() => {}), stop });
  await closing;
  expect(stop).toHaveBeenCalled();
});
