import { check } from 'recheck';
import { expect, test } from 'vitest';
import { listSources, readSource } from './source-files.ts';
import { allChildren, childOf, childrenOf, literalText, type Node, parseProgram, textOf } from './syntax.ts';

interface FoundExpression {
  source: string;
  flags: string;
  /** File and line. */
  at: string;
}

const nodesOf = (node: Node): Node[] => [node, ...allChildren(node).flatMap(nodesOf)];

/** The source and flags of `/…/flags`, as written. */
const literalIn = (node: Node): { source: string; flags: string } | undefined => {
  const regex = node.type === 'Literal' ? node.regex : undefined;
  if (typeof regex !== 'object' || regex === null || !('pattern' in regex) || !('flags' in regex)) return undefined;
  return { source: String(regex.pattern), flags: String(regex.flags) };
};

/** Returns the text of an expression passed to `new RegExp`. A part that is known only at run time becomes a word of any length. */
const patternText = (node: Node | undefined): string => {
  const text = literalText(node);
  if (text !== undefined) return text;
  if (node?.type !== 'TemplateLiteral') return String.raw`\w+`;
  const quasis = childrenOf(node, 'quasis').map(({ value }) =>
    typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : '',
  );
  return quasis.join('word');
};

const constructedIn = (node: Node): { source: string; flags: string } | undefined => {
  const isCall = node.type === 'NewExpression' || node.type === 'CallExpression';
  if (!isCall || textOf(childOf(node, 'callee') ?? node, 'name') !== 'RegExp') return undefined;
  const [pattern, flags] = childrenOf(node, 'arguments');
  return { source: patternText(pattern), flags: literalText(flags) ?? '' };
};

/** Returns every regular expression in a file: literals, and those created by `RegExp`. */
const expressionsIn = (file: string, text = readSource(file)): FoundExpression[] =>
  nodesOf(parseProgram(file, text)).flatMap((node) => {
    const found = literalIn(node) ?? constructedIn(node);
    if (found === undefined) return [];
    return [{ ...found, at: `${file}:${text.slice(0, node.start).split('\n').length}` }];
  });

/** Rooms whose code reads external input. The storefront's code also runs in the server. */
const rooms = /^(?:(?:contract|server|domain|sandbox-bank|ui|client)\/src|storefront\/app)\//;
/** Files that read only the project's own files. */
const ours = /\.test\.tsx?$|\/testing\//;

/** Library files that read a request before or for our code: addresses, headers, bodies, negotiation. */
const libraries = [
  '@fastify/accept-negotiator/index.js',
  '@fastify/compress/index.js',
  '@fastify/compress/lib/utils.js',
  '@fastify/forwarded/index.js',
  '@fastify/proxy-addr/index.js',
  '@fastify/rate-limit/index.js',
  '@fastify/send/lib/send.js',
  '@fastify/static/index.js',
  'fast-querystring/lib/parse.js',
  'fastify/lib/content-type.js',
  'fastify/lib/content-type-parser.js',
  'find-my-way/index.js',
  'find-my-way/lib/url-sanitizer.js',
  'secure-json-parse/index.js',
].map((file) => `node_modules/${file}`);

const own = listSources().filter((file) => rooms.test(file) && !ours.test(file));
const found = [...own, ...libraries].flatMap((file) => expressionsIn(file));

/**
 * On a busy machine, the default limits would stop the checker early. The checker would then report unfinished
 * expressions as dangerous.
 */
const patient = {
  timeout: 60_000,
  seedingTimeout: 60_000,
  incubationTimeout: 60_000,
  mutationTimeout: 60_000,
  attackTimeout: 60_000,
  randomSeed: 1,
};

/** Returns how an expression's steps grow with its input. A constant number for each character is safe. Steps are counted, not timed. */
const growthOf = async ({ source, flags }: { source: string; flags: string }): Promise<string> => {
  const verdict = await check(source, flags, patient);
  return verdict.status === 'vulnerable' ? verdict.complexity.summary : verdict.status;
};

test('no regular expression for external input backtracks', { timeout: 300_000 }, async () => {
  expect(found.length).toBeGreaterThan(50);
  // Each expression is checked once, one after the other. Otherwise the checker would run out of time.
  const growths = new Map<string, string>();
  const judged: object[] = [];
  for (const each of found) {
    const key = `/${each.source}/${each.flags}`;
    const growth = growths.get(key) ?? (await growthOf(each));
    growths.set(key, growth);
    judged.push({ ...each, growth });
  }
  expect(judged).toEqual(found.map((each) => ({ ...each, growth: 'safe' })));
});

test.each([
  ['(a+)+$', 'exponential'],
  [String.raw`[\w*]+\s*;\s*q=0(?:\.0*)?\s*(?=,|$)`, '2nd degree polynomial'],
])('the check finds an expression that backtracks: %s', async (source, growth) => {
  expect(await growthOf({ source, flags: '' })).toContain(growth);
});

test('the check finds literals and constructed expressions, with the known parts', () => {
  const [first, second, third] = [
    'const a = /x+/g;',
    'const b = new RegExp(`^$',
    '{a}(y*)$`, "u");\nconst c = RegExp("z");',
  ];
  const text = `${first}\n${second}${third}`;
  expect(expressionsIn('any.ts', text)).toEqual([
    { source: 'x+', flags: 'g', at: 'any.ts:1' },
    { source: '^word(y*)$', flags: 'u', at: 'any.ts:2' },
    { source: 'z', flags: '', at: 'any.ts:3' },
  ]);
});
