import { readFileSync } from 'node:fs';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, test } from 'vitest';
import routes from '../app/routes.ts';

const publicFile = (path: string): URL => new URL(`../public${path}`, import.meta.url);

interface Manifest {
  name: string;
  lang: string;
  start_url: string;
  scope: string;
  display: string;
  icons: { src: string; sizes: string; type: string; purpose?: string }[];
  shortcuts: { name: string; url: string }[];
}

const manifest: Manifest = JSON.parse(readFileSync(publicFile('/manifest.webmanifest'), 'utf8'));

/** Width and height stand in a PNG's first chunk. */
const sizeOf = (png: Buffer): string => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;

test('the shop can be installed: what browsers ask of a manifest is there, as large as it says', () => {
  expect(manifest).toMatchObject({ name: 'Ceiba', lang: 'es-GT', display: 'standalone' });
  const drawn = manifest.icons.filter(({ type }) => type === 'image/png');
  expect(drawn.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
    ['192x192', undefined],
    ['512x512', undefined],
    ['512x512', 'maskable'],
  ]);
  for (const { src, sizes } of drawn) expect(sizeOf(readFileSync(publicFile(src))), src).toBe(sizes);
  expect(sizeOf(readFileSync(publicFile('/art/app-icon-180.png')))).toBe('180x180');
});

/** Addresses of pages as they are written, those of frames without one left out. */
const addresses = (entries: readonly RouteConfigEntry[]): string[] =>
  entries.flatMap(({ index, path, children }) => [
    ...(index === true ? ['/'] : path === undefined ? [] : [`/${path}`]),
    ...addresses(children ?? []),
  ]);

test('everything the installed shop opens is a page of the shop, within what is installed', () => {
  const opened = [manifest.start_url, ...manifest.shortcuts.map(({ url }) => url)];
  expect(opened.length).toBeGreaterThan(1);
  expect(addresses(routes)).toEqual(expect.arrayContaining(opened));
  expect([manifest.start_url, manifest.scope]).toEqual(['/', '/']);
});
