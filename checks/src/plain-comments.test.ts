import { expect, test } from 'vitest';
import { findUnclear, type PlainKind, plainKinds, unclearTexts } from './plain-words.ts';
import { root } from './source-files.ts';

/**
 * Maximum number of texts that begin with a clause instead of a subject, or contain a word of the old dialect, by kind. The numbers
 * may only decrease. Set a number to 0 to see the texts that are left.
 */
const most: Record<PlainKind, number> = {
  comments: 22,
  sqlComments: 48,
  summaries: 0,
  rules: 5,
  titles: 35,
};

const unclear = findUnclear(root);

test.each(plainKinds)('%s do not begin with a clause or contain a word of the old dialect', (kind) => {
  expect(unclear[kind].length, unclear[kind].join('\n')).toBeLessThanOrEqual(most[kind]);
});

test.each<[file: string, line: string, kind: PlainKind, isFound: boolean]>([
  ['a.ts', '// What others have already is looked for by `checks`.', 'comments', true],
  ['a.ts', '/** Returns the lines that whoever asks may see. */', 'comments', true],
  ['a.ts', '/** Why a code is refused. */', 'comments', true],
  ['a.ts', 'const n = 3; // Of a wave.', 'comments', true],
  ['a.ts', '// when the page is shown.', 'comments', false],
  ['a.ts', '// `checks` looks for values that other rows already use.', 'comments', false],
  ['a.ts', "const title = '// What a string says is no comment';", 'comments', false],
  ['a.sql', '  sent_at timestamptz,   -- when it was sent', 'sqlComments', true],
  ['a.sql', '  sent_at timestamptz,   -- time of sending', 'sqlComments', false],
  ['contract/src/a.ts', "  summary: 'What a card costs',", 'summaries', true],
  ['contract/src/a.ts', "  summary:\n    'Returns the cost of a card',", 'summaries', false],
  ['server/src/invariants/a.store.ts', "invariant(\n  'till.sums',\n  'What a till took',", 'rules', true],
  ['server/src/invariants/a.ts', "    rule: 'Each till has one count',", 'rules', false],
  ['a.test.ts', "test('[CART-01] of two carts, one stays', () => {", 'titles', true],
  ['a.test.ts', "] as const)('what is typed stays', () => {", 'titles', true],
  ['a.test.ts', "  it('typed text stays', () => {", 'titles', false],
])('%s: %s', (file, line, kind, isFound) => {
  expect(unclearTexts(file, line)[kind].length > 0).toBe(isFound);
});
