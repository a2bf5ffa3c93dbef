import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * What the desk's page may load: its own files alone. `wasm-unsafe-eval`: browsers that read no bar codes themselves do it with a program
 * of the desk's own files. No page of the shop has it.
 */
const deskSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
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
export const registerDeskPage = async (app: FastifyInstance, buildDir: string): Promise<void> => {
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
  servePage(app, (_request, reply) =>
    reply.headers({ ...pageHeaders, 'content-security-policy': deskSecurityPolicy }).send(page),
  );
};

/** Port of the browser's line to Vite, beside the storefront's own. */
const reloadPort = 24_679;

/** Development: Vite builds the desk as its files are asked for. No policy is sent, as Vite's client writes styles into the page. */
export const registerDevDesk = async (app: FastifyInstance, projectDir: string): Promise<void> => {
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
    return reply.headers(pageHeaders).send(html);
  });
};
