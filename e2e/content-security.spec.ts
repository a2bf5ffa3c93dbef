import { createHash } from 'node:crypto';
import type { APIRequestContext, APIResponse } from '@playwright/test';
import { demo } from './src/demo-products.ts';
import { expect, test } from './src/shop-test.ts';

interface Route {
  id: string;
  parentId?: string;
  path?: string;
}

/** Returns the browsers' table of routes: every address of the shop. */
const routesOf = async (request: APIRequestContext): Promise<Route[]> => {
  const html = await (await request.get('/')).text();
  const [manifest] = /\/assets\/manifest-[\w-]+\.js/.exec(html) ?? [];
  if (manifest === undefined) throw new Error('the home page has no route manifest');
  const text = await (await request.get(manifest)).text();
  const { routes } = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  return Object.values<Route>(routes);
};

/** Returns an address for each route, with an existing page for each slug, and unknown values for other parameters. */
const addressesOf = (routes: readonly Route[], slug: string): string[] => {
  const pathOf = ({ path = '', parentId }: Route): string => {
    const parent = routes.find(({ id }) => id === parentId);
    return [parent === undefined ? '' : pathOf(parent), path].filter((part) => part !== '').join('/');
  };
  const isLeaf = ({ id }: Route): boolean => !routes.some(({ parentId }) => parentId === id);
  return routes
    .filter(isLeaf)
    .map((route) => `/${pathOf(route)}`)
    .map((path) => path.replace(':number', '100000001').replace(':slug', slug).replace('*', 'no/existe'));
};

const sourcesOf = (policy: string, directive: string): string[] =>
  policy
    .split('; ')
    .find((part) => part.startsWith(`${directive} `))
    ?.split(' ')
    .slice(1) ?? [];

/** Returns the hashes of a response's inline scripts, and the addresses of the other scripts. */
const scriptsOf = (html: string): { hashes: string[]; files: string[] } => {
  const scripts = [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)];
  const files = scripts.flatMap(([, attributes = '']) => /\ssrc="([^"]*)"/.exec(attributes)?.[1] ?? []);
  const inline = scripts.flatMap(([, attributes = '', text = '']) =>
    text === '' || /\ssrc=|application\/ld\+json/.test(attributes) ? [] : [text],
  );
  const hashes = inline.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  return { hashes, files };
};

const expectStrict = async (answer: APIResponse): Promise<void> => {
  const where = `${answer.status()} ${answer.url()}`;
  const policy = answer.headers()['content-security-policy'] ?? '';
  const html = await answer.text();
  if (sourcesOf(policy, 'default-src').includes("'none'")) {
    // A refusal without a rendered page has no scripts, and no script may run.
    expect(sourcesOf(policy, 'script-src'), where).toEqual([]);
    return expect(html.includes('<script'), where).toBe(false);
  }
  const allowed = sourcesOf(policy, 'script-src');
  expect(
    allowed.filter((source) => !/^'sha256-[\w+/=]+'$/.test(source)),
    where,
  ).toEqual(["'self'"]);
  for (const directive of ['default-src', 'style-src', 'connect-src', 'form-action'])
    expect(sourcesOf(policy, directive), `${where}: ${directive}`).toEqual(["'self'"]);
  for (const directive of ['object-src', 'base-uri', 'frame-ancestors'])
    expect(sourcesOf(policy, directive), `${where}: ${directive}`).toEqual(["'none'"]);
  const { hashes, files } = scriptsOf(html);
  expect(hashes.length, `${where}: inline scripts are seen`).toBeGreaterThan(0);
  expect(
    hashes.filter((hash) => !allowed.includes(hash)),
    `${where}: inline scripts the policy bars`,
  ).toEqual([]);
  expect(
    allowed.filter((source) => source !== "'self'" && !hashes.includes(source)),
    `${where}: the policy lets in what the page has not`,
  ).toEqual([]);
  expect(html.includes(' nonce='), `${where}: a nonce that others could bear`).toBe(false);
  expect(
    files.filter((file) => !/^\/(?!\/)/.test(file)),
    `${where}: scripts from elsewhere`,
  ).toEqual([]);
};

test('every page, also an error page, has a policy that allows only our files and its own inline scripts', async ({
  request,
  shopper,
}) => {
  const { slug } = await shopper.product(demo.television);
  const addresses = addressesOf(await routesOf(request), slug);
  expect(addresses).toEqual(expect.arrayContaining(['/', '/cart', '/checkout', '/dashboard/profile', `/${slug}`]));
  for (const address of [...addresses, '/no-existe-esta-pagina', '/search?q=%00', '/track-order?link=ajeno'])
    await expectStrict(await request.get(address, { headers: { accept: 'text/html' } }));
});
