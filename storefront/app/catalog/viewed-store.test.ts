import { expect, test } from 'vitest';
import { parseViewed } from './viewed-store.ts';

test.each([
  ['no stored text', null, []],
  ['invalid JSON', '[', []],
  ['an object instead of a list', '{"a":1}', []],
  ['a list of SKUs', '["TV-1","TV-2"]', ['TV-1', 'TV-2']],
  ['entries that are no SKU are dropped', '["TV-1",2,null,"",["TV-2"]]', ['TV-1']],
])('the stored products are read: %s', (_, stored, expected) => {
  expect(parseViewed(stored)).toEqual(expected);
});
