import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { readSource, root } from './source-files.ts';

/**
 * Maximum number of global class names in the desk's style sheets. The style of a part is in the file of the part, as
 * utilities. A class in a style sheet is only for looks that a page repeats many times. Lower the number with every
 * removed name (record 0141).
 */
const ceiling = 33;

const styleSheets = (): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'desk/app'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file.endsWith('.css'));

/**
 * Returns the class names in the selectors of a style sheet, and the utilities that it declares. Ignores comments,
 * `@apply` and other at-rules.
 */
const classNamesIn = (source: string): string[] => {
  const heads = [...source.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/[^{};]+(?=\{)/g)].map(([text]) => text.trim());
  const names = heads.flatMap((head) => {
    const pattern = head.startsWith('@') ? /^@utility ([\w-]+)/g : /\.([a-z_][\w-]*)/gi;
    return [...head.matchAll(pattern)].map(([, name = '']) => name);
  });
  return [...new Set(names)];
};

test('class names are read only from selectors and utilities', () => {
  const source = `@layer components { /* .no { */ .card > header, .tag:not(.open) { @apply p-1.5 leading-[.5]; } }
    @utility link { color: red; } @media (width < 1.5rem) { .foot { gap: .5rem } }`;
  expect(classNamesIn(source)).toEqual(['card', 'tag', 'open', 'link', 'foot']);
});

const declared = styleSheets().flatMap((file) =>
  classNamesIn(readSource(file))
    // Class names of parts may appear in the style of a part that contains them.
    .map((name) => ({ name, file })),
);

test('the desk declares no more global class names than the maximum', () => {
  expect([...new Set(declared.map(({ name }) => name))].length).toBe(ceiling);
});

test('a global class name of the desk is a whole word', () => {
  expect(declared.filter(({ name }) => name.length < 4)).toEqual([]);
});
