import { expect, test } from 'vitest';
import { cpuBetween, cpuLines, type ProcessStat, readStat } from './cpu-time.ts';

const line = (name: string, times: string): string =>
  `42 (${name}) S 7 42 42 0 -1 4194560 1 2 3 4 ${times} 20 0 1 0 99`;

test('a process’s own time and that of its ended children is read, in seconds', () => {
  expect(readStat(line('node', '150 25 1000 5'))).toEqual({ parent: 7, cpu: 11.8 });
});

test('a name may hold brackets and spaces', () => {
  expect(readStat(line('postgres: ceiba) S 1 (x', '100 0 0 0'))).toEqual({ parent: 7, cpu: 1 });
});

test.each(['', '42 node S 7', '42 (node) S 7 42', line('node', 'a b c d')])('"%s" is refused', (text) => {
  expect(() => readStat(text)).toThrow();
});

const table = (stats: Record<number, [parent: number, cpu: number]>) =>
  new Map(Object.entries(stats).map(([pid, [parent, cpu]]): [number, ProcessStat] => [Number(pid), { parent, cpu }]));

test('only the processes asked for and their children are summed', () => {
  const before = table({ 1: [0, 100], 10: [1, 1], 11: [10, 2], 12: [11, 50], 20: [1, 7] });
  const after = table({ 1: [0, 900], 10: [1, 1.5], 11: [10, 2.25], 12: [11, 90], 20: [1, 8] });
  expect(cpuBetween(before, after, [10])).toBe(0.75);
  expect(cpuBetween(before, after, [10, 20])).toBe(1.75);
});

test('a child counts once, whether it lives, is new or has ended into its parent’s account', () => {
  const before = table({ 10: [1, 1], 11: [10, 4] });
  expect(cpuBetween(before, table({ 10: [1, 1], 11: [10, 4], 12: [10, 0.5] }), [10])).toBe(0.5);
  // The child used one second more and ended: its five are the parent's now.
  expect(cpuBetween(before, table({ 10: [1, 6] }), [10])).toBe(1);
  expect(cpuBetween(before, before, [10, 11])).toBe(0);
});

test('a process that is not there, before or after, gives no figure', () => {
  const there = table({ 10: [1, 1] });
  const gone = table({ 9: [1, 1] });
  expect(() => cpuBetween(there, gone, [10])).toThrow('process 10');
  expect(() => cpuBetween(gone, there, [10])).toThrow('process 10');
});

test('time that goes back is refused', () => {
  expect(() => cpuBetween(table({ 10: [1, 2] }), table({ 10: [1, 1] }), [10])).toThrow('CPU time');
});

const rounds = (...times: (number | undefined)[]) =>
  times.map((cpuPerCall) => ({ rate: 1, latencies: [1], ...(cpuPerCall === undefined ? {} : { cpuPerCall }) }));

test('the printed line is the bare’s CPU time beside ours, turn by turn', () => {
  const [result] = cpuLines('purchase-cpu', { first: rounds(2, 4, 8), second: rounds(1, 1, 4) }, 'a journey');
  expect(result).toMatchObject({ ratio: 0.5, bar: null, detail: '4.000 ms of CPU a journey, bare 1.000 ms' });
});

test('where the system tells nothing there is no line; where it tells half there is an error', () => {
  expect(cpuLines('cpu', { first: rounds(undefined), second: rounds(undefined) }, 'a page')).toEqual([]);
  expect(() => cpuLines('cpu', { first: rounds(1, 2), second: rounds(1, undefined) }, 'a page')).toThrow();
});
