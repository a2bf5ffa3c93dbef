import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSource, root } from './source-files.ts';

const manual = readSource('docs/operations.md');

test('docs/operations.md explains every file of deploy/', () => {
  const files = readdirSync(join(root, 'deploy'), { withFileTypes: true }).filter((entry) => entry.isFile());
  const isNamed = (name: string): boolean =>
    manual.includes(`deploy/${name}`) || (name.endsWith('.service') && manual.includes('deploy/*.service'));
  expect(files.map(({ name }) => name)).toContain('journald.conf');
  expect(files.map(({ name }) => name).filter((name) => !isNamed(name))).toEqual([]);
});

test('the output of the units takes no more disk than documented, and nothing is dropped', () => {
  const settings = new Map(
    [...readSource('deploy/journald.conf').matchAll(/^(\w+)=(.+)$/gm)].map(([, name, value]) => [name, value]),
  );
  expect(Object.fromEntries(settings)).toEqual({
    SystemMaxUse: '4G',
    SystemKeepFree: '2G',
    MaxRetentionSec: '30day',
    RateLimitIntervalSec: '0',
  });
  const [, chapter = ''] = manual.split('\n## Logs that grow\n');
  expect(chapter.split('\n## ')[0]).toMatch(/4 GB at most, 30 days\s+at most, 2 GB of the disk stay free/);
});
