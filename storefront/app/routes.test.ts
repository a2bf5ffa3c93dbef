import { readdirSync } from 'node:fs';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, test } from 'vitest';
import routes from './routes.ts';

const filesOf = (entries: readonly RouteConfigEntry[]): string[] =>
  entries.flatMap(({ file, children }) => [file, ...filesOf(children ?? [])]);

test('every address has its page in pages/, every file there is the page of an address, frames stand in shell/', () => {
  const files = [...new Set(filesOf(routes))].sort();
  const pages = readdirSync(new URL('./pages/', import.meta.url)).map((name) => `pages/${name}`);
  expect(files.filter((file) => !file.startsWith('shell/'))).toEqual(pages.sort());
  expect(files.filter((file) => file.startsWith('shell/') && !file.endsWith('-layout.tsx'))).toEqual([]);
});
