import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { zipOfFiles } from '../testing/zip-of.ts';
import { adviceFor, withPictureFiles } from './picture-files.ts';

test('pictures of a ZIP that have more than 400 MB together are refused before any is read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ceiba-pictures-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'fotos.zip');
  const namesOf = async (count: number) => {
    const files = Array.from({ length: count }, (_, n) => ({
      name: `TV-${n}.jpg`,
      bytes: new Uint8Array(1),
      says: 20 * 1024 * 1024,
    }));
    await writeFile(path, zipOfFiles(files));
    return withPictureFiles(path, undefined, async ({ files: found }) => found.length);
  };
  expect(await namesOf(20)).toBe(20);
  await expect(namesOf(21)).rejects.toThrow('Las fotos pesan juntas más de 400 MB sin comprimir: divide el ZIP.');
});

test('a source lists its other files besides pictures, except files that operating systems create', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ceiba-pictures-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'fotos.zip');
  const names = [
    'fotos/CAFE\u0301.jpg',
    'TV.heic',
    'leeme.txt',
    '__MACOSX/._TV.jpg',
    '.DS_Store',
    'Thumbs.db',
    'RADIO.jfif',
  ];
  await writeFile(path, zipOfFiles(names.map((name) => ({ name, bytes: new Uint8Array(1) }))));
  const { files, others } = await withPictureFiles(path, undefined, async (found) => found);
  expect([files.map(({ name }) => name), others]).toEqual([
    ['CAFÉ.jpg', 'RADIO.jfif'],
    ['TV.heic', 'leeme.txt'],
  ]);
});

test.each([
  ['TV.HEIC', 'guárdala como JPG'],
  ['logo.svg', 'expórtalo como PNG o JPG'],
  ['TV.gif', 'guárdala como JPG o PNG'],
])('%s gets advice', (name, advice) => {
  expect(adviceFor(name)).toContain(advice);
  expect(adviceFor('leeme.txt')).toBeUndefined();
});
