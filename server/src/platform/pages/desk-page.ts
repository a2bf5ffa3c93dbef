import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DeskShop, deskShopId } from '@ceiba/contract/desk/desk-shop';
import { brandStyle } from '@ceiba/domain/policies/brand-colour';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * What the desk's page may load: its own files and the style of the shop's main colour, `style`, alone. `wasm-unsafe-eval`: browsers that read no bar codes themselves do it with a program
 * of the desk's own files. No page of the shop has it.
 */
const deskSecurityPolicy = (style: string): string =>
  [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    style === ''
      ? "style-src 'self'"
      : `style-src 'self' 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Of its page alone: seen by nobody who searches, stored by no browser, and with the camera that scans. */
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

/** The desk's page with what it has to know of the shop: its name, its logos and its main colour. */
const pageOf = (page: string, policy: ShopPolicy): { html: string; style: string } => {
  const shop: DeskShop = { name: policy.shopName, logo: policy.shopLogo, logoOnDark: policy.shopLogoOnDark };
  const style = policy.shopColour === null ? '' : brandStyle(policy.shopColour);
  const said = JSON.stringify(shop).replaceAll('<', '\\u003c');
  // Functions, as a name may hold what a text to put in would mean something by ("$&").
  const html = page
    .replace('<title>Escritorio</title>', () => `<title>Escritorio de ${escaped(policy.shopName)}</title>`)
    .replace('</head>', () =>
      [
        style === '' ? '' : `<style>${style}</style>`,
        `<script type="application/json" id="${deskShopId}">${said}</script>`,
        '</head>',
      ].join(''),
    );
  return { html, style };
};

/** Whether the desk has been built. */
const findPage = (buildDir: string): Promise<Buffer | undefined> =>
  readFile(join(buildDir, 'index.html')).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

/**
 * The desk (OFF-01): one static page for every address below /admin, and its files, which have a hash in their names. Which page an address
 * is, and whether there is one, the desk decides in the browser. Without a build there is no desk.
 */
export const registerDeskPage = async (
  app: FastifyInstance,
  buildDir: string,
  policy: () => ShopPolicy,
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
    const { html, style } = pageOf(template, policy());
    return reply.headers({ ...pageHeaders, 'content-security-policy': deskSecurityPolicy(style) }).send(html);
  });
};

/** Port of the browser's line to Vite, beside the storefront's own. */
const reloadPort = 24_679;

/** Development: Vite builds the desk as its files are asked for. No policy is sent, as Vite's client writes styles into the page. */
export const registerDevDesk = async (
  app: FastifyInstance,
  projectDir: string,
  policy: () => ShopPolicy,
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
    return reply.headers(pageHeaders).send(pageOf(html, policy()).html);
  });
};
