import { expect, test } from 'vitest';
import { allLatencies, interleave, isRound, medianRate, type Round, runRound } from './rounds.ts';

/** A clock that stands still until something is done. */
const stoppedClock = () => {
  let time = 5_000;
  return {
    now: () => time,
    taking: (milliseconds: number) => async () => {
      time += milliseconds;
    },
  };
};

test('a round counts what was done, how long each took and how many a second', async () => {
  const clock = stoppedClock();
  expect(await runRound([clock.taking(25)], 100, clock.now)).toEqual({ rate: 40, latencies: [25, 25, 25, 25] });
});

test('what is begun when the time is over is finished, counted, and its time is in the rate', async () => {
  const clock = stoppedClock();
  expect(await runRound([clock.taking(80)], 100, clock.now)).toEqual({ rate: 12.5, latencies: [80, 80] });
});

test('all workers’ calls are counted together', async () => {
  const clock = stoppedClock();
  const { latencies } = await runRound([clock.taking(10), clock.taking(10)], 40, clock.now);
  expect(latencies.length).toBe(4);
});

test('a round in which nothing was done, or in no time, or that failed, gives no figure', async () => {
  const clock = stoppedClock();
  await expect(runRound([], 100, clock.now)).rejects.toThrow('nothing was done');
  await expect(runRound([clock.taking(1)], 0, clock.now)).rejects.toThrow('nothing was done');
  const failing = async (): Promise<void> => {
    throw new Error('GET / answered 500');
  };
  await expect(runRound([clock.taking(10), failing], 100, clock.now)).rejects.toThrow('answered 500');
});

const numbered = (log: string[], name: string) => {
  let count = 0;
  return async (): Promise<Round> => {
    log.push(name);
    count += 1;
    return { rate: count, latencies: [count] };
  };
};

test('turns alternate, and the first of each warms up uncounted', async () => {
  const log: string[] = [];
  const pair = await interleave(numbered(log, 'ours'), numbered(log, 'bare'), 3);
  expect(log.join(' ')).toBe('ours bare bare ours ours bare bare ours');
  expect(pair.first.map(({ rate }) => rate)).toEqual([2, 3, 4]);
  expect(pair.second.map(({ rate }) => rate)).toEqual([2, 3, 4]);
});

test.each([0, -1, 1.5, Number.NaN])('%d rounds are refused', async (rounds) => {
  await expect(interleave(numbered([], 'ours'), numbered([], 'bare'), rounds)).rejects.toThrow(RangeError);
});

test('rounds are summed up by their median rate and all their calls', () => {
  const rounds = [
    { rate: 10, latencies: [1] },
    { rate: 30, latencies: [2, 3] },
    { rate: 11, latencies: [] },
  ];
  expect(medianRate(rounds)).toBe(11);
  expect(allLatencies(rounds)).toEqual([1, 2, 3]);
  expect(() => medianRate([])).toThrow();
});

test('what another process answers is a round only when something was done in it', () => {
  expect(isRound({ rate: 10, latencies: [100] })).toBe(true);
  for (const wrong of [
    null,
    {},
    { rate: 10 },
    { rate: 10, latencies: [] },
    { rate: 0, latencies: [1] },
    { rate: null, latencies: [1] },
    { rate: 10, latencies: [null] },
    { rate: 10, latencies: 'many' },
  ])
    expect(isRound(wrong)).toBe(false);
});
