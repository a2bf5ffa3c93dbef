import { readFileSync } from 'node:fs';
import { deskEndpoints } from '@ceiba/contract/desk/endpoints';
import { callBudgets, type DayBudget, dayBudgets, type EndpointSpec, type RateLimit } from '@ceiba/contract/endpoint';
import { endpoints } from '@ceiba/contract/endpoints';
import { expect, test } from 'vitest';

const document = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8');

interface Row {
  calls: string[];
  bytes: string;
  megabytes: string;
  bound: string;
}

const namesIn = (cell: string): string[] => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);

/** Returns the rows of the section "What strangers can store". */
const rows = (): Row[] => {
  const [, section = ''] = document.split('## What strangers can store\n');
  return [...(section.split('\n## ')[0] ?? '').matchAll(/^\| (`.*) \|$/gm)].map(([, row = '']) => {
    const [calls = '', , bytes = '', megabytes = '', bound = ''] = row.split('|').map((cell) => cell.trim());
    return { calls: namesIn(calls), bytes, megabytes, bound };
  });
};

/** Strangers can also make calls of the desk that need no session. Refusals of staff calls have their own test. */
const calls = [
  ...Object.values<EndpointSpec>(endpoints),
  ...Object.values<EndpointSpec>(deskEndpoints).filter(({ auth }) => auth !== 'staff'),
];

/** Calls whose method may write. A real shop does not have the calls of the demo. */
const writes = calls.filter(({ method, auth }) => method !== 'GET' && auth !== 'demo');

/** checks/src/writing-calls.test.ts finds GET calls that write. */
const reads = new Set(calls.filter(({ method }) => method === 'GET').map(({ name }) => name));

const isDayBudget = (name: string): name is DayBudget => name in dayBudgets;
const isLimit = (name: string): name is RateLimit => name in callBudgets;

/** Returns how many megabytes an address may store per day, according to the code. */
const megabytesOf = ({ bytes, bound }: Row): string => {
  const [kind, quoted = ''] = bound.split(' ');
  const [name = ''] = namesIn(quoted);
  if (kind === 'bytes' && isDayBudget(name)) return String(dayBudgets[name] / 1_000_000);
  if (kind !== 'calls' || !isLimit(name)) return '';
  const { calls: most, seconds } = callBudgets[name];
  return (((most * 86_400) / seconds) * (Number(bytes) / 1_000_000)).toFixed(1);
};

test('the document on what strangers can store lists each call that may write once', () => {
  const listed = rows().flatMap(({ calls }) => calls);
  expect(listed.filter((name) => !reads.has(name)).toSorted()).toEqual(writes.map(({ name }) => name).toSorted());
});

test("the document lists the code's budgets, and only calls that exist", () => {
  const table = rows();
  expect(table.map(({ calls, megabytes }) => [calls[0], megabytes])).toEqual(
    table.map((row) => [row.calls[0], megabytesOf(row)]),
  );
  const counted = table.flatMap(({ calls, bound }) =>
    bound.startsWith('bytes ') ? calls.map((name) => [name, ...namesIn(bound)]) : [],
  );
  expect(counted.toSorted()).toEqual(
    calls.flatMap(({ name, dayBytes }) => (dayBytes === undefined ? [] : [[name, dayBytes.of]])).toSorted(),
  );
});
