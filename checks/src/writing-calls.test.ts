import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { localUsesFinder } from './command-parts.ts';
import { moduleOf, valuesUsedBy } from './reach.ts';
import { listSources, readSource, root } from './source-files.ts';
import { allChildren, childOf, childrenOf, type Node, programOf, referencesOf, textOf } from './syntax.ts';

const writing =
  /\b(?:insert\s+into|merge\s+into|delete\s+from|update\s+(?:only\s+)?(?:\w+\s*\.\s*)?\w+(?:\s+(?:as\s+)?\w+)?\s+set)\b/i;

/**
 * Matches database functions that write, directly or through another function. Functions with the same name and other arguments
 * count as one.
 */
const writingFunctions = (sources: readonly string[]): RegExp => {
  const texts = new Map<string, string>();
  for (const source of sources) {
    const defined = source.matchAll(/create (?:or replace )?function (\w+)\s*\(([\s\S]*?)\$\$([\s\S]*?)\$\$/gi);
    for (const [, name = '', , body = ''] of defined)
      texts.set(name, `${texts.get(name) ?? ''}\n${body.replaceAll(/--.*$/gm, '')}`);
  }
  const names = new Set<string>();
  const calls = () => new RegExp(`\\b(?:${[...names].join('|') || '(?!)'})\\s*\\(`);
  for (let before = -1; before !== names.size; ) {
    before = names.size;
    for (const [name, body] of texts) if (writing.test(body) || calls().test(body)) names.add(name);
  }
  return calls();
};

test.each([
  ['insert into carts values (1)', true],
  ['merge into carts c using lines l on true when matched then delete', true],
  ['update carts c set a = 1', true],
  ['update public.carts set a = 1', true],
  ['update only carts as c set a = 1', true],
  ['delete from carts', true],
  ['select a from carts for update', false],
  ['select writes_twice(1)', true],
  ['select merely_reads(1)', false],
])('the check recognizes a text that writes: %s', (text, writes) => {
  const functionSql = (name: string, of: string, body: string) =>
    `create function ${name}(${of}) returns void as $$ ${body} $$;`;
  const calls = writingFunctions([
    functionSql('writes', 'a integer', 'update carts set a = 1') + functionSql('writes', 'a text', 'select 1'),
    functionSql('writes_twice', 'a integer', 'select writes(a)'),
    functionSql('merely_reads', 'a integer', 'select 1 -- update carts set a = 1\n'),
  ]);
  expect(writing.test(text) || calls.test(text)).toBe(writes);
});

const everyNode = (node: Node): Node[] => [node, ...allChildren(node).flatMap(everyNode)];

/** Endpoints that the contract declares as reads, by their exported names. */
const reads = new Set(
  listSources()
    // Desk endpoints are not for strangers. Their callers are known and signed in.
    .filter((file) => /^contract\/src\/(?!desk\/)/.test(file) && !file.endsWith('.test.ts'))
    .flatMap((file) => readSource(file).split(/^export /m))
    // One function declares pages and exports of the desk's lists, and another handles them (list-routes.ts).
    .flatMap((declared) =>
      /method: 'GET'/.test(declared) ? (/^const (\w+) = endpoint\(/.exec(declared)?.[1] ?? []) : [],
    ),
);

/** Returns reading endpoints with their handlers: `route(endpoint, handler, options)`. */
const readHandlers = (file: string): { name: string; nodes: Node[] }[] => {
  const withLocalUses = localUsesFinder(file);
  return everyNode(programOf(file)).flatMap((node) => {
    const isRoute = node.type === 'CallExpression' && textOf(childOf(node, 'callee'), 'name') === 'route';
    const [endpoint, ...handlers] = isRoute ? childrenOf(node, 'arguments') : [];
    // Matches `calls.getCart`, or the name under which the call was imported.
    const inside = textOf(endpoint, 'name') ?? textOf(childOf(endpoint, 'property'), 'name') ?? '';
    const name = moduleOf(file).imports.get(inside)?.name ?? inside;
    return reads.has(name) ? [{ name, nodes: handlers.flatMap((handler) => withLocalUses(handler)) }] : [];
  });
};

const routes = listSources().filter((file) => file.startsWith('server/src/') && file.endsWith('.routes.ts'));
const handled = routes.flatMap((file) => readHandlers(file).map((handler) => ({ file, ...handler })));

test('the check finds the handler of every reading endpoint', () => {
  expect(new Set(handled.map(({ name }) => name))).toEqual(reads);
});

// Functions that are passed to a handler (counts of searches, the captcha) are not followed. The document lists them separately.
test('a reading endpoint that writes is in the list of data that strangers can store', () => {
  const calls = writingFunctions(
    globSync('server/sql/{schema,functions,changes}/*.sql', { cwd: root }).map(readSource),
  );
  const textOfValue = ({ file, name }: { file: string; name: string }): string => {
    const value = moduleOf(file).values.get(name);
    return value === undefined ? '' : readSource(file).slice(value.start, value.end);
  };
  const writes = (file: string, nodes: readonly Node[]): boolean =>
    valuesUsedBy(
      file,
      nodes.flatMap((node) => referencesOf(node)),
    )
      .filter((value) => value.file.startsWith('server/src/'))
      .map(textOfValue)
      .some((text) => writing.test(text) || calls.test(text));
  const found = handled.flatMap(({ file, name, nodes }) => (writes(file, nodes) ? [name] : []));
  const [, section = ''] = readSource('docs/operations.md').split('## What strangers can store\n');
  const listed = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| (`.*?`) \|/gm)]
    .flatMap(([, cell = '']) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name))
    .filter((name) => reads.has(name));
  expect(listed.toSorted()).toEqual(found.toSorted());
});
