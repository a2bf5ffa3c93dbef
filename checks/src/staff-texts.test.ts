import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listSources, root } from './source-files.ts';
import { allChildren, childOf, literalText, type Node, programOf, textOf } from './syntax.ts';

/** English words that are no Spanish ones, and no names of classes, fields or keys either. */
const englishWord =
  /(?:^|[\s(“"'])(?:the|is|are|was|were|been|it|its|of|and|not|with|without|for|from|this|that|these|those|which|who|what|when|where|why|how|by|or|but|cannot|does|did|should|must|please|already|nobody|yet|your|you|we|our|they|their)(?=$|[\s,.:;!?)”"'])/i;

/** Several words, and at least one that only English has. */
const isEnglish = (text: string): boolean => /\S\s+\S/.test(text.trim()) && englishWord.test(text);

/** Strings that no person reads: what is thrown, what `/openapi.json` says of a call, and where a module is. */
const isUnread = (node: Node): boolean =>
  node.type === 'ImportDeclaration' ||
  node.type === 'ImportExpression' ||
  node.type === 'ThrowStatement' ||
  (node.type === 'NewExpression' && /Error$/.test(textOf(childOf(node, 'callee'), 'name') ?? '')) ||
  (node.type === 'Property' && textOf(childOf(node, 'key'), 'name') === 'summary');

/** Texts of a file: strings, the fixed parts of templates, and what stands between tags. */
function textsIn(node: Node): string[] {
  if (isUnread(node)) return [];
  const own =
    node.type === 'JSXText' ? textOf(node, 'value') : node.type === 'TemplateElement' ? rawOf(node) : literalText(node);
  return [...(own === undefined ? [] : [own]), ...allChildren(node).flatMap(textsIn)];
}

const rawOf = ({ value }: Node): string =>
  typeof value === 'object' && value !== null && 'raw' in value ? String(value.raw) : '';

/** The same without the names of properties. */
const valuesIn = (node: Node): string[] =>
  isUnread(node)
    ? []
    : node.type === 'Property'
      ? valuesIn(childOf(node, 'value') ?? node)
      : [
          ...(node.type === 'TemplateElement' ? [rawOf(node)] : [literalText(node) ?? '']),
          ...allChildren(node).flatMap(valuesIn),
        ];

/** Values of `message` alone: the other strings of the server are SQL, commands and logs, which are English. */
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
])('%s is recognised as English: %s', (text, is) => {
  expect(isEnglish(text)).toBe(is);
});

test('the screens of the desk, its lists and its calls say nothing in English', () => {
  expect(englishIn(/^(?:desk\/app|contract\/src\/desk)\//, textsIn)).toEqual([]);
});

test('the texts that the desk takes from the rules are Spanish', () => {
  // Keys are what was stored: `reason-texts.ts` puts them into words.
  expect(
    englishIn(/^domain\/src\/(?:.*-(?:labels|texts)|reports\/figures|tills\/till|orders\/shipment)\.ts$/, valuesIn),
  ).toEqual([]);
});

test('no refusal of a call is worded in English', () => {
  expect(englishIn(/^server\/src\/(?!.*-command\.ts$)/, messagesIn)).toEqual([]);
});

/** A piece of a statement that is put together while it runs. */
const isStatement = (text: string): boolean => /[$%]\d|%s|\bselect\b|^' (?:and|order by) /.test(text);

/** What a function of the database writes into a row, and staff read later. What it raises, a log has. */
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
