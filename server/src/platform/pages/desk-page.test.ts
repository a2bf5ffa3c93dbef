import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultShopPolicy } from '@ceiba/domain/policies/shop-policy';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contentSecurityPolicy } from '../http/content-security.ts';
import { registerMaintenance } from '../http/maintenance.ts';
import { handleErrors } from '../http/refusals.ts';
import { registerStaticFiles } from '../http/static-files.ts';
import { registerDeskPage } from './desk-page.ts';

const maya = { ...defaultShopPolicy, shopName: 'Maya <b>&', shopColour: '#8a1538' };

let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ceiba-desk-'));
  for (const part of ['client/assets', 'client/art', 'desk/assets'])
    await mkdir(join(folder, part), { recursive: true });
  await writeFile(join(folder, 'desk/index.html'), '<head><title>Escritorio</title></head>');
  await writeFile(join(folder, 'desk/assets/main-abc.js'), 'desk()');
  await writeFile(join(folder, 'desk/assets/main-abc.js.br'), 'packed');
  app = Fastify();
  handleErrors(app);
  await registerStaticFiles(app, { storefrontBuild: folder, mediaDir: folder });
  await registerDeskPage(app, join(folder, 'desk'), () => maya, 'https://tiles.example/{z}/{x}/{y}.png');
  app.get('/*', (_request, reply) => reply.send('a page of the shop'));
});

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

test.each(['/admin', '/admin/', '/admin/ordenes/100104287', '/admin/no-such-page?after=x'])(
  '[OFF-01] %s returns the desk’s only page: noindex, no-store, with its own security policy',
  async (url) => {
    const answer = await app.inject({ url });
    expect([answer.statusCode, answer.body]).toEqual([
      200,
      expect.stringContaining('<title>Escritorio de Maya &lt;b&gt;&amp;</title>'),
    ]);
    expect(answer.headers).toMatchObject({ 'x-robots-tag': 'noindex', 'cache-control': 'no-store' });
    expect(answer.headers['content-type']).toMatch(/^text\/html/);
    expect(answer.headers['content-security-policy']).toContain("script-src 'self' 'wasm-unsafe-eval'");
    expect(answer.headers['permissions-policy']).toContain('camera=(self)');
  },
);

test('the desk’s page contains the shop’s name in a `meta` element, and allows the shop’s colour by hash', async () => {
  const { body, headers } = await app.inject({ url: '/admin' });
  expect(body).toContain('<meta name="application-name" content="Maya &lt;b&gt;&amp;">');
  expect(body).not.toContain('shop-logo');
  const [, style = ''] = /<style>(.*?)<\/style>/.exec(body) ?? [];
  expect(style).toContain('--color-quetzal-600:#8a1538');
  const hash = createHash('sha256').update(style).digest('base64');
  expect(headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${hash}';`);
});

test('[PROD-28] the desk’s page may load tiles of the shop’s map, and contains their template', async () => {
  const { body, headers } = await app.inject({ url: '/admin' });
  expect(headers['content-security-policy']).toContain("img-src 'self' data: blob: https://tiles.example;");
  expect(body).toContain('<meta name="map-tiles" content="https://tiles.example/{z}/{x}/{y}.png">');
});

test('[OFF-01] only the desk may run WebAssembly, and an address that only begins like the desk’s is the shop’s', async () => {
  expect(contentSecurityPolicy({ scripts: [] })).not.toContain('wasm');
  expect((await app.inject({ url: '/administracion' })).body).toBe('a page of the shop');
});

test('files of the desk are immutable and precompressed, and unknown files are not found', async () => {
  const file = await app.inject({ url: '/admin/assets/main-abc.js', headers: { 'accept-encoding': 'br' } });
  expect(file.body).toBe('packed');
  expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect((await app.inject({ url: '/admin/assets/main-old.js' })).statusCode).toBe(404);
});

test.each(['/admin', '/admin/', '/admin?from=x', '/admin/ordenes/100104287', '/admin/assets/main-abc.js'])(
  '[OPS-20] during maintenance staff can open %s of the desk, and the shop’s pages are closed',
  async (url) => {
    const worked = Fastify();
    handleErrors(worked);
    registerMaintenance(worked, () => ({ ...defaultShopPolicy, maintenance: 'on' }));
    await registerStaticFiles(worked, { storefrontBuild: folder, mediaDir: folder });
    await registerDeskPage(worked, join(folder, 'desk'), () => maya);
    worked.get('/*', (_request, reply) => reply.send('a page of the shop'));
    const answers = [url, '/administracion', '/'].map(async (each) => (await worked.inject({ url: each })).statusCode);
    expect(await Promise.all(answers)).toEqual([200, 503, 503]);
    await worked.close();
  },
);

test('without a build the desk’s addresses are not found', async () => {
  const bare = Fastify();
  await registerDeskPage(bare, join(folder, 'nowhere'), () => maya);
  expect((await bare.inject({ url: '/admin' })).statusCode).toBe(404);
  await bare.close();
});
