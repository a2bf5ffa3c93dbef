import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { root } from './source-files.ts';

/** Returns the rooms that `room` needs to run, with itself: its dependencies, and theirs. */
const roomsOf = (room: string, known: ReadonlySet<string> = new Set()): ReadonlySet<string> => {
  if (known.has(room)) return known;
  const manifest = readFileSync(join(root, room, 'package.json'), 'utf8');
  return [...manifest.matchAll(/"(@ceiba\/[a-z-]+)": "\*"/g)]
    .flatMap(([, name]) => (name === undefined ? [] : [name]))
    .reduce<ReadonlySet<string>>(
      (rooms, name) => roomsOf(name.slice('@ceiba/'.length), rooms),
      new Set([...known, room]),
    );
};

const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
const copied = [...dockerfile.matchAll(/^COPY --from=(?:build|packages) \/ceiba\/(\S+) \.\/(\S+)$/gm)].map(
  ([, from, to]) => [from, to],
);

const [shopStage = '', demoStage = ''] = dockerfile.split(/^FROM shop.*$/m);
const copiedIn = (stage: string): string[] =>
  [...stage.matchAll(/^COPY --from=(?:build|packages) \/ceiba\/(\S+)/gm)].map(([, from = '']) => from);

test('the image has every room that the shop needs, and neither demo shop nor sandbox bank', () => {
  const rooms = [...roomsOf('server')];
  expect(copiedIn(shopStage)).toEqual(
    expect.arrayContaining(rooms.concat('storefront/package.json', 'storefront/build', 'desk/build', 'data')),
  );
  expect(copiedIn(shopStage).filter((from) => /^(?:demo|sandbox-bank)/.test(from))).toEqual([]);
  expect(dockerfile.trim()).toMatch(/\nFROM shop$/);
  for (const [from, to] of copied) expect(to).toBe(from);
});

test('the image for the demo shop adds the rooms of the demo shop and its bank', () => {
  const there = new Set(copiedIn(shopStage + demoStage));
  expect(['demo', 'sandbox-bank'].flatMap((room) => [...roomsOf(room)]).filter((room) => !there.has(room))).toEqual([]);
  const compose = readFileSync(join(root, 'compose.yaml'), 'utf8');
  expect(compose).toContain('target: demo');
  // The mails of a demo can be read without a password, so the port is local.
  const ports = [...compose.matchAll(/^ +- '([\d.:]*:\d+)'$/gm)].map(([, port]) => port);
  expect(ports).toEqual(['127.0.0.1:3000:3000']);
});

test('its base is the Node of package.json, and packages are installed from the manifests of all rooms', () => {
  const { workspaces, devDependencies } = z
    .object({ workspaces: z.array(z.string()), devDependencies: z.object({ node: z.string() }) })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const bases = [...dockerfile.matchAll(/^FROM node:(\S+?)(?:@sha256:[0-9a-f]{64})? AS node$/gm)].map(([, tag]) => tag);
  expect(bases).toEqual([`${devDependencies.node}-bookworm-slim`]);
  expect(dockerfile.match(/^FROM node:/gm)).toHaveLength(1);
  const manifests = [...dockerfile.matchAll(/^COPY (\S+)\/package\.json \1\/$/gm)].map(([, room]) => room);
  expect(manifests.sort()).toEqual([...workspaces].sort());
});

test('every documented way to build a release builds both rooms before compressing their files', () => {
  const pages = ['docs/opening-day.md', 'docs/operations.md'].map((page) => readFileSync(join(root, page), 'utf8'));
  const blocks = [...pages.join('\n').matchAll(/```sh\n([\s\S]*?)```/g), [dockerfile, dockerfile]]
    .map(([, block = '']) => block)
    .filter((block) => /npm run build|compress-build/.test(block));
  expect(blocks).toHaveLength(3);
  const built = ['storefront', 'desk'];
  for (const block of blocks) {
    const [before = ''] = block.split('node scripts/compress-build.mjs');
    expect([...before.matchAll(/npm run build -w (\S+)/g)].map(([, room]) => room)).toEqual(built);
  }
  // The server's folders and the compressed folders are builds of the same rooms.
  const compressed = readFileSync(join(root, 'scripts/compress-build.mjs'), 'utf8');
  expect([...compressed.matchAll(/join\(root, '([a-z]+)', 'build'/g)].map(([, room]) => room)).toEqual(built);
});

test('the files that go into the image, and its first command, exist', () => {
  const builtFolders = ['node_modules', 'storefront/build', 'desk/build'];
  const missing = copied.flatMap(([from = '']) =>
    builtFolders.includes(from) || existsSync(join(root, from)) ? [] : [from],
  );
  expect(missing).toEqual([]);
  for (const entry of ['server/src/ceiba.ts', 'sandbox-bank/src/main.ts', 'scripts/compress-build.mjs']) {
    expect(existsSync(join(root, entry)), entry).toBe(true);
  }
  expect(dockerfile).toContain('ENTRYPOINT ["node", "server/src/ceiba.ts"]');
});

test('only a container that answers calls has a health check, not a worker', () => {
  expect(dockerfile).not.toMatch(/^HEALTHCHECK/m);
  const compose = readFileSync(join(root, 'compose.yaml'), 'utf8');
  const [, shop = ''] = /^ {2}shop:\n((?: {4}.*\n|\n)+)/m.exec(compose) ?? [];
  expect(shop).toMatch(/^ {4}healthcheck:\n {6}test:[\s\S]*\/health/m);
});
