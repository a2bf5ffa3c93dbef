import { expect, test } from 'vitest';
import { listSources, readSource } from './source-files.ts';

const files = listSources().filter((file) => !file.startsWith('checks/'));

const hits = (pattern: RegExp): string[] =>
  files.flatMap((file) =>
    readSource(file)
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
  );

test('no type suppression and no skipped or focused test', () => {
  expect(
    hits(
      /@ts-(?:ignore|expect-error|nocheck)|biome-ignore|\bas unknown as\b|\b(?:test|it|describe)\.(?:skip|only|todo)\((?:['"`]|\))/,
    ),
  ).toEqual([]);
});

test('nothing is left to do in the code', () => {
  expect(hits(/\b(?:TODO|FIXME|XXX|HACK)\b/)).toEqual([]);
});

test('server-rendered markup has no style attribute, which the content security policy would refuse', () => {
  expect(hits(/\sstyle=\{/).filter((line) => line.startsWith('storefront/'))).toEqual([]);
});
