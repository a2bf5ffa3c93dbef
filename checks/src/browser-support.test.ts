import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { builtSheet, newerIn, newerStylesIn } from './browser-support.ts';

/** What runs in a browser, besides the libraries. */
const scripts = globSync(['storefront/app/**/*.{ts,tsx}', 'storefront/offline/*.ts', 'domain/src/**/*.ts']).filter(
  (file) => !/\.test\.|\/testing\/|\.server\.|build-offline/.test(file),
);
/** Those that a page or a part of one asks for; they bring the others. */
const sheets = await Promise.all(
  globSync([
    'storefront/app/platform/app.css',
    'storefront/app/{catalog/gallery-viewer,delivery/map-ground,points/slider}.css',
    'storefront/offline/offline.css',
  ]).map((file) => builtSheet(file, scripts)),
);

/** A phone has no mouse and no corner to pull; the other two are in what every page begins with, each beside an older one. */
const harmless = /^(?:cursor: .*|resize|font-family: ui-monospace|text-decoration: dotted)$/;

const olderBrowsers = ['e2e/older-browsers.spec.ts', 'where a browser lacks what is newer'] as const;

/** What is newer than the oldest browsers the shop is meant for, and the test that takes it away. */
const takenAway: Record<string, readonly [file: string, title: string]> = {
  navigation: ['e2e/older-browsers.spec.ts', 'the page that is open is loaded anew'],
  requestIdleCallback: olderBrowsers,
  // Where the one is, the other is.
  cancelIdleCallback: olderBrowsers,
  // jsdom has neither.
  cookieStore: ['storefront/app/analytics/consent.screen.test.tsx', 'who takes the consent back is measured no more'],
  share: ['storefront/app/payment-links/link-panel.screen.test.tsx', 'a link is made of the cart, copied, shared'],
  'content-visibility': olderBrowsers,
  'overflow-clip-margin': olderBrowsers,
  // Bars that scroll are seen; the last line of a title may be one word.
  'scrollbar-width': olderBrowsers,
  'text-wrap: pretty': olderBrowsers,
  // Of one browser: colours that its user has chosen.
  'forced-color-adjust': olderBrowsers,
};

const uses = scripts.flatMap((file) => newerIn(file));

test('nothing that is newer than the oldest browsers is used without asking for it', () => {
  expect(scripts.length).toBeGreaterThan(400);
  expect(uses.filter(({ feature, isAsked }) => !isAsked && feature !== 'cancelIdleCallback')).toEqual([]);
});

test('what is newer has a test that takes it away', () => {
  expect(sheets).toHaveLength(5);
  const newer = new Set([
    ...uses.map(({ feature }) => feature),
    ...sheets.flatMap(newerStylesIn).filter((style) => !harmless.test(style)),
  ]);
  expect([...newer].sort()).toEqual(Object.keys(takenAway).sort());
  for (const [file, title] of Object.values(takenAway)) expect(readFileSync(file, 'utf8')).toContain(title);
});

test.each([
  ['document.startViewTransition(show)', 'startViewTransition', false],
  ['document.startViewTransition?.(show)', 'startViewTransition', true],
  ["if ('cookieStore' in window) cookieStore.getAll()", 'cookieStore', true],
  ['navigation.navigate(path)', 'navigation', false],
  ['Promise.try(work)', 'Promise.try', false],
  ['seen.symmetricDifference(read)', 'symmetricDifference', false],
  ['const { startViewTransition: show } = document', 'startViewTransition', false],
  ['run(requestIdleCallback)', 'requestIdleCallback', false],
  ["const ask = () => 'cookieStore' in window; cookieStore.getAll()", 'cookieStore', false],
])('%s', (code, feature, isAsked) => {
  expect(newerIn('any.ts', code)).toEqual([{ feature, at: 'any.ts:1', isAsked }]);
});

test.each([
  'const navigation = useUnderWay(); navigation.state',
  'Promise.withResolvers()',
  'query.isError',
  'AbortSignal.any([a, b])',
])('%s is everywhere, or no global', (code) => {
  expect(newerIn('any.ts', code)).toEqual([]);
});

test('a property is found where it is newer, and so is a word for one', () => {
  const css =
    '.a { content-visibility: auto; color: red; position-anchor: --b; text-wrap: balance; & b { text-wrap: pretty } }';
  expect(newerStylesIn(css)).toEqual(['content-visibility', 'position-anchor', 'text-wrap: pretty']);
});
