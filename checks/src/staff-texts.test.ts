import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listSources, root } from './source-files.ts';
import { allChildren, childOf, literalText, type Node, programOf, textOf } from './syntax.ts';

/** Matches English words that are not Spanish, and not names of classes, fields or keys. */
const englishWord =
  /(?:^|[\s(“"'])(?:the|is|are|was|were|been|it|its|of|and|not|with|without|for|from|this|that|these|those|which|who|what|when|where|why|how|by|or|but|cannot|does|did|should|must|please|already|nobody|yet|your|you|we|our|they|their)(?=$|[\s,.:;!?)”"'])/i;

/** Returns whether a text has several words, at least one of which is only English. */
const isEnglish = (text: string): boolean => /\S\s+\S/.test(text.trim()) && englishWord.test(text);

/** Returns whether a string is read by no person: an error that is thrown, a description in `/openapi.json`, or a module name. */
const isUnread = (node: Node): boolean =>
  node.type === 'ImportDeclaration' ||
  node.type === 'ImportExpression' ||
  node.type === 'ThrowStatement' ||
  (node.type === 'NewExpression' && /Error$/.test(textOf(childOf(node, 'callee'), 'name') ?? '')) ||
  (node.type === 'Property' && textOf(childOf(node, 'key'), 'name') === 'summary');

/** Returns texts of a file: strings, fixed parts of templates, and text between tags. */
function textsIn(node: Node): string[] {
  if (isUnread(node)) return [];
  const own =
    node.type === 'JSXText' ? textOf(node, 'value') : node.type === 'TemplateElement' ? rawOf(node) : literalText(node);
  return [...(own === undefined ? [] : [own]), ...allChildren(node).flatMap(textsIn)];
}

const rawOf = ({ value }: Node): string =>
  typeof value === 'object' && value !== null && 'raw' in value ? String(value.raw) : '';

/** Returns the texts without property names. */
const valuesIn = (node: Node): string[] =>
  isUnread(node)
    ? []
    : node.type === 'Property'
      ? valuesIn(childOf(node, 'value') ?? node)
      : [
          ...(node.type === 'TemplateElement' ? [rawOf(node)] : [literalText(node) ?? '']),
          ...allChildren(node).flatMap(valuesIn),
        ];

/** Returns only the values of `message`. Other strings of the server are SQL, commands and logs, which are English. */
const messagesIn = (node: Node): string[] => [
  ...(node.type === 'Property' && textOf(childOf(node, 'key'), 'name') === 'message'
    ? textsIn(childOf(node, 'value') ?? node)
    : []),
  ...allChildren(node).flatMap(messagesIn),
];

const isTest = (file: string): boolean => /\.test\.tsx?$|\/testing\//.test(file);

const englishIn = (files: RegExp, read: (node: Node) => string[]): string[] =>
  listSources()
    .filter((file) => files.test(file) && !isTest(file))
    .flatMap((file) =>
      read(programOf(file))
        .filter(isEnglish)
        .map((text) => `${file}: ${text.trim()}`),
    );

test.each([
  ['no till has it', true],
  ['Nobody is here', true],
  ['row between top-a', false],
  ['Se anuló el cobro en la caja', false],
  ['Lo que has escrito', false],
])('the check recognizes as English %s: %s', (text, is) => {
  expect(isEnglish(text)).toBe(is);
});

test('the screens of the desk, its lists and its calls contain no English', () => {
  expect(englishIn(/^(?:desk\/app|contract\/src\/desk)\//, textsIn)).toEqual([]);
});

test('the texts that the desk takes from the rules are Spanish', () => {
  // Keys are stored values. `reason-texts.ts` translates them into texts.
  expect(
    englishIn(/^domain\/src\/(?:.*-(?:labels|texts)|reports\/figures|tills\/till|orders\/shipment)\.ts$/, valuesIn),
  ).toEqual([]);
});

test('no refusal of a call is in English', () => {
  expect(englishIn(/^server\/src\/(?!.*-command\.ts$)/, messagesIn)).toEqual([]);
});

/** Returns whether a text is a part of a statement that is built at run time. */
const isStatement = (text: string): boolean => /[$%]\d|%s|\bselect\b|^' (?:and|order by) /.test(text);

/** Returns texts that a database function writes into rows for staff to read. Texts of raised errors go only to a log. */
const writtenBySql = (text: string): string[] =>
  text
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\braise\b[^;]*;/gi, '')
    .match(/'(?:[^']|'')*'/g) ?? [];

test('the database writes no English words into rows that staff read', () => {
  const folder = join(root, 'server/sql/functions');
  const found = readdirSync(folder).flatMap((file) =>
    writtenBySql(readFileSync(join(folder, file), 'utf8'))
      .filter((text) => isEnglish(text) && !isStatement(text))
      .map((text) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});
