import { globSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import bcd from '@mdn/browser-compat-data' with { type: 'json' };
import type { CompatStatement, Identifier } from '@mdn/browser-compat-data';
import browserslist from 'browserslist';
import { transform } from 'lightningcss';
import { compile } from 'tailwindcss';
import { expect, test } from 'vitest';
import {
  boundNames,
  childOf,
  childrenOf,
  declaredNames,
  parseProgram,
  type Reference,
  referencesOf,
} from './syntax.ts';

/** The oldest supported version of each browser. Phones use the same engines. */
const oldest = new Map<'chrome' | 'edge' | 'firefox' | 'safari' | 'safari_ios', number>();
for (const each of browserslist(undefined, { path: 'storefront' })) {
  const [name = '', version = ''] = each.split(' ');
  const known = (
    { chrome: 'chrome', edge: 'edge', firefox: 'firefox', safari: 'safari', ios_saf: 'safari_ios' } as const
  )[name];
  if (known !== undefined)
    oldest.set(known, Math.min(oldest.get(known) ?? Number.POSITIVE_INFINITY, Number.parseFloat(version)));
}

/** Returns whether every supported browser has the feature, under its standard name and without a setting. */
const isEverywhere = ({ support }: CompatStatement): boolean =>
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

/** The interface of each global object. */
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

/** Names of methods that only newer features have, on any object, such as `union` of Set. */
const newMethods = new Set<string>();
/** Names that an older method or a browser interface also has. Such a name alone proves nothing. */
const oldMethods = new Set<string>();
for (const type of Object.values(builtins ?? {}))
  for (const [name, entry] of Object.entries(type)) (isLacking(entry) ? newMethods : oldMethods).add(name);
for (const type of Object.values(api ?? {})) for (const name of Object.keys(type)) oldMethods.add(name);

/** Returns the newer feature of a name, or of one of its members. Undefined if all browsers have it, or it is unknown. */
const featureOf = ({ name, member = '' }: Reference): string | undefined => {
  if (isLacking(api?.Window?.[name]) || isLacking(api?.[name]) || isLacking(builtins?.[name])) return name;
  const owner = owners[name];
  if (owner !== undefined) return isLacking(api?.[owner]?.[member]) ? member : undefined;
  const isNewer = isLacking(api?.[name]?.[`${member}_static`]) || isLacking(builtins?.[name]?.[member]);
  return isNewer ? `${name}.${member}` : undefined;
};

interface Use {
  file: string;
  feature: string;
  /** True if the file checks for the feature first: `'x' in window`, `a.x?.()`, `typeof x`. */
  isAsked: boolean;
}

/** Returns the newer features that a script uses: globals by name, methods by name alone, on any object. */
const newerIn = (file: string, text = readFileSync(file, 'utf8')): Use[] => {
  const program = parseProgram(file, text);
  const statements = childrenOf(program, 'body');
  const imported = statements.flatMap((one) =>
    childrenOf(one, 'specifiers').flatMap((name) => boundNames(childOf(name, 'local'))),
  );
  const references = referencesOf(program, new Set([...declaredNames(statements), ...imported]));
  const called = [...text.matchAll(/(\w*)\.(\w+)\(/g)].flatMap(([, owner = '', name = '']) =>
    newMethods.has(name) && !oldMethods.has(name) && builtins?.[owner] === undefined ? [name] : [],
  );
  const features = [...references.map(featureOf), ...called];
  return [...new Set(features)].flatMap((feature) => {
    if (feature === undefined) return [];
    const name = feature.split('.').at(-1);
    const featureTest = new RegExp(`'${name}' in |\\b${name}\\?\\.|typeof (?:\\w+\\.)*${name}\\b`);
    return [{ file, feature, isAsked: featureTest.test(text) }];
  });
};

/** Returns the declarations of a built style sheet, one per line, with utilities and the classes in `sources`. */
async function builtSheet(file: string, sources: readonly string[]): Promise<string> {
  const loadStylesheet = async (id: string, base: string) => {
    const path = id === 'tailwindcss' ? fileURLToPath(import.meta.resolve('tailwindcss/index.css')) : resolve(base, id);
    return { path, base: dirname(path), content: readFileSync(path, 'utf8') };
  };
  const { build } = await compile(readFileSync(file, 'utf8'), { base: dirname(resolve(file)), loadStylesheet });
  return build(sources.flatMap((source) => readFileSync(source, 'utf8').match(/[^\s"'`]+/g) ?? []));
}

/**
 * Returns the newer properties and values in plain CSS, such as `text-wrap: pretty`. Ignores prefixed properties, which belong to
 * one browser.
 */
function newerStylesIn(css: string): string[] {
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

/** Scripts that run in a browser, except for libraries. */
const scripts = globSync([
  '{ui,client}/src/**/*.{ts,tsx}',
  'storefront/app/**/*.{ts,tsx}',
  'storefront/offline/*.ts',
  'domain/src/**/*.ts',
]).filter((file) => !/\.test\.|\/testing\/|\.server\.|build-offline/.test(file));
/** Style sheets that a page or a part of a page loads. They import the others. */
const sheets = await Promise.all(
  globSync([
    'storefront/app/platform/app.css',
    'storefront/app/{catalog/gallery-viewer,points/slider}.css',
    'ui/src/map-ground.css',
    'storefront/offline/offline.css',
  ]).map((file) => builtSheet(file, scripts)),
);

/** Features without a test. Phones have no mouse cursor and no resize handle. The other two each follow an older declaration. */
const harmless = /^(?:cursor: .*|resize|font-family: ui-monospace|text-decoration: dotted)$/;

const olderBrowsers = ['e2e/older-browsers.all.spec.ts', 'without newer features pages render'] as const;

/** Features newer than the oldest supported browsers, and the test that runs without each of them. */
const testWithout: Record<string, readonly [file: string, title: string]> = {
  navigation: ['e2e/older-browsers.all.spec.ts', 'a missing script reloads the page'],
  requestIdleCallback: olderBrowsers,
  // A browser has both idle functions or neither.
  cancelIdleCallback: olderBrowsers,
  // jsdom has neither of these two.
  cookieStore: [
    'storefront/app/analytics/consent.screen.test.tsx',
    'after consent is withdrawn, the page reloads without the container',
  ],
  share: [
    'storefront/app/payment-links/link-panel.screen.test.tsx',
    'an advisor creates a link from the cart, and can copy and share the link',
  ],
  'content-visibility': olderBrowsers,
  'overflow-clip-margin': olderBrowsers,
  // Without these two, scroll bars are visible, and the last line of a title may be one word.
  'scrollbar-width': olderBrowsers,
  'text-wrap: pretty': olderBrowsers,
  // Exists in only one browser: colours chosen by its user.
  'forced-color-adjust': olderBrowsers,
};

const uses = scripts.flatMap((file) => newerIn(file));

test('no script or style uses a newer feature without a check for this feature', () => {
  expect(scripts.length).toBeGreaterThan(400);
  expect(uses.filter(({ feature, isAsked }) => !isAsked && feature !== 'cancelIdleCallback')).toEqual([]);
});

test('every newer feature has a test that runs without the feature', () => {
  expect(sheets).toHaveLength(5);
  const newer = new Set([
    ...uses.map(({ feature }) => feature),
    ...sheets.flatMap(newerStylesIn).filter((style) => !harmless.test(style)),
  ]);
  expect([...newer].sort()).toEqual(Object.keys(testWithout).sort());
  for (const [file, title] of Object.values(testWithout)) expect(readFileSync(file, 'utf8')).toContain(title);
});

test.each([
  ['document.startViewTransition(show)', 'startViewTransition', false],
  ['document.startViewTransition?.(show)', 'startViewTransition', true],
  ["if ('cookieStore' in window) cookieStore.getAll()", 'cookieStore', true],
  ['navigation.navigate(path)', 'navigation', false],
  ['Promise.try(work)', 'Promise.try', false],
  ['seen.symmetricDifference(read)', 'symmetricDifference', false],
  ['run(requestIdleCallback)', 'requestIdleCallback', false],
  ["'cookie' in window; cookieStore.getAll()", 'cookieStore', false],
])('%s', (code, feature, isAsked) => {
  expect(newerIn('any.ts', code)).toEqual([{ file: 'any.ts', feature, isAsked }]);
});

test.each([
  'const navigation = usePendingNavigation(); navigation.state',
  'Promise.withResolvers()',
  'query.isError',
  'AbortSignal.any([a, b])',
])('%s needs no newer global', (code) => {
  expect(newerIn('any.ts', code)).toEqual([]);
});

test('the check finds newer properties and newer values', () => {
  const css =
    '.a { content-visibility: auto; color: red; position-anchor: --b; text-wrap: balance; & b { text-wrap: pretty } }';
  expect(newerStylesIn(css)).toEqual(['content-visibility', 'position-anchor', 'text-wrap: pretty']);
});
