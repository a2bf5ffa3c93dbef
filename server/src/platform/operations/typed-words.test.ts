import { expect, test } from 'vitest';
import { typedOptions } from './typed-words.ts';

const read = (...words: string[]) => typedOptions(words, { by: 5, reason: 10 }, ['scrap']);

test('options, flags and other words are told apart, texts without the blanks around them', () => {
  expect(read('A-1', '--by', ' Ana ', '--scrap', '--reason=no hay', 'B')).toEqual({
    texts: { by: 'Ana', reason: 'no hay' },
    flags: new Set(['scrap']),
    others: ['A-1', 'B'],
  });
  expect(read()).toEqual({ texts: {}, flags: new Set(), others: [] });
});

test.each([
  [['--by']],
  [['--by', '  ']],
  [['--by', 'Anabel']],
  [['--by', 'A\u0007na']],
  [['--scrap=yes']],
  [['--colour', 'red']],
  [['--constructor', 'x']],
  [['-5']],
])('%j is nothing like it', (words) => {
  expect(read(...words)).toBeUndefined();
});
