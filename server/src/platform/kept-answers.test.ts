import type { CallName } from '@ceiba/contract/client';
import { expect, test } from 'vitest';
import { keepAnswers } from './kept-answers.ts';

const countingCalls = (statusOf: () => number = () => 200) => {
  let calls = 0;
  const kept = keepAnswers(async () => {
    calls += 1;
    return { status: statusOf(), text: String(calls) };
  });
  const ask = async (name: CallName) => (await kept.calls(name, {})).text;
  return { kept, ask };
};

test('the menu is asked for once, until its tag is purged', async () => {
  const { kept, ask } = countingCalls();
  expect([await ask('getCategories'), await ask('getCategories')]).toEqual(['1', '1']);
  kept.purge(['product:TV-1']);
  expect(await ask('getCategories')).toBe('1');
  kept.purge(['content']);
  expect(await ask('getCategories')).toBe('2');
  kept.purge(['*']);
  expect(await ask('getCategories')).toBe('3');
});

test('nothing else is kept', async () => {
  const { ask } = countingCalls();
  expect([await ask('getHome'), await ask('getHome')]).toEqual(['1', '2']);
});

test('a refusal is not kept', async () => {
  let status = 503;
  const { ask } = countingCalls(() => status);
  await ask('getFlags');
  status = 200;
  expect([await ask('getFlags'), await ask('getFlags')]).toEqual(['2', '2']);
});

test('an answer that was asked for before a purge is not kept after it', async () => {
  let release: () => void = () => {};
  const gate = new Promise<void>((done) => {
    release = done;
  });
  let calls = 0;
  const kept = keepAnswers(async () => {
    calls += 1;
    if (calls === 1) await gate;
    return { status: 200, text: String(calls) };
  });
  const before = kept.calls('getFlags', {});
  kept.purge(['flags']);
  const after = kept.calls('getFlags', {});
  release();
  await before;
  expect((await after).text).toBe('2');
  expect((await kept.calls('getFlags', {})).text).toBe('2');
});

test('an answer is kept for a minute, also one that never comes', async () => {
  let now = 0;
  let calls = 0;
  const kept = keepAnswers(
    async () => {
      calls += 1;
      if (calls === 2) await new Promise(() => {});
      return { status: 200, text: String(calls) };
    },
    () => now,
  );
  const ask = async () => (await kept.calls('getFlags', {})).text;
  expect(await ask()).toBe('1');
  now = 59_999;
  expect(await ask()).toBe('1');
  now = 60_000;
  void ask();
  now = 120_000;
  expect(await ask()).toBe('3');
});
