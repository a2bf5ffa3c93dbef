import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type S3Server, s3Access, startS3Server } from '../testing/s3-server.ts';
import { type FileStore, FilesAway, openFileStore } from './file-store.ts';

let dir = '';
let s3: S3Server;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ceiba-files-'));
  s3 = await startS3Server();
});
afterAll(async () => {
  await s3.close();
  await rm(dir, { recursive: true, force: true });
});
beforeEach(() => {
  s3.refused = 0;
  s3.isAway = false;
});

const stores: Record<string, () => FileStore> = {
  folder: () => openFileStore({ dir }),
  S3: () => openFileStore({ s3: { ...s3Access, endpoint: s3.endpoint } }),
};

describe.each(Object.entries(stores))('%s', (_, open) => {
  const path = 'returns/01890a5d-ac96-4774-bcce-b302099a8057/1.webp';

  test('a saved file can be read byte for byte, replaced and removed', async () => {
    const store = open();
    expect(await store.read(path)).toBeUndefined();
    const bytes = Uint8Array.from({ length: 256 }, (_byte, index) => index);
    await store.save(path, bytes, 'image/webp');
    expect(Buffer.from((await store.read(path)) ?? [])).toEqual(Buffer.from(bytes));
    await store.save(path, Uint8Array.of(7), 'image/webp');
    expect(Buffer.from((await store.read(path)) ?? [])).toEqual(Buffer.of(7));
    await store.remove(path);
    expect(await store.read(path)).toBeUndefined();
  });

  test('removing a missing file succeeds', async () => {
    await expect(open().remove(path)).resolves.toBeUndefined();
  });

  test.each([
    '../secret.txt',
    'returns/../../secret.txt',
    '/etc/passwd',
    'a.webp',
    'a/b',
    'A/b.webp',
    'a//b.webp',
    'a/b.webp?x',
  ])('an invalid path is refused: %s', async (wrong) => {
    const store = open();
    await expect(store.save(wrong, Uint8Array.of(1), 'image/webp')).rejects.toThrow('no path of a file');
    await expect(store.read(wrong)).rejects.toThrow('no path of a file');
    await expect((async () => store.remove(wrong))()).rejects.toThrow('no path of a file');
  });
});

test('only the user of the process can read a folder’s files, and no temporary file stays', async () => {
  await openFileStore({ dir }).save('private/a.webp', Uint8Array.of(1), 'image/webp');
  expect(await readdir(join(dir, 'private'))).toEqual(['a.webp']);
  expect((await stat(join(dir, 'private', 'a.webp'))).mode & 0o077).toBe(0);
});

test('an inaccessible folder, or a file in place of the folder, is an error of the store', async () => {
  await writeFile(join(dir, 'in-the-way'), '');
  await mkdir(join(dir, 'taken', 'a.webp'), { recursive: true });
  const store = openFileStore({ dir });
  await expect(store.save('in-the-way/a.webp', Uint8Array.of(1), 'image/webp')).rejects.toBeInstanceOf(FilesAway);
  await expect(store.read('taken/a.webp')).rejects.toBeInstanceOf(FilesAway);
  await expect(store.remove('taken/a.webp')).rejects.toBeInstanceOf(FilesAway);
});

test('a bucket stores the content type, and every request is signed', async () => {
  await stores.S3?.().save('signed/a.webp', Uint8Array.of(1), 'image/webp');
  expect(s3.objects.get('signed/a.webp')?.type).toBe('image/webp');
  expect(s3.refused).toBe(0);
});

test.each([
  ['another secret', { secretAccessKey: 'none of theirs' }],
  ['another key', { accessKeyId: 'AKIAOTHER' }],
  ['another region', { region: 'gt-2' }],
])('with %s the bucket refuses: nothing is written, and the store reports an error', async (_, wrong) => {
  const store = openFileStore({ s3: { ...s3Access, endpoint: s3.endpoint, ...wrong } });
  await expect(store.save('forged/a.webp', Uint8Array.of(1), 'image/webp')).rejects.toBeInstanceOf(FilesAway);
  await expect(store.read('signed/a.webp')).rejects.toBeInstanceOf(FilesAway);
  expect(s3.objects.has('forged/a.webp')).toBe(false);
  expect(s3.refused).toBe(2);
});

test('an unreachable bucket is an error of the store, not a missing file', async () => {
  s3.isAway = true;
  const store = stores.S3?.();
  await expect(store?.read('signed/a.webp')).rejects.toBeInstanceOf(FilesAway);
  await expect(store?.remove('signed/a.webp')).rejects.toBeInstanceOf(FilesAway);
  const nowhere = openFileStore({ s3: { ...s3Access, endpoint: 'http://127.0.0.1:9/bucket' } });
  await expect(nowhere.save('a/b.webp', Uint8Array.of(1), 'image/webp')).rejects.toBeInstanceOf(FilesAway);
});
