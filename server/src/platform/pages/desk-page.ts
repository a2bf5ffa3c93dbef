import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deskShopMetas } from '@ceiba/contract/desk/desk-shop';
import { brandStyle } from '@ceiba/domain/policies/brand-colour';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { tilesOrigin } from '../http/content-security.ts';

/**
 * Returns the security policy of the desk's page. It allows the desk's files, the tiles of the map, and `style`, the style of the shop's
 * main colour. `wasm-unsafe-eval`: in browsers without a bar code reader, the desk uses a WebAssembly program. No page of the shop allows
 * this.
 */
const deskSecurityPolicy = (style: string, mapTiles: string | undefined): string =>
  [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    style === ''
      ? "style-src 'self'"
      : `style-src 'self' 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    `img-src 'self' data: blob: ${tilesOrigin(mapTiles)}`,
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Search engines must not index the page, browsers must not store it, and it may use the camera for scanning. */
const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
  'permissions-policy': 'camera=(self), microphone=(), payment=(), geolocation=()',
} as const;

const servePage = (app: FastifyInstance, send: (request: FastifyRequest, reply: FastifyReply) => unknown): void => {
  for (const url of ['/admin', '/admin/*']) app.get(url, send);
};

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const metaOf = (name: string, text: string | null): string =>
  text === null ? '' : `<meta name="${name}" content="${escaped(text)}">`;

/** Returns the desk's page with the shop's name, logos and main colour. */
const pageOf = (page: string, policy: ShopPolicy, mapTiles: string | undefined): { html: string; style: string } => {
  const style = policy.shopColour === null ? '' : brandStyle(policy.shopColour);
  // The replacements are functions, because a string with "$&" in a name would be changed.
  const html = page
    .replace('<title>Escritorio</title>', () => `<title>Escritorio de ${escaped(policy.shopName)}</title>`)
    .replace('</head>', () =>
      [
        style === '' ? '' : `<style>${style}</style>`,
        metaOf(deskShopMetas.name, policy.shopName),
        metaOf(deskShopMetas.logo, policy.shopLogo),
        metaOf(deskShopMetas.logoOnDark, policy.shopLogoOnDark),
        metaOf(deskShopMetas.mapTiles, mapTiles ?? null),
        '</head>',
      ].join(''),
    );
  return { html, style };
};

/** Reads the built page. Undefined if the desk has not been built. */
const findPage = (buildDir: string): Promise<Buffer | undefined> =>
  readFile(join(buildDir, 'index.html')).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

/**
 * Serves the desk (OFF-01): one static page for every address below /admin, and files with a hash in their names. The page itself decides
 * what an address shows, and whether it exists. Without a build the desk does not exist. `mapTiles`: template of the map's tiles.
 */
export const registerDeskPage = async (
  app: FastifyInstance,
  buildDir: string,
  policy: () => ShopPolicy,
  mapTiles?: string,
): Promise<void> => {
  const page = await findPage(buildDir);
  if (page === undefined) return;
  await app.register(fastifyStatic, {
    root: join(buildDir, 'assets'),
    prefix: '/admin/assets/',
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    decorateReply: false,
    index: false,
    dotfiles: 'ignore',
  });
  const template = page.toString('utf8');
  servePage(app, (_request, reply) => {
    const { html, style } = pageOf(template, policy(), mapTiles);
    const headers = { ...pageHeaders, 'content-security-policy': deskSecurityPolicy(style, mapTiles) };
    return reply.headers(headers).send(html);
  });
};

/** Port of Vite's hot-reload connection for the desk. The storefront has its own. */
const reloadPort = 24_679;

/** For development: Vite builds the desk on request. No security policy is sent, because Vite's client writes inline styles. */
export const registerDevDesk = async (
  app: FastifyInstance,
  projectDir: string,
  policy: () => ShopPolicy,
  mapTiles?: string,
): Promise<void> => {
  const { createServer } = await import('vite');
  const root = join(projectDir, 'desk');
  const server = { middlewareMode: true, hmr: { port: reloadPort } };
  const vite = await createServer({ root, configFile: join(root, 'vite.config.ts'), server, appType: 'custom' });
  app.addHook('onClose', () => vite.close());
  servePage(app, async (request, reply) => {
    const isHandled = await new Promise<boolean>((done) => {
      reply.raw.once('close', () => done(true));
      reply.raw.once('finish', () => done(true));
      vite.middlewares(request.raw, reply.raw, () => done(false));
    });
    if (isHandled) return reply.hijack();
    const html = await vite.transformIndexHtml(request.url, await readFile(join(root, 'index.html'), 'utf8'));
    return reply.headers(pageHeaders).send(pageOf(html, policy(), mapTiles).html);
  });
};
