import { writeStored } from '@ceiba/client/storage';
import { afterEach, expect, test, vi } from 'vitest';
import { isStorageFailing } from './storage-notice.tsx';

const key = 'ceiba.cart';

afterEach(() => {
  writeStored('local', key, null);
  vi.unstubAllGlobals();
});

test.each([
  ['works', false, () => {}],
  [
    'is full',
    true,
    () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  ],
])('if the storage %s, storing a cart fails: %s', (_, isFailing, setItem) => {
  vi.stubGlobal('window', { localStorage: { getItem: () => null, setItem, removeItem: () => {} } });
  expect(isStorageFailing('local', key)).toBe(false);
  writeStored('local', key, 'a');
  expect(isStorageFailing('local', key)).toBe(isFailing);
});

test('a browser that blocks storage warns before anything is written', () => {
  const blocked = {
    get localStorage(): Storage {
      throw new DOMException('blocked', 'SecurityError');
    },
  };
  vi.stubGlobal('window', blocked);
  expect(isStorageFailing('local', key)).toBe(true);
});
