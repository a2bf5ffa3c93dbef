import { describe, expect, it } from 'vitest';
import { moveInList } from './search-box.tsx';

describe('[DEC-162] keys in the list of suggestions', () => {
  const open = (active: number) => ({ isOpen: true, active });

  it.each([
    ['down from the input', open(-1), 'ArrowDown', 3, open(0)],
    ['down from the last row', open(2), 'ArrowDown', 3, open(-1)],
    ['up from the input', open(-1), 'ArrowUp', 3, open(2)],
    ['up from the first row', open(0), 'ArrowUp', 3, open(-1)],
    ['down in an empty list', open(-1), 'ArrowDown', 0, open(-1)],
    ['down while closed', { isOpen: false, active: -1 }, 'ArrowDown', 3, open(-1)],
    ['escape', open(1), 'Escape', 3, { isOpen: false, active: -1 }],
  ])('%s', (_, list, key, count, expected) => {
    expect(moveInList(list, key, count)).toEqual(expected);
  });

  it('leaves other keys to the input, and Escape when nothing is open', () => {
    expect(moveInList(open(0), 'a', 3)).toBeNull();
    expect(moveInList({ isOpen: false, active: -1 }, 'Escape', 3)).toBeNull();
  });
});
