import { expect, test } from 'vitest';
import {
  allLatencies,
  cpuBetween,
  cpuLines,
  interleave,
  medianRate,
  type ProcessStat,
  type Round,
  rateRatio,
  readStat,
  runRound,
} from './rounds.ts';

/** A fake clock. Only a simulated call moves it. */
const stoppedClock = () => {
  let time = 5_000;
  return {
    now: () => time,
    taking: (milliseconds: number) => async () => {
      time += milliseconds;
    },
  };
};

test('a round counts its calls, the time of each, and the calls per second', async () => {
  const clock = stoppedClock();
  expect(await runRound([clock.taking(25)], 100, clock.now)).toEqual({ rate: 40, latencies: [25, 25, 25, 25] });
});

test('calls in progress at the end are finished and counted, with their time', async () => {
  const clock = stoppedClock();
  expect(await runRound([clock.taking(80)], 100, clock.now)).toEqual({ rate: 12.5, latencies: [80, 80] });
});

test('the calls of all workers are counted together', async () => {
  const clock = stoppedClock();
  const { latencies } = await runRound([clock.taking(10), clock.taking(10)], 40, clock.now);
  expect(latencies.length).toBe(4);
});

test('a round without calls, without time, or with an error has no figure', async () => {
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

test('the sides alternate, and the first round of each side is a warm-up', async () => {
  const log: string[] = [];
  const pair = await interleave(numbered(log, 'ours'), numbered(log, 'bare'), 3);
  expect(log.join(' ')).toBe('ours bare bare ours ours bare bare ours');
  expect(pair.first.map(({ rate }) => rate)).toEqual([2, 3, 4]);
  expect(pair.second.map(({ rate }) => rate)).toEqual([2, 3, 4]);
});

test.each([0, -1, 1.5, Number.NaN])('%d rounds are refused', async (rounds) => {
  await expect(interleave(numbered([], 'ours'), numbered([], 'bare'), rounds)).rejects.toThrow(RangeError);
});

test('rounds are summarised by their median rate and all their calls', () => {
  const rounds = [
    { rate: 10, latencies: [1] },
    { rate: 30, latencies: [2, 3] },
    { rate: 11, latencies: [] },
  ];
  expect(medianRate(rounds)).toBe(11);
  expect(allLatencies(rounds)).toEqual([1, 2, 3]);
  expect(() => medianRate([])).toThrow();
});

test('the sides are compared turn by turn', () => {
  const rounds = (...rates: number[]) => rates.map((rate) => ({ rate, latencies: [1] }));
  // A busy machine in the second turn slows down both sides in the same way.
  expect(rateRatio({ first: rounds(50, 5, 50), second: rounds(100, 10, 100) })).toBe(0.5);
});

const line = (name: string, times: string): string =>
  `42 (${name}) S 7 42 42 0 -1 4194560 1 2 3 4 ${times} 20 0 1 0 99`;

test('the time of a process and of its ended children is read in seconds', () => {
  expect(readStat(line('node', '150 25 1000 5'))).toEqual({ parent: 7, cpu: 11.8 });
});

test('a process name may contain brackets and spaces', () => {
  expect(readStat(line('postgres: ceiba) S 1 (x', '100 0 0 0'))).toEqual({ parent: 7, cpu: 1 });
});

test.each(['', '42 node S 7', '42 (node) S 7 42', line('node', 'a b c d')])('"%s" is refused', (text) => {
  expect(() => readStat(text)).toThrow();
});

const table = (stats: Record<number, [parent: number, cpu: number]>) =>
  new Map(Object.entries(stats).map(([pid, [parent, cpu]]): [number, ProcessStat] => [Number(pid), { parent, cpu }]));

test('only the requested processes and their children are summed', () => {
  const before = table({ 1: [0, 100], 10: [1, 1], 11: [10, 2], 12: [11, 50], 20: [1, 7] });
  const after = table({ 1: [0, 900], 10: [1, 1.5], 11: [10, 2.25], 12: [11, 90], 20: [1, 8] });
  expect(cpuBetween(before, after, [10])).toBe(0.75);
  expect(cpuBetween(before, after, [10, 20])).toBe(1.75);
});

test('a child process counts once, whether it runs, is new or has ended', () => {
  const before = table({ 10: [1, 1], 11: [10, 4] });
  expect(cpuBetween(before, table({ 10: [1, 1], 11: [10, 4], 12: [10, 0.5] }), [10])).toBe(0.5);
  // The child used one more second and ended: the parent's time now includes the child's five seconds.
  expect(cpuBetween(before, table({ 10: [1, 6] }), [10])).toBe(1);
  expect(cpuBetween(before, before, [10, 11])).toBe(0);
});

test('a process that is missing before or after has no figure', () => {
  const there = table({ 10: [1, 1] });
  const withoutProcess = table({ 9: [1, 1] });
  expect(() => cpuBetween(there, withoutProcess, [10])).toThrow('process 10');
  expect(() => cpuBetween(withoutProcess, there, [10])).toThrow('process 10');
});

test('time that goes backwards is refused', () => {
  expect(() => cpuBetween(table({ 10: [1, 2] }), table({ 10: [1, 1] }), [10])).toThrow('CPU time');
});

const watched = (...times: (number | undefined)[]) =>
  times.map((cpuPerCall) => ({ rate: 1, latencies: [1], ...(cpuPerCall === undefined ? {} : { cpuPerCall }) }));

test('the printed line compares the bare script’s CPU time with ours, turn by turn', () => {
  const [result] = cpuLines('purchase-cpu', { first: watched(2, 4, 8), second: watched(1, 1, 4) }, 'a journey');
  expect(result).toMatchObject({ ratio: 0.5, target: null, detail: '4.000 ms of CPU a journey, bare 1.000 ms' });
});

test('without CPU times no line is printed, and with some CPU times the command fails', () => {
  expect(cpuLines('cpu', { first: watched(undefined), second: watched(undefined) }, 'a page')).toEqual([]);
  expect(() => cpuLines('cpu', { first: watched(1, 2), second: watched(1, undefined) }, 'a page')).toThrow();
});
