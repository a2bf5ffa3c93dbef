import { expect, test } from 'vitest';
import { importsOf, listSources } from './source-files.ts';

const files = new Set(listSources());
const known = new Map<string, boolean>();

/** Returns whether a browser that loads this file also loads the schema library. */
const loadsSchemas = (file: string): boolean => {
  const found = known.get(file);
  if (found !== undefined) return found;
  known.set(file, false);
  const isLoading = importsOf(file).some(
    ({ specifier, to, isTypeOnly }) =>
      !isTypeOnly && (specifier === 'zod' || (to !== undefined && files.has(to) && loadsSchemas(to))),
  );
  known.set(file, isLoading);
  return isLoading;
};

test('the desk loads no schemas: its lists, entities and fields are in files without them (record 0130)', () => {
  expect(loadsSchemas('contract/src/desk/refunds.ts')).toBe(true);
  const ofDesk = [...files].filter((file) => file.startsWith('desk/app/') && !/\.test\.tsx?$|\/testing\//.test(file));
  const loading = ofDesk.flatMap(importsOf).filter(({ specifier, to, isTypeOnly }) => {
    if (isTypeOnly || to?.startsWith('desk/')) return false;
    return specifier === 'zod' || (to !== undefined && files.has(to) && loadsSchemas(to));
  });
  expect(loading.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
});
