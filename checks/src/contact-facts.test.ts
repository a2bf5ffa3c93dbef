import { expect, test } from 'vitest';
import { isProduct } from './rooms.ts';
import { listSources, readSource } from './source-files.ts';
import { allChildren, type Node, parseProgram } from './syntax.ts';

/** The only rule for each contact fact. Contract, forms, desk, imports and commands use it. */
const rules = ['domain/src/customers/email.ts', 'domain/src/customers/phone.ts', 'domain/src/customers/plain-text.ts'];

/** Regular expressions that mask an address. They are not rules, because a rule has already parsed the address. */
const masks = new Set(['^(.).*@']);

const nodesOf = (node: Node): Node[] => [node, ...allChildren(node).flatMap(nodesOf)];

const patternsIn = (file: string, text: string): string[] =>
  nodesOf(parseProgram(file, text)).flatMap(({ type, regex }) =>
    type === 'Literal' && typeof regex === 'object' && regex !== null && 'pattern' in regex
      ? [String(regex.pattern)]
      : [],
  );

/** Returns whether a pattern describes an e-mail: text, an @, and more text. The characters inside brackets do not matter. */
const isOfEmails = (pattern: string): boolean =>
  /^\^.+@/.test(pattern.replace(/\[[^\]]*\]/g, '[]')) && !masks.has(pattern);

/** Returns whether a pattern describes a phone: the country code, eight digits alone, or four and four. */
const isOfPhones = (pattern: string): boolean =>
  /502|\^(?:\[2-7\])?\\d\{[78]\}\$|\\d\{4\}(?:-|\[- \]|\\s)\??\\d\{4\}/.test(pattern);

/** Returns additional rules for an e-mail or a phone in a file. */
const rulesIn = (file: string, text: string): string[] => [
  ...patternsIn(file, text).filter((pattern) => isOfEmails(pattern) || isOfPhones(pattern)),
  ...(text.match(/\bz\.email\(|\)\.email\(|schemas\.email\(/g) ?? []),
];

test('the check finds an additional rule in any file', () => {
  const found = (text: string): number => rulesIn('server/src/x.ts', text).length;
  expect(found('const email = z.email().max(254);')).toBe(1);
  expect(found('const email = z.string().email();')).toBe(1);
  expect(found(String.raw`const isEmail = (text) => /^\S+@\S+\.\S+$/.test(text);`)).toBe(1);
  expect(found(String.raw`const eight = /^\d{8}$/;`)).toBe(1);
  expect(found(String.raw`const form = /^\d{4}-?\d{4}$/;`)).toBe(1);
  expect(found(String.raw`const national = digits.replace(/^502(?=\d{8}$)/, '');`)).toBe(1);
  expect(found(String.raw`const order = /^[1-9]\d{8}$/;`)).toBe(0);
});

test('e-mail and phone have one rule each, in domain', () => {
  const others = listSources()
    .filter((file) => isProduct(file) && !rules.includes(file))
    .flatMap((file) => rulesIn(file, readSource(file)).map((pattern) => `${file}: ${pattern}`));
  expect(others).toEqual([]);
});
