import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../platform/operations/config.ts';
import { createLog } from '../platform/operations/log.ts';
import { type RunningShop, startShop } from '../start-shop.ts';
import { typing } from '../testing/operator.ts';
import { cloneDatabase, realShop } from '../testing/test-shop.ts';
import { until } from '../testing/until.ts';
import { shopCommands } from './shop-command.ts';

const run = typing(shopCommands, 'shop');

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let nodes: RunningShop[];
let folder: string;

beforeAll(async () => {
  database = await cloneDatabase();
  folder = await mkdtemp(join(tmpdir(), 'identity-'));
  const settings = { ...realShop, PORT: '0', DATABASE_URL: database.url, LOG_LEVEL: 'silent', CACHE_MB: '8' };
  const config = readConfig({ ...settings, PUBLIC_URL: 'https://maya.example' });
  const start = () => startShop(config, 'web', { say: () => {}, log: createLog('silent') });
  nodes = [await start(), await start()];
});
afterAll(async () => {
  for (const node of nodes) await node.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

const firstNode = (): RunningShop => {
  const [node] = nodes;
  if (node === undefined) throw new Error('no node');
  return node;
};

/** Runs the command and returns its output. */
const shopCommand = async (...args: string[]): Promise<{ isDone: boolean; said: string }> => {
  const lines: string[] = [];
  const isDone = await run({ db: firstNode().db, args, now: new Date(), say: (text) => lines.push(text) });
  return { isDone, said: lines.join('\n') };
};

const get = async (node: RunningShop, path: string) => fetch(`${node.url}${path}`, { redirect: 'manual' });
const policyOf = async (node: RunningShop) => JSON.parse(await (await get(node, '/v1/policy')).text()).policy;
const appIconOf = async (node: RunningShop): Promise<string> =>
  (await get(node, '/apple-touch-icon.png')).headers.get('location') ?? '';
const file = async (name: string, content: string | Uint8Array): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
};
const square = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 4, background: '#8a1538' } })
    .png()
    .toBuffer();
const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 197 64"><path d="M0 0h197v64z"/></svg>';

test('a real shop without a name shows its host and an icon with the host’s first letter', async () => {
  const policy = await policyOf(firstNode());
  expect(policy).toMatchObject({ shopName: 'maya.example', shopLogo: null, shopSentence: '', shopNit: null });
  const icon = await get(firstNode(), '/favicon.svg');
  expect(icon.headers.get('content-type')).toBe('image/svg+xml');
  expect(await icon.text()).toContain('>M</text>');
  expect(JSON.parse(await (await get(firstNode(), '/manifest.webmanifest')).text())).toMatchObject({
    name: 'maya.example',
    start_url: '/',
    scope: '/',
    icons: [{ src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' }],
  });
  const said = await Promise.all(
    [
      '/v1/policy',
      '/favicon.svg',
      '/manifest.webmanifest',
      '/openapi.json',
      '/docs',
      '/robots.txt',
      '/no-such-page',
    ].map(async (path) => (await get(firstNode(), path)).text()),
  );
  for (const text of said) expect(text).not.toMatch(/\bCeiba\b/);
});

test('typed values and values from a file apply on every node, and a picture’s address never changes', async () => {
  await file('logo.svg', svg);
  await file('app.png', await square(256));
  const path = await file(
    'identity.json',
    JSON.stringify({
      name: 'Electrónica Maya',
      'legal-name': 'Electrónica Maya, S.A.',
      nit: '576937-K',
      sentence: 'Todo para tu casa',
      colour: '#8A1538',
      logo: 'logo.svg',
      'app-icon': 'app.png',
      phone: '2222-3333',
      links: ['https://www.facebook.com/maya', 'https://www.instagram.com/maya'],
    }),
  );
  const done = await shopCommand('set', '--file', path, '--email', 'hola@maya.example');
  expect(done).toMatchObject({ isDone: true, said: expect.stringContaining('name is now Electrónica Maya') });
  for (const node of nodes) {
    await until(async () => (await policyOf(node)).shopName === 'Electrónica Maya');
    const policy = await policyOf(node);
    expect(policy).toMatchObject({
      shopColour: '#8a1538',
      shopEmail: 'hola@maya.example',
      supportPhone: '2222-3333',
      shopLinks: ['https://www.facebook.com/maya', 'https://www.instagram.com/maya'],
    });
    expect(policy.shopLogo).toMatch(/^\/identity\/[\da-f]{16}-197x64\.svg$/);
    // Pages do not contain the phone's icon, because its address is fixed.
    expect(policy).not.toHaveProperty('shopAppIcon');
    const appIcon = await appIconOf(node);
    expect(appIcon).toMatch(/^\/identity\/[\da-f]{16}-256x256\.webp$/);
    const logo = await get(node, policy.shopLogo);
    expect(logo.headers.get('cache-control')).toContain('immutable');
    expect(logo.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await logo.text()).toBe(svg);
    expect((await get(node, appIcon)).headers.get('content-type')).toBe('image/webp');
    expect((await get(node, policy.shopLogo.replace(/[\da-f]{16}/, 'a'.repeat(16)))).status).toBe(404);
    const manifest = JSON.parse(await (await get(node, '/manifest.webmanifest')).text());
    expect(manifest).toMatchObject({ name: 'Electrónica Maya', description: 'Todo para tu casa' });
    expect(manifest.icons.at(-1)).toMatchObject({ src: appIcon, sizes: '256x256', type: 'image/webp' });
  }
});

test('the pages of the desk and the shop show a changed name', async () => {
  await shopCommand('set', '--name', 'Casa Nueva');
  for (const node of nodes) {
    await until(async () => (await policyOf(node)).shopName === 'Casa Nueva');
    const desk = await get(node, '/admin');
    if (desk.status === 200) expect(await desk.text()).toContain('<title>Escritorio de Casa Nueva</title>');
    const home = await get(node, '/');
    if (home.status === 200) expect(await home.text()).toMatch(/<title>[^<]*Casa Nueva<\/title>/);
  }
});

test.each<[string, () => Promise<string[]>, string]>([
  ['a colour that white text cannot be read on', async () => ['--colour', '#ffcc00'], 'contrast of 1.5:1'],
  ['a colour that is none', async () => ['--colour', 'red'], 'colour takes a colour with six digits'],
  ['a NIT with a wrong digit', async () => ['--nit', '576937-1'], 'nit takes a NIT with its right check digit'],
  ['markup as a name', async () => ['--name', '<b>Maya</b>'], 'name takes one line'],
  ['an address that is not https', async () => ['--links', 'http://facebook.com/maya'], 'links takes'],
  [
    'an SVG with a script',
    async () => ['--logo', await file('bad.svg', svg.replace('<path', '<script/><path'))],
    'the SVG of logo has the element script',
  ],
  [
    'a file that is no picture',
    async () => ['--logo', await file('text.png', 'hola')],
    'the picture of logo is no whole SVG',
  ],
  [
    'an SVG where telephones draw',
    async () => ['--app-icon', await file('a.svg', svg.replace('197', '64'))],
    'telephones do not draw',
  ],
  ['an icon that is not square', async () => ['--icon', await file('b.svg', svg)], 'is not square'],
  [
    'an icon that is too small',
    async () => ['--app-icon', await file('c.png', await square(128))],
    '192 are the least',
  ],
  ['a file that is not there', async () => ['--logo', join(folder, 'none.svg')], 'cannot be read'],
  [
    'a file with a field that no shop has',
    async () => ['--file', await file('d.json', '{"nombre": "Maya"}')],
    'nombre',
  ],
])('%s is refused, and nothing of the call is written', async (_, args, reason) => {
  const before = await policyOf(firstNode());
  const { isDone, said } = await shopCommand('set', '--sentence', 'Otra frase', ...(await args()));
  expect(isDone).toBe(false);
  expect(said).toMatch(/^Nothing was changed: /);
  expect(said).toContain(reason);
  expect((await shopCommand('show')).said).not.toContain('Otra frase');
  expect(await policyOf(firstNode())).toEqual(before);
});

test('replacing or removing a picture deletes its file', async () => {
  const stored = async () =>
    (await firstNode().db.pool.query('select path from identity_pictures order by path')).rows.map(({ path }) => path);
  const appIcon = await appIconOf(firstNode());
  await shopCommand('set', '--logo', 'none');
  expect(await stored()).toEqual([appIcon]);
  const other = await file('other.svg', svg.replace('h197', 'h196'));
  await Promise.all([shopCommand('set', '--logo', other), shopCommand('set', '--logo-on-dark', other)]);
  await until(async () => {
    const policy = await policyOf(firstNode());
    return policy.shopLogo !== null && policy.shopLogo === policy.shopLogoOnDark;
  });
  const { shopLogo, shopLogoOnDark } = await policyOf(firstNode());
  expect([shopLogo, await stored()]).toEqual([shopLogoOnDark, [appIcon, shopLogo].toSorted()]);
});

test('the command accepts the file with the demo shop’s identity', async () => {
  const path = fileURLToPath(new URL('../../../demo/identity/identity.json', import.meta.url));
  expect(await shopCommand('set', '--file', path)).toMatchObject({ isDone: true });
  const shown = await shopCommand('show');
  expect(shown.said).toMatch(/^name +Ceiba$/m);
});
