import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { contentSecurityPolicy, pageSecurityPolicy, takeNonce } from './content-security.ts';

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

const nonce = 'b1Yq-3v0TzW9k_eLZb5f7A';

test('a page allows its files, and inline scripts of templates by their hash, but never unsafe-inline', () => {
  const script = 'window.__context = {"a":"año …"};\nconst b = 2;';
  const { html, scripts } = takeNonce(
    Buffer.from(
      `<link nonce="${nonce}" rel="modulepreload"/><p>Sofá…</p><script nonce="${nonce}">${script}</script><script nonce="${nonce}" src="/assets/a.js"></script><script nonce="${nonce}" type="module" async>import("/b.js")</script>`,
    ),
    nonce,
  );
  expect(html.toString()).toBe(
    `<link rel="modulepreload"/><p>Sofá…</p><script>${script}</script><script src="/assets/a.js"></script><script type="module" async>import("/b.js")</script>`,
  );
  const policy = contentSecurityPolicy({ scripts });
  expect(policy).toContain(hashOf(script));
  expect(policy).toContain(hashOf('import("/b.js")'));
  expect(policy).not.toContain('unsafe-inline');
  expect(policy.match(/sha256-/g)).toHaveLength(2);
});

const declared = `<script nonce="${nonce}">const a = 1;</script>`;

test.each([
  ['a script', `<script>steal()</script>${declared}`],
  ['a script with a nonce of its own', `<script nonce="x">steal()</script>${declared}`],
  ['a script that never ends', `${declared}<script>steal()`],
  ['a script around a declared one', `<script>steal();//${declared}`],
  ['a tag around a declared one', `<script data-x="${declared}`],
  ['a comment around a declared one', `<!-- ${declared} --><script>steal()</script>${declared}`],
  ['no script at all', '<p>Sofá</p>'],
])('the policy contains no hash of an injected script: %s', (_, page) => {
  const { scripts } = takeNonce(Buffer.from(page), nonce);
  for (const script of scripts) expect(script.toString()).toBe('const a = 1;');
});

test('only measured pages allow the sources of a tag container', () => {
  const script = 'const a = 1;';
  const directives = (isMeasured: boolean) =>
    Object.fromEntries(
      contentSecurityPolicy({ scripts: [Buffer.from(script)] }, isMeasured)
        .split('; ')
        .map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1).join(' ')]),
    );
  expect(directives(false)).toMatchObject({
    'script-src': `'self' ${hashOf(script)}`,
    'img-src': "'self' data: https://tile.openstreetmap.org",
    'connect-src': "'self'",
  });
  expect(directives(true)).toEqual({
    ...directives(false),
    'script-src': `'self' ${hashOf(script)} https://www.googletagmanager.com`,
    'img-src':
      "'self' data: https://tile.openstreetmap.org https://www.googletagmanager.com https://*.google-analytics.com",
    'connect-src':
      "'self' https://www.googletagmanager.com https://*.google-analytics.com https://*.analytics.google.com",
  });
});

test.each([
  ['/', true, true],
  ['/cart', true, true],
  ['/confirmation', true, true],
  ['/', false, false],
  ['/checkout', true, false],
  ['/wa-link/0198c1d2-77aa-7000-8000-000000000000', true, false],
  ['/password/reset', true, false],
  ['/dashboard/cards', true, false],
])('page %s, in a shop with a tag container (%s), allows Google: %s', (path, hasTagContainer, isLetIn) => {
  expect(pageSecurityPolicy({ scripts: [] }, path, { hasTagContainer }).includes('google')).toBe(isLetIn);
});

test.each([
  [undefined, 'https://tile.openstreetmap.org'],
  ['https://tiles.tienda.gt:8443/osm/{z}/{x}/{y}.png?key=abc', 'https://tiles.tienda.gt:8443'],
  ['https://{s}.tiles.gt/{z}/{x}/{y}.png', 'https://*.tiles.gt'],
])('the map may load tiles from the template %s', (mapTiles, origin) => {
  expect(pageSecurityPolicy({ scripts: [] }, '/checkout', { mapTiles })).toContain(`img-src 'self' data: ${origin};`);
});
