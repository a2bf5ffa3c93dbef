import { readFile } from 'node:fs/promises';
import type { EndpointSpec } from '@ceiba/contract/endpoint';
import { endpoints } from '@ceiba/contract/endpoints';
import { beforeAll, expect, test } from 'vitest';

// Matches the paths that nginx masks in its log (`deploy/nginx.conf`). The test runs without nginx.

let masked: RegExp;
let sample: string;
beforeAll(async () => {
  sample = await readFile(new URL('../../../../deploy/nginx.conf', import.meta.url), 'utf8');
  const [, pattern = ''] = /map \$uri \$ceiba_path \{\s*"~\*([^"]+)"/.exec(sample) ?? [];
  masked = new RegExp(pattern, 'i');
});

/** These calls need a session or a token. So their path alone gives no access. */
const isGuarded = ({ auth }: EndpointSpec): boolean => auth === 'customer' || auth === 'token';

/** Returns whether a part of a path is public. */
const isName = (part: string): boolean => part === 'slug' || part === 'sku';

const secret = 'canario-que-abre-algo';
const paths = Object.values<EndpointSpec>(endpoints)
  .filter((spec) => !isGuarded(spec))
  .flatMap(({ name, path }) =>
    [...path.matchAll(/\{(\w+)\}/g)]
      .filter(([, part = '']) => !isName(part))
      .map(([part]) => [name, path.replace(part, secret).replaceAll(/\{\w+\}/g, 'otro')] as const),
  );

/** Returns the path as nginx logs it. */
const logged = (path: string): string => {
  const { before, after } = masked.exec(path)?.groups ?? {};
  return before === undefined ? path : `${before}***${after}`;
};

test.each(paths)('%s: the nginx log hides every part of the path that gives access', (_, path) => {
  expect(logged(path)).not.toContain(secret);
  // The shop's router accepts either case, and so does a person who types the address.
  expect(logged(path.toUpperCase())).not.toContain(secret.toUpperCase());
});

/** Calls whose query contains the first digits of a card. */
const withDigits = Object.values<EndpointSpec>(endpoints)
  .filter((spec) => 'query' in spec && 'bin' in spec.query.shape)
  .map(({ path }) => `${path}?bin=424242`);

test.each([
  ...withDigits,
  '/v1/gift-cards/VT4E/balance',
  '/v1/cart-codes/K7M4-QPXR',
  '/v1/cart-codes/K7M4-QPXR/cart',
  '/v1/admin/cart-codes/K7M4-QPXR',
  '/c/K7M4-QPXR',
  '/admin/carritos/K7M4-QPXR',
])('the nginx error log never contains %s', (path) => {
  const unlogged = [...sample.matchAll(/location (~\*|\^~) (\S+) \{[^}]*?error_log \/dev\/null/g)].map(
    ([, kind, pattern = '']) => (kind === '~*' ? new RegExp(pattern, 'i') : new RegExp(`^${pattern}`)),
  );
  expect(unlogged.filter((location) => location.test(path))).toHaveLength(1);
});
