import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { handleErrors } from './refusals.ts';
import { registerStaticFiles } from './static-files.ts';

let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ceiba-static-'));
  const client = join(folder, 'client');
  await mkdir(join(client, 'assets'), { recursive: true });
  await mkdir(join(client, 'art'));
  for (const file of ['sw.js', 'offline.html', 'offline.js', 'offline.css', 'art/paquete.svg'])
    await writeFile(join(client, file), `of ${file}`);
  await writeFile(join(client, 'secret.txt'), 'of the build alone');
  app = Fastify();
  handleErrors(app);
  await registerStaticFiles(app, { storefrontBuild: folder, mediaDir: folder });
});

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

test.each([
  ['/sw.js', /^(?:text|application)\/javascript/],
  ['/offline.html', /^text\/html/],
  ['/offline.js', /^(?:text|application)\/javascript/],
  ['/offline.css', /^text\/css/],
])('browsers request %s again each time, so that a new release takes effect immediately', async (url, type) => {
  const answer = await app.inject({ url });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['cache-control']).toBe('no-cache');
  expect(answer.headers['content-type']).toMatch(type);
  expect(answer.headers['content-security-policy']).toMatch(/default-src 'self'; script-src 'self';/);
  expect(answer.body).toBe(`of ${url.slice(1)}`);
});

test.each([
  ['stored with all its files', 'aa11aa11', ['64.avif', '120.avif'], '64.avif'],
  ['stored before there were files of 64 px', 'bb22bb22', ['120.avif'], '120.avif'],
])('a picture %s can be requested at 64 px', async (_, key, files, sent) => {
  const place = join(folder, key.slice(0, 2), key);
  await mkdir(place, { recursive: true });
  for (const file of files) await writeFile(join(place, file), `of ${file}`);
  const answer = await app.inject({ url: `/media/${key}/64.avif` });
  expect([answer.statusCode, answer.body]).toEqual([200, `of ${sent}`]);
  expect(answer.headers['content-type']).toBe('image/avif');
  expect((await app.inject({ url: `/media/${key}/240.avif` })).statusCode).toBe(404);
});

test('a picture that is not stored yet is made while its client waits', async () => {
  const asked: string[] = [];
  const lazy = Fastify();
  onTestFinished(() => lazy.close());
  handleErrors(lazy);
  const made = 'cc33cc33';
  await registerStaticFiles(lazy, { storefrontBuild: folder, mediaDir: folder }, async (key) => {
    asked.push(key);
    if (key !== made) return false;
    await mkdir(join(folder, 'cc', made), { recursive: true });
    await writeFile(join(folder, 'cc', made, '480.avif'), 'made');
    return true;
  });
  const answer = await lazy.inject({ url: `/media/${made}/480.avif` });
  expect([answer.statusCode, answer.body]).toEqual([200, 'made']);
  expect((await lazy.inject({ url: '/media/dd44dd44/480.avif' })).statusCode).toBe(404);
  await lazy.inject({ url: `/media/${made}/480.avif` });
  expect(asked).toEqual([made, 'dd44dd44']);
});

test.each([
  '/secret.txt',
  '/assets/../secret.txt',
  '/assets/%2e%2e%2fsecret.txt',
  '/assets/..%2fsecret.txt',
  '/assets/%2e%2e/%2e%2e/secret.txt',
  '/art/..%5csecret.txt',
])('no other file of the build can be requested: %s', async (url) => {
  expect((await app.inject({ url })).statusCode).toBe(404);
});
