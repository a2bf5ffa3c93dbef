import { afterEach, expect, test, vi } from 'vitest';
import { localText, parseJson, readStored, writeStored } from './storage.ts';

const full: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = {
  getItem: () => null,
  setItem: () => {
    throw new DOMException('full', 'QuotaExceededError');
  },
  removeItem: () => {},
};

const closed = {
  get localStorage(): Storage {
    throw new DOMException('closed', 'SecurityError');
  },
};

const working = () => {
  const texts = new Map<string, string>();
  return {
    texts,
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  };
};

afterEach(() => {
  writeStored('local', 'ceiba.cart', null);
  vi.unstubAllGlobals();
});

test.each([
  ['full', { localStorage: full }],
  ['closed', closed],
])('if storage is %s, a written text lasts as long as the page', (_, window) => {
  vi.stubGlobal('window', window);
  expect(readStored('local', 'ceiba.cart')).toBeNull();
  writeStored('local', 'ceiba.cart', 'a');
  expect(readStored('local', 'ceiba.cart')).toBe('a');
  expect(readStored('session', 'ceiba.cart')).toBeNull();
  writeStored('local', 'ceiba.cart', null);
  expect(readStored('local', 'ceiba.cart')).toBeNull();
});

test('a stored text is written without an envelope, only on a change, and removed when empty', () => {
  const localStorage = working();
  vi.stubGlobal('window', { localStorage });
  const storage = localText();
  expect(storage.getItem('ceiba.cart')).toEqual({ state: '' });
  storage.setItem('ceiba.cart', { state: 'a' });
  expect(localStorage.texts.get('ceiba.cart')).toBe('a');
  localStorage.texts.set('ceiba.cart', 'of another tab');
  storage.setItem('ceiba.cart', { state: 'a' });
  expect(localStorage.texts.get('ceiba.cart')).toBe('of another tab');
  storage.setItem('ceiba.cart', { state: '' });
  expect(localStorage.texts.has('ceiba.cart')).toBe(false);
});

test.each([
  [null, null],
  [7, null],
  ['{', null],
  ['{"a":1}', { a: 1 }],
])('text %j contains %j', (text, value) => {
  expect(parseJson(text)).toEqual(value);
});
