import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import bcd from '@mdn/browser-compat-data' with { type: 'json' };
import type { CompatStatement, Identifier } from '@mdn/browser-compat-data';
import browserslist from 'browserslist';
import { transform } from 'lightningcss';
import { compile } from 'tailwindcss';
import {
  allChildren,
  boundNames,
  childOf,
  childrenOf,
  literalText,
  type Node,
  parseProgram,
  textOf,
} from './syntax.ts';

/** The oldest of each browser the shop is meant for; phones go by the same engines. */
const oldest = new Map<'chrome' | 'edge' | 'firefox' | 'safari' | 'safari_ios', number>();
for (const each of browserslist(undefined, { path: 'storefront' })) {
  const [name = '', version = ''] = each.split(' ');
  const known = (
    { chrome: 'chrome', edge: 'edge', firefox: 'firefox', safari: 'safari', ios_saf: 'safari_ios' } as const
  )[name];
  if (known !== undefined)
    oldest.set(known, Math.min(oldest.get(known) ?? Number.POSITIVE_INFINITY, Number.parseFloat(version)));
}

/** Whether every browser the shop is meant for has it, under its own name and without a setting. */
export const isEverywhere = ({ support }: CompatStatement): boolean =>
  [...oldest].every(([name, version]) =>
    [support[name] ?? []]
      .flat()
      .some(
        ({ version_added: added, version_removed, flags, prefix, alternative_name }) =>
          typeof added === 'string' &&
          Number.parseFloat(added.replace('≤', '')) <= version &&
          (typeof version_removed !== 'string' || Number.parseFloat(version_removed) > version) &&
          flags === undefined &&
          prefix === undefined &&
          alternative_name === undefined,
      ),
  );

const isLacking = (entry: Identifier | undefined): boolean =>
  entry?.__compat !== undefined && !isEverywhere(entry.__compat);

/** What a global name leads to. */
const owners: Record<string, string> = {
  window: 'Window',
  self: 'Window',
  globalThis: 'Window',
  document: 'Document',
  navigator: 'Navigator',
  location: 'Location',
  history: 'History',
  performance: 'Performance',
  screen: 'Screen',
};

const { api } = bcd;
const builtins = bcd.javascript.builtins;

/** Names of methods that only what is newer has, whatever object is asked: `union` of Set. */
const newMethods = new Set<string>();
const oldMethods = new Set<string>();
for (const type of Object.values(builtins ?? {}))
  for (const [name, entry] of Object.entries(type)) (isLacking(entry) ? newMethods : oldMethods).add(name);
for (const type of Object.values(api ?? {})) for (const name of Object.keys(type)) oldMethods.add(name);

/** The newer feature that a global's member names, as the data has it; undefined where all have it, or nothing is known of it. */
function featureOfMember(object: string, name: string): string | undefined {
  const owner = owners[object];
  if (owner !== undefined) return isLacking(api?.[owner]?.[name]) ? name : undefined;
  const isNewer = isLacking(api?.[object]?.[`${name}_static`]) || isLacking(builtins?.[object]?.[name]);
  return isNewer ? `${object}.${name}` : undefined;
}

const featureOfMethod = (name: string): string | undefined =>
  newMethods.has(name) && !oldMethods.has(name) ? name : undefined;

const featureOfGlobal = (name: string): string | undefined =>
  isLacking(api?.Window?.[name]) || isLacking(api?.[name]) || isLacking(builtins?.[name]) ? name : undefined;

/** Names that a file gives: no globals. */
function collectOwn(node: Node, own: Set<string>): void {
  const given =
    node.type === 'VariableDeclarator'
      ? [childOf(node, 'id')]
      : node.type.startsWith('Import')
        ? [childOf(node, 'local')]
        : node.type === 'FunctionDeclaration'
          ? [childOf(node, 'id'), ...childrenOf(node, 'params')]
          : childrenOf(node, 'params');
  for (const pattern of given) for (const name of boundNames(pattern)) own.add(name);
  for (const child of allChildren(node)) collectOwn(child, own);
}

export interface Use {
  feature: string;
  at: string;
  /** It is asked for first, in the same function or around it: `'x' in window`, `a.x?.()`, `typeof x`. */
  isAsked: boolean;
}

type Name = (node: Node | undefined) => string;
const nameOf: Name = (node) => (node?.type === 'Identifier' ? (textOf(node, 'name') ?? '') : '');
const propertyOf: Name = (node) => nameOf(childOf(node, 'property'));

/** What a node asks for. */
function askedBy(node: Node): string | undefined {
  if (node.type === 'BinaryExpression' && node.operator === 'in') return literalText(childOf(node, 'left'));
  if (node.type === 'UnaryExpression' && node.operator === 'typeof') {
    const argument = childOf(node, 'argument');
    return propertyOf(argument) || nameOf(argument);
  }
  return node.optional === true ? propertyOf(childOf(node, 'callee') ?? childOf(node, 'object')) : undefined;
}

/** Where a name stands as a value: an argument, what a variable or a property is given. */
const valuesIn = (node: Node): (Node | undefined)[] =>
  node.type === 'VariableDeclarator'
    ? [childOf(node, 'init')]
    : node.type === 'Property'
      ? [childOf(node, 'value')]
      : childrenOf(node, 'arguments');

/** The newer features that a node names itself, in a file whose `own` names are no globals. */
function featuresOf(node: Node, own: ReadonlySet<string>): (string | undefined)[] {
  const globalOf: Name = (named) => (own.has(nameOf(named)) ? '' : nameOf(named));
  const callee = childOf(node, 'callee');
  const found = [callee, ...valuesIn(node)].map((value) => featureOfGlobal(globalOf(value)));
  if (callee?.type === 'MemberExpression' && builtins?.[nameOf(childOf(callee, 'object'))] === undefined)
    found.push(featureOfMethod(propertyOf(callee)));
  const object = node.type === 'MemberExpression' ? globalOf(childOf(node, 'object')) : '';
  if (object !== '') found.push(featureOfGlobal(object), featureOfMember(object, propertyOf(node)));
  const pattern = node.type === 'VariableDeclarator' ? childOf(node, 'id') : undefined;
  if (pattern?.type === 'ObjectPattern')
    for (const property of childrenOf(pattern, 'properties'))
      found.push(featureOfMember(globalOf(childOf(node, 'init')), nameOf(childOf(property, 'key'))));
  return found;
}

/** The newer features a script uses. */
export function newerIn(file: string, text = readFileSync(file, 'utf8')): Use[] {
  const uses: { feature: string; node: Node; within: readonly Node[] }[] = [];
  const asked: { feature: string; start: number; within: Node | undefined }[] = [];
  const own = new Set<string>();
  const visit = (node: Node, around: readonly Node[]): void => {
    const within = /Function/.test(node.type) ? [...around, node] : around;
    const question = askedBy(node);
    if (question !== undefined) asked.push({ feature: question, start: node.start, within: within.at(-1) });
    for (const feature of featuresOf(node, own)) if (feature !== undefined) uses.push({ feature, node, within });
    for (const child of allChildren(node)) visit(child, within);
  };
  const program = parseProgram(file, text);
  collectOwn(program, own);
  visit(program, [program]);
  return uses.map(({ feature, node, within }) => ({
    feature,
    at: `${file}:${text.slice(0, node.start).split('\n').length}`,
    isAsked: asked.some(
      (question) =>
        question.feature === feature &&
        question.start <= node.start &&
        question.within !== undefined &&
        within.includes(question.within),
    ),
  }));
}

/** What a built style sheet says, a declaration a line: utilities, and what the classes that `sources` name come to, included. */
export async function builtSheet(file: string, sources: readonly string[]): Promise<string> {
  const loadStylesheet = async (id: string, base: string) => {
    const path = id === 'tailwindcss' ? fileURLToPath(import.meta.resolve('tailwindcss/index.css')) : resolve(base, id);
    return { path, base: dirname(path), content: readFileSync(path, 'utf8') };
  };
  const { build } = await compile(readFileSync(file, 'utf8'), { base: dirname(resolve(file)), loadStylesheet });
  return build(sources.flatMap((source) => readFileSync(source, 'utf8').match(/[^\s"'`]+/g) ?? []));
}

/** The newer properties that plain CSS sets, and newer words for others, `text-wrap: pretty`; a prefix is its browser's own. */
export function newerStylesIn(css: string): string[] {
  const { code } = transform({ filename: 'any.css', code: Buffer.from(css), errorRecovery: true });
  const found = new Set<string>();
  for (const [, name = '', value = ''] of code.toString().matchAll(/(?<![-\w])([a-z][-a-z]*):\s*([^;{}]+);/g)) {
    const property = bcd.css.properties?.[name];
    if (isLacking(property)) found.add(name);
    else
      for (const word of value.match(/[a-z][-a-z]*/g) ?? [])
        if (isLacking(property?.[word])) found.add(`${name}: ${word}`);
  }
  return [...found].sort();
}
