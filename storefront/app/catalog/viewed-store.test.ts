import { expect, test } from 'vitest';
import { parseViewed } from './viewed-store.ts';

test.each([
  ['nothing', null, []],
  ['no JSON', '[', []],
  ['no list', '{"a":1}', []],
  ['what was kept', '["TV-1","TV-2"]', ['TV-1', 'TV-2']],
  ['what is no sku', '["TV-1",2,null,"",["TV-2"]]', ['TV-1']],
])('a stored text: %s', (_, stored, expected) => {
  expect(parseViewed(stored)).toEqual(expected);
});
