import { readdirSync, readFileSync } from 'node:fs';
import { isMeasuredPage } from '@ceiba/domain/analytics/measured-pages';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, test } from 'vitest';
import routes from './routes.ts';

const filesOf = (entries: readonly RouteConfigEntry[]): string[] =>
  entries.flatMap(({ file, children }) => [file, ...filesOf(children ?? [])]);

const pagesDir = new URL('./pages/', import.meta.url);

test('every address has its file in pages/, and every file there belongs to a page', () => {
  const files = [...new Set(filesOf(routes))].sort();
  const names = readdirSync(pagesDir).filter((name) => !name.includes('.test.'));
  const parts = names.filter((name) => name.endsWith('-part.tsx'));
  const pages = names.filter((name) => !parts.includes(name));
  expect(files.filter((file) => !file.startsWith('shell/'))).toEqual(pages.map((name) => `pages/${name}`).sort());
  const sources = pages.map((name) => readFileSync(new URL(name, pagesDir), 'utf8'));
  expect(parts.filter((name) => !sources.some((source) => source.includes(`import('./${name}')`)))).toEqual([]);
  expect(files.filter((file) => file.startsWith('shell/') && !file.endsWith('-layout.tsx'))).toEqual([]);
});

const firstSegmentsOf = (entries: readonly RouteConfigEntry[]): string[] =>
  entries.flatMap(({ path, children }) =>
    path === undefined ? firstSegmentsOf(children ?? []) : [path.split('/')[0] ?? ''],
  );

// A new address fails here until a developer has decided whether measuring scripts may run there (record 0029).
test('a tag container runs only on the pages where people look at products', () => {
  const segments = new Set(firstSegmentsOf(routes).filter((segment) => !/^[:*]/.test(segment)));
  const are = (isMeasured: boolean) =>
    [...segments].filter((segment) => isMeasuredPage(`/${segment}`) === isMeasured).sort();
  expect(are(true)).toEqual(['ayuda', 'cart', 'compare', 'confirmation', 'search', 'sellers', 'tiendas']);
  expect(are(false)).toEqual([
    'c',
    'change-email',
    'checkout',
    'confirm-email',
    'confirm-order',
    'dashboard',
    'gift-card',
    'libro-de-quejas',
    'login',
    'password',
    'register',
    'track-order',
    'wa-link',
    'wishlist',
  ]);
});
