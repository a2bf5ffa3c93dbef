import { expect, test } from 'vitest';
import { listSources, readSource } from './source-files.ts';

const files = listSources().filter((file) => !file.startsWith('checks/'));

const hits = (pattern: RegExp): string[] =>
  files.flatMap((file) =>
    readSource(file)
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
  );

test('the code has no type suppression', () => {
  expect(hits(/@ts-(?:ignore|expect-error|nocheck)|biome-ignore|\bas unknown as\b/)).toEqual([]);
});

const inTests = (pattern: RegExp): string[] =>
  hits(pattern).filter((hit) => /^[^:]*(?:\.(?:test|spec)\.tsx?:|\/testing\/)|^e2e\//.test(hit));

test('no test is skipped, not even on a condition, and no test runs alone', () => {
  const refused =
    /\b(?:test|it|describe|suite|context|ctx|task|info|testInfo)\b[\w.]*\.(?:skip|skipIf|runIf|only|todo|fixme|fails?)\b/;
  expect(inTests(refused)).toEqual([]);
});

/** Files that may sleep briefly to wait for a condition. The last file shortens pauses of the product. */
const mayNap = [
  'server/src/testing/until.ts',
  'server/src/testing/retrying-shopper.ts',
  'storefront/app/testing/page-timers.ts',
];

test('tests wait for conditions and pause points, not for a fixed time', () => {
  const naps = inTests(/\bwaitForTimeout\b|\btimers\/promises\b|\bsetTimeout\(|\bpg_sleep\(\d/);
  expect(naps.filter((hit) => !mayNap.some((file) => hit.startsWith(`${file}:`)))).toEqual([]);
});

/** Files that wait for a condition, or model a shopper's retries. Both need the real clock. */
const mayReadClock = ['server/src/testing/until.ts', 'server/src/testing/retrying-shopper.ts'];

test('no test measures durations', () => {
  expect(inTests(/\bperformance\.now\b|\bhrtime\b|expect\(Date\.now\(\)/)).toEqual([]);
  const clockReads = inTests(/(?:=|\?\?) Date\.now\(\)\s*[;,)]|[<>-]=? ?Date\.now\(\)|Date\.now\(\) ?[<>]/);
  expect(clockReads.filter((hit) => !mayReadClock.some((file) => hit.startsWith(`${file}:`)))).toEqual([]);
});

test('a test with a fake clock uses no `poll` or `waitFor`, which would move the clock', () => {
  const holding = files.filter((file) => /\.useFakeTimers\(/.test(readSource(file)));
  const moving = inTests(/\bexpect\.poll\(|\bvi\.wait(?:For|Until)\(/).map((hit) => hit.split(':')[0] ?? '');
  expect(holding.filter((file) => moving.includes(file))).toEqual([]);
});

test('a screen test searches the text of an alert, not its region', () => {
  expect(inTests(/\bscreen\.findByRole\('(?:alert|status)'\)/)).toEqual([]);
});

test('no test is retried until success, or stops waiting earlier than `until`', () => {
  expect(inTests(/\btoPass\b|\bretry: ?[1-9]|\brepeats:/)).toEqual([]);
  const impatient = inTests(/\buntil\(/).filter((hit) => {
    const limit = /,\s*([\d_]+)\)/.exec(hit.slice(hit.indexOf('until(')))?.[1];
    return limit !== undefined && Number(limit.replaceAll('_', '')) < 10_000;
  });
  expect(impatient).toEqual([]);
});

test('the code has no open to-do comments', () => {
  expect(hits(/\b(?:TODO|FIXME|XXX|HACK)\b/)).toEqual([]);
});

test('server-rendered markup has no style attribute', () => {
  expect(hits(/\sstyle=\{/).filter((line) => line.startsWith('storefront/'))).toEqual([]);
});

/** Matches a time limit on waiting: in an option, in an argument of a call, or in a setting of a shop. */
const timeLimit =
  /\b(?:\w*timeout\w*|\w*Timeout\w*|connectMs|patience\w*)(?: ?[:=]| ?=>)? ?'?(\d[\d_]*)|\bAbortSignal\.timeout\((\d[\d_]*)|\b[A-Z_]*TIMEOUT_MS: '(\d+)'/;

const shortLimits = (lines: readonly string[]): string[] =>
  lines.filter((line) => {
    const found = timeLimit.exec(line.replace(/^[^ ]* /, ''));
    const limit = found?.slice(1).find((each) => each !== undefined);
    const milliseconds = Number(limit?.replaceAll('_', '') ?? 0);
    // With a limit of 1 ms, the test checks once and does not wait.
    return milliseconds > 1 && milliseconds < 60_000;
  });

test('no test times out within a minute, unless the test expects silence (`expectedSilenceMs`)', () => {
  // With a fake clock, the test itself decides how much time passes.
  const holding = files.filter((file) => /\.useFakeTimers\(/.test(readSource(file)));
  const impatient = shortLimits(inTests(/timeout|Timeout|connectMs|patience|TIMEOUT_MS/));
  expect(impatient.filter((hit) => !holding.includes(hit.split(':')[0] ?? ''))).toEqual([]);
});

test.each([
  ['gateway({ timeoutMs: 1_000 })', true],
  ['fetch(url, { signal: AbortSignal.timeout(5_000) })', true],
  ["BANK_TIMEOUT_MS: '500',", true],
  ['timeoutMs = 5_000,', true],
  ['await expect.poll(look, { timeout: 60_000 })', false],
  ['gateway({ timeoutMs: expectedSilenceMs })', false],
])('the time limit in %s is too short: %s', (line, isShort) => {
  expect(shortLimits([`file.ts:1 ${line}`])).toHaveLength(isShort ? 1 : 0);
});

test('no test searches an alert on a real clock', () => {
  // The clock of these tests moves only with the page's own work, because nothing else runs in that process.
  const mayAdvance = ['storefront/app/carts/undo-removal', 'storefront/app/wishlists/browser-list'];
  const advancing = inTests(/shouldAdvanceTime: true/);
  expect(advancing.filter((hit) => !mayAdvance.some((file) => hit.startsWith(file)))).toEqual([]);
  const heldTimes = /noticeTimes: readonly unknown\[\] = \[([^\]]*)\]/.exec(
    readSource('storefront/app/testing/page-timers.ts'),
  );
  const stand = ['storefront/app/alerts/notices.ts', 'domain/src/alerts/alert.ts'].flatMap((file) =>
    [...readSource(file).matchAll(/Ms = ([\d_]+);/g)].map(([, time]) => time),
  );
  expect(stand.length).toBeGreaterThan(2);
  expect(heldTimes?.[1]?.split(', ')).toEqual([...new Set(stand)].toSorted());
});
