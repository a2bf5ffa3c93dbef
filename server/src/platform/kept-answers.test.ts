import { expect, test } from 'vitest';
import { keepAnswers } from './kept-answers.ts';

const countingTransport = (statusOf: () => number = () => 200) => {
  let calls = 0;
  const kept = keepAnswers(async () => {
    calls += 1;
    return { status: statusOf(), text: String(calls) };
  });
  const ask = async (url: string, method = 'GET') => (await kept.transport({ method, url, headers: {} })).text;
  return { kept, ask };
};

test('the menu is asked for once, until its tag is purged', async () => {
  const { kept, ask } = countingTransport();
  expect([await ask('/v1/categories'), await ask('/v1/categories')]).toEqual(['1', '1']);
  kept.purge(['product:TV-1']);
  expect(await ask('/v1/categories')).toBe('1');
  kept.purge(['content']);
  expect(await ask('/v1/categories')).toBe('2');
  kept.purge(['*']);
  expect(await ask('/v1/categories')).toBe('3');
});

test('nothing else is kept', async () => {
  const { ask } = countingTransport();
  expect([await ask('/v1/home'), await ask('/v1/home')]).toEqual(['1', '2']);
  expect([await ask('/v1/categories', 'POST'), await ask('/v1/categories', 'POST')]).toEqual(['3', '4']);
});

test('a refusal is not kept', async () => {
  let status = 503;
  const { ask } = countingTransport(() => status);
  await ask('/v1/flags');
  status = 200;
  expect([await ask('/v1/flags'), await ask('/v1/flags')]).toEqual(['2', '2']);
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
  const before = kept.transport({ method: 'GET', url: '/v1/flags', headers: {} });
  kept.purge(['flags']);
  const after = kept.transport({ method: 'GET', url: '/v1/flags', headers: {} });
  release();
  await before;
  expect((await after).text).toBe('2');
  expect((await kept.transport({ method: 'GET', url: '/v1/flags', headers: {} })).text).toBe('2');
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
  const ask = async () => (await kept.transport({ method: 'GET', url: '/v1/flags', headers: {} })).text;
  expect(await ask()).toBe('1');
  now = 59_999;
  expect(await ask()).toBe('1');
  now = 60_000;
  void ask();
  now = 120_000;
  expect(await ask()).toBe('3');
});
