import { check } from 'recheck';
import { expect, test } from 'vitest';
import { listSources, readSource } from './source-files.ts';
import { allChildren, childOf, childrenOf, literalText, type Node, parseProgram, textOf } from './syntax.ts';

interface FoundExpression {
  source: string;
  flags: string;
  /** Where it stands: file and line. */
  at: string;
}

const nodesOf = (node: Node): Node[] => [node, ...allChildren(node).flatMap(nodesOf)];

/** `/…/flags`, as it is written. */
const literalIn = (node: Node): { source: string; flags: string } | undefined => {
  const regex = node.type === 'Literal' ? node.regex : undefined;
  if (typeof regex !== 'object' || regex === null || !('pattern' in regex) || !('flags' in regex)) return undefined;
  return { source: String(regex.pattern), flags: String(regex.flags) };
};

/** The text of an expression given to `new RegExp`; what is only known while it runs stands as a word of any length. */
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

/** Every regular expression of a file, literals and those made by `RegExp`. */
const expressionsIn = (file: string, text = readSource(file)): FoundExpression[] =>
  nodesOf(parseProgram(file, text)).flatMap((node) => {
    const found = literalIn(node) ?? constructedIn(node);
    if (found === undefined) return [];
    return [{ ...found, at: `${file}:${text.slice(0, node.start).split('\n').length}` }];
  });

/** Rooms whose code sees what somebody sent: the storefront's runs in the server, too. */
const rooms = /^(?:(?:contract|server|domain|sandbox-bank|ui|client)\/src|storefront\/app)\//;
/** Read files of ours only. */
const ours = /\.test\.tsx?$|\/testing\//;

/** What of the libraries reads a request before, or for, our code: addresses, headers, bodies, negotiation. */
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

/** The judge's own limits would end its steps sooner on a busy machine, which then takes what it has not understood for a danger. */
const patient = {
  timeout: 60_000,
  seedingTimeout: 60_000,
  incubationTimeout: 60_000,
  mutationTimeout: 60_000,
  attackTimeout: 60_000,
  randomSeed: 1,
};

/** How an expression's steps grow with its input: safe is a fixed number for each character. Counted, not timed. */
const growthOf = async ({ source, flags }: { source: string; flags: string }): Promise<string> => {
  const verdict = await check(source, flags, patient);
  return verdict.status === 'vulnerable' ? verdict.complexity.summary : verdict.status;
};

test('no regular expression over input backtracks', { timeout: 300_000 }, async () => {
  expect(found.length).toBeGreaterThan(50);
  // The same expression is judged once, wherever it stands; one after the other, or the judge runs out of time.
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
])('one that does is found: %s', async (source, growth) => {
  expect(await growthOf({ source, flags: '' })).toContain(growth);
});

test('literals and constructed ones are found, with what is known of them', () => {
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
