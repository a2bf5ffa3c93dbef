import { readFileSync } from 'node:fs';
import bcd from '@mdn/browser-compat-data' with { type: 'json' };
import type { CompatStatement, Identifier } from '@mdn/browser-compat-data';
import browserslist from 'browserslist';
import { transform } from 'lightningcss';
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
          version_removed === undefined &&
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
        : childrenOf(node, 'params');
  for (const pattern of given) for (const name of boundNames(pattern)) own.add(name);
  for (const child of allChildren(node)) collectOwn(child, own);
}

export interface Use {
  feature: string;
  at: string;
  /** It is asked for first: `'x' in window`, `a.x?.()`, `typeof x`. */
  isAsked: boolean;
}

/** The newer features a script uses. */
export function newerIn(file: string, text = readFileSync(file, 'utf8')): Use[] {
  const uses: Use[] = [];
  const asked = new Set<string>();
  const own = new Set<string>();
  const add = (feature: string | undefined, node: Node, isAsked = false): void => {
    if (feature !== undefined)
      uses.push({ feature, at: `${file}:${text.slice(0, node.start).split('\n').length}`, isAsked });
  };
  const visit = (node: Node): void => {
    if (node.type === 'BinaryExpression' && node.operator === 'in') asked.add(literalText(childOf(node, 'left')) ?? '');
    if (node.type === 'UnaryExpression' && node.operator === 'typeof') {
      const argument = childOf(node, 'argument');
      asked.add(textOf(childOf(argument, 'property') ?? argument, 'name') ?? '');
    }
    const callee = childOf(node, 'callee');
    if (callee?.type === 'Identifier' && !own.has(textOf(callee, 'name') ?? ''))
      add(featureOfGlobal(textOf(callee, 'name') ?? ''), callee);
    if (
      callee?.type === 'MemberExpression' &&
      builtins?.[textOf(childOf(callee, 'object'), 'name') ?? ''] === undefined
    )
      add(featureOfMethod(textOf(childOf(callee, 'property'), 'name') ?? ''), callee);
    const object = node.type === 'MemberExpression' ? childOf(node, 'object') : undefined;
    const global = object?.type === 'Identifier' ? (textOf(object, 'name') ?? '') : '';
    if (global !== '' && !own.has(global)) {
      add(featureOfGlobal(global), node);
      add(featureOfMember(global, textOf(childOf(node, 'property'), 'name') ?? ''), node);
    }
    if (node.optional === true) asked.add(textOf(childOf(callee ?? childOf(node, 'object'), 'property'), 'name') ?? '');
    for (const child of allChildren(node)) visit(child);
  };
  const program = parseProgram(file, text);
  collectOwn(program, own);
  visit(program);
  return uses.map((use) => ({ ...use, isAsked: asked.has(use.feature) }));
}

/** The newer properties a style sheet sets; a prefix is its browser's own. */
export function newerPropertiesIn(file: string, text = readFileSync(file, 'utf8')): string[] {
  const names = new Set<string>();
  transform({
    filename: file,
    code: Buffer.from(text),
    errorRecovery: true,
    visitor: {
      Declaration: (declaration) => {
        const { property } = declaration;
        if (property === 'custom') names.add(declaration.value.name);
        else names.add(property === 'unparsed' ? declaration.value.propertyId.property : property);
      },
    },
  });
  return [...names].filter((name) => !name.startsWith('-') && isLacking(bcd.css.properties?.[name])).sort();
}
